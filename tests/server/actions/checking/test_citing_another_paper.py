"""Another paper in a citation's place: its own pages are not those of the one that was cited."""

import pytest
from families import families

from citeloom.actions.checking.citation_edits import replacement_of
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


@pytest.mark.parametrize("note", FAMILIES["a_locator_goes_however_it_is_written"])
def test_a_locator_goes_however_it_is_written(note: str) -> None:
    text = rf"It is \citep[{note}]{{old}} so."
    (citation,) = scan_tex(text).citations
    edit, title = replacement_of(citation, citation.keys[0], text, "new")
    assert edit.applied_to(text) == r"It is \citep{new} so."
    assert title == f"Cite 'new' instead, without [{note}]"


@pytest.mark.parametrize("note", FAMILIES["a_note_that_says_more_stays"])
def test_a_note_that_says_more_stays(note: str) -> None:
    text = rf"It is \citep[{note}]{{old}} so."
    (citation,) = scan_tex(text).citations
    edit, _ = replacement_of(citation, citation.keys[0], text, "new")
    assert edit.applied_to(text) == text.replace("old", "new")


@pytest.mark.parametrize(
    ("before", "after", "without"), FAMILIES["a_locator_of_the_other_paper_goes_and_words_stay"]
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
