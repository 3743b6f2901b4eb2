import gzip
import io
import tarfile

import pytest

from citeloom.papers.fulltext.source.read import read_files, read_source
from citeloom.papers.fulltext.source.unpack import UnpackLimits
from citeloom.papers.fulltext.text import Unreadable
from projects import project_files, sample

PAPER = sample("full_text_from_source")


def archive(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


def test_an_archive_is_read_with_its_inputs_where_they_stand() -> None:
    text = read_source(archive(project_files(PAPER)))
    assert text.title == "Weaving Words"
    assert text.abstract.startswith("We weave words")
    headings = [(one.heading, one.level) for one in text.sections]
    assert headings[:3] == [("Introduction", 1), ("Related Work", 1), ("Looms", 2)]
    first, second = text.sections[0].paragraphs
    assert first.text == "Words are old [@smith; @doe], see Section."
    assert first.without_marks == "Words are old, see Section."
    assert first.mentions[0].labels == ("smith", "doe")
    assert second.text == "A second paragraph."
    assert r"\input of 'nowhere': it is not in the source" in text.notes


def test_cite_macros_of_style_files_are_known() -> None:
    related = read_source(archive(project_files(PAPER))).related_work[0]
    labels = [mention.labels for one in related.paragraphs for mention in one.mentions]
    assert labels == [("doe",), ("smith",)]


def test_references_come_from_the_bbl() -> None:
    doe, smith = read_source(archive(project_files(PAPER))).references
    assert (doe.label, doe.title) == ("doe", "Threads of thought")
    assert (smith.title, smith.arxiv_id) == ("Paper looms", "1901.01234")


def test_references_come_from_the_bib_where_there_is_no_bbl_and_only_those_cited() -> None:
    files = {
        "a.tex": r"\documentclass{article}\begin{document}As \cite{x} says.\end{document}",
        "r.bib": "@misc{x, title={T {X}}, author={A B}, year=2001, doi={10.1000/ABC}}\n@misc{y,}",
    }
    (reference,) = read_files({name: text.encode() for name, text in files.items()}).references
    assert (reference.label, reference.title, reference.doi) == ("x", "T X", "10.1000/abc")


def test_biblatexs_bbl_is_read() -> None:
    bbl = r"""\entry{x}{article}{}
      \name{author}{1}{}{{{hash=1}{family={Doe}, given={Jo}}}}
      \field{title}{Threads {of} thought}\field{year}{2020}
      \verb{doi}
      \verb 10.1000/xyz
      \endverb
    \endentry"""
    tex = r"\documentclass{article}\begin{document}As \cite{x} says.\end{document}"
    (reference,) = read_files({"a.tex": tex.encode(), "a.bbl": bbl.encode()}).references
    assert (reference.title, reference.doi) == ("Threads of thought", "10.1000/xyz")
    assert "Doe" in reference.text and "2020" in reference.text


def test_a_single_gzipped_file_is_read() -> None:
    tex = rb"\documentclass{article}\begin{document}\section{One}Text.\end{document}"
    text = read_source(gzip.compress(tex))
    assert [(one.heading, one.text) for one in text.sections] == [("One", "Text.")]


def test_links_and_paths_that_lead_out_are_passed_over() -> None:
    packed = io.BytesIO()
    inputs = rb"\input{etc}\input{/etc/passwd}"
    tex = rb"\documentclass{article}\begin{document}" + inputs + rb"Text.\end{document}"
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, kind in (("etc.tex", tarfile.SYMTYPE), ("dev.tex", tarfile.CHRTYPE)):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, "/etc/passwd"
            tar.addfile(link)
        for name in ("../../evil.tex", "/abs.tex", "main.tex"):
            member = tarfile.TarInfo(name)
            member.size = len(tex)
            tar.addfile(member, io.BytesIO(tex))
    text = read_source(packed.getvalue())
    assert [section.text for section in text.sections] == ["Text."]
    assert len(text.notes) == 2


def loop(files: int, leaf: str) -> bytes:
    """Return a small source whose inputs multiply by ten at each of so many levels."""
    main = r"\documentclass{article}\begin{document}\input{f0}\end{document}"
    texts = {"main.tex": main, f"f{files}.tex": leaf}
    for number in range(files):
        texts[f"f{number}.tex"] = rf"\input{{f{number + 1}}}" * 10
    return archive(texts)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "neither an archive nor LaTeX"),
        (b"%PDF-1.5 ...", "gave arXiv a PDF"),
        (gzip.compress(b"%PDF-1.5 ..."), "gave arXiv a PDF"),
        (gzip.compress(b"x" * 5000)[:-9], "broken"),
        (archive({"a.tex": "\\section{x}" * 500})[:-40], "broken"),
        (gzip.compress(b"\\x" * 2_000_000), "larger than 1,000,000 bytes when unpacked"),
        (archive({f"{n}.txt": "" for n in range(60)}), "more than 50 files"),
        (archive({"a.tex": "x" * 200_000}), "more than 100,000 bytes of text"),
        (archive({"a.tex": r"\section{No document}"}), "no file of the source begins a document"),
        (archive({"a.tex": r"\documentclass{article}\begin{document}\end{document}"}), "no text"),
        (loop(3, "word " * 18_000), "the source is larger than"),
        (loop(30, ""), "more than 5,000 times"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_source(data, UnpackLimits(unpacked=1_000_000, kept=100_000, files=50))
