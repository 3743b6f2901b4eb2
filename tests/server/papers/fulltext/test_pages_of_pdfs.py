"""On which page of its PDF a sentence begins."""

import re
from pathlib import Path
from string import ascii_lowercase

import pypdfium2

from citeloom.grounding.support.source import full_text_sentences
from citeloom.papers.fulltext.pdf.read import read_pdf
from citeloom.papers.fulltext.text import PageStart, TextMention, TextParagraph, page_at
from texlive import compile_project, needs_tex

SENTENCE = (
    "Loom {} was used long before words, and extraordinarily many grandmothers "
    "who weave today still use it, as its counterparts [1] are."
)
NAMES = [first + second for first in "BDFGKLM" for second in ascii_lowercase]
SHORT, LONG = NAMES[:60], NAMES[60:]


@needs_tex
def test_sentences_of_paragraphs_over_several_pages_know_where_they_begin(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    one_each = "\n\n".join(SENTENCE.format(name) for name in SHORT)
    main.write_text(
        "\\documentclass{article}\n\\begin{document}\n\\section{Looms}\n"
        f"{one_each}\n\n{' '.join(SENTENCE.format(name) for name in LONG)}\n"
        "\\begin{thebibliography}{1}\\bibitem{a} Ann Smith. Looms. 2020.\\end{thebibliography}\n"
        "\\end{document}\n"
    )
    pdf = compile_project(main, tmp_path / "build").pdf
    assert pdf is not None
    on_page = {
        name: page
        for page, drawn in enumerate(pypdfium2.PdfDocument(pdf), 1)
        for name in re.findall(r"Loom\s+([A-Z]\w)\b", drawn.get_textpage().get_text_range())
    }
    assert max(on_page.values()) >= 4

    sentences = list(full_text_sentences(read_pdf(pdf.read_bytes())))
    told = {name[1]: it.page for it in sentences if (name := re.match(r"Loom ([A-Z]\w)", it.text))}
    assert told == on_page
    assert list(told) == NAMES
    assert not any("[1]" in it.text for it in sentences)


def test_a_page_begins_where_its_text_does_without_citation_marks() -> None:
    text = "Looms [1] are old [2]. They creak [3, 4]. Nobody [5] minds."
    marks = tuple(
        TextMention(found.start(), found.end(), ("1",)) for found in re.finditer(r"\[.*?\]", text)
    )
    second, third = text.index("They"), text.index("4]")
    pages = (PageStart(0, 2), PageStart(second, 3), PageStart(third, 4))
    paragraph = TextParagraph(text, marks, pages)

    found = paragraph.pages_without_marks
    shown = paragraph.without_marks
    assert shown == "Looms are old. They creak. Nobody minds."
    assert page_at(found, 0) == 2
    assert page_at(found, shown.index("They")) == 3
    assert page_at(found, shown.index("Nobody")) == 4
    assert page_at((), 10) == 0
