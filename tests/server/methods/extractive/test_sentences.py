"""What the extractive method makes of sentences: ``sentences.txt`` has them, with the answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.rewriting.articles import mend_articles
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.methods.extractive.text.usability import (
    badness,
    is_damaged,
    never_chosen,
    says_little,
)
from citeloom.methods.extractive.titles import told_by_title
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import BY_NOBODY, BY_SMITH, rewritten, shown

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
    """Return what is said of a paper by its title, ``=`` where that is quoted."""
    paper = Paper("p", title=title, authors=(Author("Li"),))
    (sentence,) = told_by_title([paper], NAMES)
    assert sentence.cites == ("p",)
    assert [evidence.sentence for evidence in sentence.evidence] == [title]
    parts = (part if isinstance(part, str) else part.names for part in sentence.parts)
    text = "".join(parts)
    return title if f"“{title}”" in text else text


def gives_to_authors(source: str) -> bool:
    text = shown(source)
    return any(words in text for words in ("by Li", "of Li"))


HOLDS: dict[str, Callable[[str], bool]] = {
    "stands": lambda source: rewritten(source).stands_alone,
    "does not stand": lambda source: not rewritten(source).stands_alone,
    "does not stand without authors": lambda source: not rewritten(source, BY_NOBODY).stands_alone,
    "may be false of the authors": lambda source: (
        not rewritten(source).stands_alone and not rewritten(source).can_follow
    ),
    "not given to the authors": lambda source: not gives_to_authors(source),
    "what everybody does": lambda source: rewritten(source).awkwardness >= 3.0,
    "never chosen": lambda source: never_chosen(clean(source)),
    "may be chosen": lambda source: not never_chosen(clean(source)),
    "bad": lambda source: badness(source) >= 0.5,
    "says little": lambda source: says_little(source) and badness(source) >= 0.5,
    "says what a paper does": lambda source: not says_little(source) and badness(source) == 0.0,
    "damaged": lambda source: is_damaged(clean(source)),
}
MADE: dict[str, Callable[[str], str]] = {
    "by Li, Wu and Xu": shown,
    "by Smith": lambda source: shown(source, BY_SMITH),
    "by nobody": lambda source: shown(source, BY_NOBODY),
    "cleaned": clean,
    "articles": lambda source: mend_articles(f" {source}").strip(),
    "told by title": told,
}
# Here one that is wrong says of people what they have not done.
ALWAYS = {
    "may be false of the authors",
    "does not stand without authors",
    "not given to the authors",
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
    assert sum(map(len, SENTENCES.values())) > 400


@pytest.mark.parametrize("heading", SENTENCES)
def test_sentences_have_their_answers(heading: str) -> None:
    asked = (HOLDS | MADE)[heading]
    below = SENTENCES[heading]
    wrong = {source: found for source in below if (found := asked(source)) != below[source]}
    assert len(wrong) <= (0 if heading in ALWAYS else (1 - FLOOR) * len(below)), wrong
