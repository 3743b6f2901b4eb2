"""Whatever the bytes, reading a full text ends with one or with ``Unreadable``."""

import gzip

from hypothesis import given, settings
from hypothesis import strategies as st
from pdfs import pdf_of_lines

from citeloom.papers.fulltext.fetch import read_as
from citeloom.papers.fulltext.source.references import references_in
from citeloom.papers.fulltext.text import Form, FullText, Unreadable
from citeloom_latex.tex.scan import scan_tex

LINES = (
    "1 Introduction", "Looms were used long before words [1], and still are.", "2 Related Work",
    "Others wove, too (Roe, 2010).", "References", "[1] J. Roe. Of looms. 2010. doi:10.1000/x.",
)  # fmt: skip

PDF = pdf_of_lines(LINES)
TEX = rb"\documentclass{article}\begin{document}\section{One}\cite{a}\input{x}Text.\end{document}"
CHANGES = st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=6)), max_size=8)


def changed(data: bytes, changes: list[tuple[int, bytes]]) -> bytes:
    for at, new in changes:
        at %= len(data) + 1
        data = data[:at] + new + data[at + len(new) // 2 :]
    return data


def read(form: Form, data: bytes) -> FullText | None:
    try:
        return read_as(form, data)
    except Unreadable as reason:
        assert str(reason)
        return None


def test_the_unchanged_files_are_read() -> None:
    texts = [read(Form.PDF, PDF), read(Form.LATEX, gzip.compress(TEX))]
    assert all(text is not None and text.sections for text in texts)


@settings(max_examples=40)
@given(CHANGES)
def test_of_a_changed_pdf(changes: list[tuple[int, bytes]]) -> None:
    read(Form.PDF, changed(PDF, changes))


@settings(max_examples=60)
@given(CHANGES)
def test_of_a_changed_source(changes: list[tuple[int, bytes]]) -> None:
    read(Form.LATEX, gzip.compress(changed(TEX, changes)))
    read(Form.LATEX, changed(gzip.compress(TEX), changes))


def test_a_list_of_biblatex_without_ends_is_read_in_one_pass() -> None:
    entry = r"\entry{b}{book}\field{title}{A title}\endentry"
    bbl = entry + r"\entry{a}{b}" * 200_000
    references = references_in("", scan_tex(""), [bbl], [])
    assert [(found.label, found.title) for found in references] == [("b", "A title")]
