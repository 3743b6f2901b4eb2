"""Another paper in a citation's place: its own pages are not those of the one that was cited."""

import pytest

from citeloom.actions.checking.citation_edits import replacement_of
from citeloom_latex.tex.scan import scan_tex


@pytest.mark.parametrize(
    "note",
    [
        r"p.3",
        r"pp.\,3--4",
        r"p. {3}",
        r"{pp. 3--4}",
        r"pp.~\mbox{3--4}",
        r"\pno~3",
        r"\S3.2",
        r"\S{}3",
        r"\S\S3--4",
        r"$\S$3",
        r"\textsection 3",
        "§3",
        r"Theorem~2(b)",
        r"see p.~3",
        r"S.~3",
        r"S. 3\,ff.",
        r"vgl.\ Kap.~2",
        r"Abschnitt 4",
        r"chapitre 2",
        r"pág. 3",
        r"см.~с.~3",
        r"гл. 2, стр. 5",
        r"第3章",
    ],
)
def test_a_locator_goes_however_it_is_written(note: str) -> None:
    text = rf"It is \citep[{note}]{{old}} so."
    (citation,) = scan_tex(text).citations
    edit, title = replacement_of(citation, citation.keys[0], text, "new")
    assert edit.applied_to(text) == r"It is \citep{new} so."
    assert title == f"Cite 'new' instead, without [{note}]"


@pytest.mark.parametrize(
    "note",
    [
        r"see",
        r"vgl.",
        r"u.a.",
        r"and 3 others",
        r"S. 3, ein Überblick",
        r"\emph{p.} of 3",
        r"in \S",
    ],
)
def test_a_note_that_says_more_stays(note: str) -> None:
    text = rf"It is \citep[{note}]{{old}} so."
    (citation,) = scan_tex(text).citations
    edit, _ = replacement_of(citation, citation.keys[0], text, "new")
    assert edit.applied_to(text) == text.replace("old", "new")


@pytest.mark.parametrize(
    ("before", "after", "without"),
    [
        (r"\cite{old}", r"\cite{new}", ""),
        (r"\citep[p.~3]{old}", r"\citep{new}", "[p.~3]"),
        (r"\citep[pp. 12--14]{old}", r"\citep{new}", "[pp. 12--14]"),
        (r"\citep[12]{old}", r"\citep{new}", "[12]"),
        (r"\citep[Section 2.1 and Fig.\ 3]{old}", r"\citep{new}", r"[Section 2.1 and Fig.\ 3]"),
        (r"\cite[\S 4]{old}", r"\cite{new}", r"[\S 4]"),
        (r"\cite[ch.~IV]{old}", r"\cite{new}", "[ch.~IV]"),
        (r"\citep[see][p. 3]{old}", r"\citep[see][]{new}", "[p. 3]"),
        (r"\citep[][p. 3]{old}", r"\citep{new}", "[p. 3]"),
        (r"\citep[p. 3]{else, old}", r"\citep{else, new}", "[p. 3]"),
        (r"\citep[p. 3]{old, else}", r"\citep[p. 3]{new, else}", ""),
        (r"\citep[see][]{old}", r"\citep[see][]{new}", ""),
        (r"\citep[e.g.][]{old}", r"\citep[e.g.][]{new}", ""),
        (r"\citep[in C]{old}", r"\citep[in C]{new}", ""),
        (r"\citep[and 3 others]{old}", r"\citep[and 3 others]{new}", ""),
        (r"\citep[p. 3, a survey]{old}", r"\citep[p. 3, a survey]{new}", ""),
        (r"\cites[p. 3]{old}[4]{else}", r"\cites[p. 3]{new}[4]{else}", ""),
    ],
)
def test_a_locator_of_the_other_paper_goes_and_words_stay(
    before: str, after: str, without: str
) -> None:
    text = f"It is {before} so."
    (citation,) = scan_tex(text).citations
    (key,) = (it for it in citation.keys if it.key == "old")
    edit, title = replacement_of(citation, key, text, "new")

    assert edit.applied_to(text) == f"It is {after} so."
    assert title == "Cite 'new' instead" + (f", without {without}" if without else "")
