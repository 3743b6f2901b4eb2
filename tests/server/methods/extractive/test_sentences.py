"""What the extractive method makes of sentences: ``sentences.txt`` has them, with the answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.methods.extractive.text.refusing import is_damaged, never_chosen
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import BY_NOBODY, BY_SMITH, is_of_authors, rewritten, shown

NAMES = NamesInTexts(
    [
        "We treat the calculation of absolute protein binding energies from computer simulations, "
        "the synthesis of water-soluble cavities and their characterization with standard "
        "strategies.",
        "A host from Berlin shows what a hundred story tests for machines and an open corpus or "
        "factual persona relations between types, faces of Urdu speakers and prototypes are.",
    ]
)


def told(title: str) -> str:
    """Return what is said of a paper by its title; the title itself where it tells nothing."""
    paper = Paper("p", title=title, authors=(Author("Li"),))
    sentence = title_statement(paper, NAMES)
    if sentence is None:
        return title
    assert sentence.cites == ("p",)
    assert [evidence.sentence for evidence in sentence.evidence] == [title]
    return sentence.text


HOLDS: dict[str, Callable[[str], bool]] = {
    "stands": lambda source: rewritten(source) is not None,
    "does not stand": lambda source: rewritten(source) is None,
    "does not stand without authors": lambda source: rewritten(source, BY_NOBODY) is None,
    "may be false of the authors": lambda source: not is_of_authors(source),
    "never chosen": lambda source: never_chosen(clean(source)),
    "damaged": lambda source: is_damaged(clean(source)),
}
MADE: dict[str, Callable[[str], str]] = {
    "by Li, Wu and Xu": shown,
    "by Smith": lambda source: shown(source, BY_SMITH),
    "by nobody": lambda source: shown(source, BY_NOBODY),
    "cleaned": clean,
    "told by title": told,
}
# Here one that is wrong says of people what they have not done.
ALWAYS = {
    "may be false of the authors",
    "does not stand without authors",
    "never chosen",
}
FLOOR = 0.97


def read_sentences() -> dict[str, dict[str, str | bool]]:
    """Return the answers to sentences by the headings that they stand below."""
    sentences: dict[str, dict[str, str | bool]] = {}
    text = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8")
    source = ""
    for line in text.splitlines():
        if line.startswith("== "):
            below = sentences.setdefault(line.removeprefix("== "), {})
        elif line.startswith("  "):
            below[source] = source if line == "  =" else line.removeprefix("  ")
        elif line and not line.startswith("# "):
            source = line
            below[source] = True
    return sentences


SENTENCES = read_sentences()


def test_every_heading_is_asked_about() -> None:
    assert SENTENCES.keys() == {*HOLDS, *MADE}
    assert sum(map(len, SENTENCES.values())) > 250


@pytest.mark.parametrize("heading", SENTENCES)
def test_sentences_have_their_answers(heading: str) -> None:
    asked = (HOLDS | MADE)[heading]
    below = SENTENCES[heading]
    wrong = {source: found for source in below if (found := asked(source)) != below[source]}
    assert len(wrong) <= (0 if heading in ALWAYS else (1 - FLOOR) * len(below)), wrong
