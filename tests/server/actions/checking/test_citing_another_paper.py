"""Another paper in a citation's place: its own pages are not those of the one that was cited."""

import pytest

from citeloom.actions.checking.citation_edits import replacement_of
from citeloom_latex.tex.scan import scan_tex


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
