"""The statements that can be made of the sentences of an abstract, and what each is worth."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from citeloom.grounding.closeness import closeness
from citeloom.grounding.theme import Theme
from citeloom.grounding.vectors import Idf, Vector
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.choosing.features import FEATURES, features
from citeloom.methods.extractive.rewriting.names import Subject, first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Statement, as_it_is, by_authors
from citeloom.methods.extractive.text.abbreviations import abbreviations, expand
from citeloom.methods.result import Sentence, SentenceKind

_LICENSED = 1.0
"""What a sentence is worth more whose authors can be its subject."""

_QUOTED = 0.5
"""What a quotation is worth less than a sentence in plain words."""

_BACKGROUND = FEATURES.index("background")
_MOSTLY = 0.5
_OF_FIELD = 1.0
"""What a sentence is worth less that rather tells what is known of a field."""

_OF_THEME = 2.0
"""What a sentence is worth more that has all of a theme."""


@cache
def learned_weights() -> tuple[float, ...]:
    """Return the weights of ``FEATURES``; `citeloom_lab.training.sentence_choice` learned them."""
    text = files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    weights = json.loads(text)
    return tuple(weights[name] for name in FEATURES)


@dataclass(frozen=True, slots=True)
class Option:
    """A sentence of an abstract that can be told, and its worth.

    One that ``follows`` can be told after the sentence before it in its abstract alone.
    """

    candidate: CandidateSentence
    statement: Statement
    worth: float
    follows: bool = False
    is_of_field: bool = False
    """Whether it tells what is known of a field, rather than of the paper."""

    @property
    def words(self) -> int:
        return self.statement.words


def options_of(
    sentences: Sequence[CandidateSentence], draft: Vector, weights: Idf, turn: int = 0
) -> list[Option]:
    """Return what can be told of one paper, by the sentences of its abstract, the best first."""
    found: list[Option] = []
    learned = learned_weights()
    for candidate, seen in zip(sentences, features(sentences, draft, weights), strict=True):
        if not candidate.usable:
            continue
        worth = sum(weight * value for weight, value in zip(learned, seen, strict=True))
        paper = candidate.paper
        said = by_authors(candidate.text, first_mention(paper, turn))
        worth += _LICENSED if said else 0.0
        is_of_field = said is None and seen[_BACKGROUND] > _MOSTLY
        said = said or as_it_is(candidate.text, paper.id, paper.title)
        follows = said is None or (said.is_quoted and not candidate.is_verbatim)
        if follows:
            said = by_authors(candidate.text, next_mention(paper), follows=True)
        if said is None:
            continue
        worth -= _QUOTED if said.is_quoted else 0.0
        worth -= _OF_FIELD if is_of_field else 0.0
        found.append(Option(candidate, said, round(worth, 6), follows, is_of_field))
    return sorted(found, key=lambda option: -option.worth)


def on_theme(options: Mapping[str, Sequence[Option]], words: str) -> dict[str, list[Option]]:
    """Return the options of each paper (by id) that fit a theme, the better the earlier.

    A paper of which none fits keeps all.
    """
    theme = Theme(words)
    found: dict[str, list[Option]] = {}
    for paper, own in options.items():
        fitting = [
            replace(it, worth=it.worth + _OF_THEME * theme.share_in(it.candidate.text, text))
            for it in own
            if theme.fits(it.candidate.text, text := it.candidate.paper.abstract)
        ]
        found[paper] = sorted(fitting, key=lambda it: -it.worth) or list(own)
    return found


def written(option: Option, subject: Subject, known: set[str]) -> Sentence:
    """Return an option as a sentence with its evidence; a quotation keeps every word.

    Abbreviations that a reader has not met (``known``) are written out.
    """
    candidate = option.candidate
    said = option.statement
    if not said.is_quoted:
        text = expand(candidate.text, abbreviations(candidate.paper.abstract), known)
        paper = candidate.paper
        said = (
            by_authors(text, subject, option.follows)
            or as_it_is(text, paper.id, paper.title)
            or said
        )
        said = option.statement if said.is_quoted else said
    own_words = "".join(part for part in said.parts if isinstance(part, str))
    score = round(closeness(own_words, candidate.text), 4)
    return Sentence(said.parts, SentenceKind.STATEMENT, (candidate.evidence(score),))
