"""The statements that can be made of the sentences of an abstract, and what each is worth."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from citeloom.grounding.closeness import closeness
from citeloom.grounding.vectors import Idf, Vector
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.choosing.features import FEATURES, features, names_in
from citeloom.methods.extractive.rewriting.names import Subject, first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Statement, as_it_stands, by_authors
from citeloom.methods.extractive.text.abbreviations import abbreviations, expand
from citeloom.methods.result import Sentence, SentenceKind
from citeloom.words import terms

_NAMED = 0.6
"""A sentence in its own words names so much of its paper's title, two words at least."""


_START = 3
"""In so many words a sentence begins that tells what the thing is which its title names."""


_DEFINED = re.compile(r"(?P<thing>[^,;:()]{3,60}?)(?: \([\w-]+\))? (?:is|are) (?:an?|the|one)\b")


@cache
def learned_weights() -> tuple[float, ...]:
    """Return the weights of ``FEATURES``, of `citeloom_lab.training`."""
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

    @property
    def words(self) -> int:
        return self.statement.words


def options_of(
    sentences: Sequence[CandidateSentence],
    draft: Vector,
    weights: Idf,
    *,
    is_quoted: bool = False,
) -> list[Option]:
    """Return what can be told of one paper, by the sentences of its abstract, the best first.

    Where its title would be quoted (``is_quoted``), which readers never kept, a sentence that has
    two words of the title will do.
    """
    told: list[Option] = []
    others: list[Option] = []
    learned = learned_weights()
    for candidate, seen in zip(sentences, features(sentences, draft, weights), strict=True):
        if not candidate.usable:
            continue
        worth = round(sum(it * value for it, value in zip(learned, seen, strict=True)), 6)
        paper = candidate.paper
        if said := by_authors(candidate.text, first_mention(paper)):
            told.append(Option(candidate, said, worth))
        elif said := as_it_stands(candidate.text, paper.id):
            if _is_about_title(candidate):
                told.append(Option(candidate, said, worth))
            elif is_quoted and _shares_words(candidate):
                others.append(Option(candidate, said, worth))
        elif said := by_authors(candidate.text, next_mention(paper), follows=True):
            told.append(Option(candidate, said, worth, follows=True))
    if all(option.follows for option in told):
        told += others
    return sorted(told, key=lambda option: -option.worth)


def _shares_words(candidate: CandidateSentence) -> bool:
    """Return whether a sentence has two words of its paper's title, or half of them."""
    title = set(terms(candidate.paper.title))
    return len(title.intersection(candidate.terms)) >= min(2, max(1, len(title) / 2))


def _is_about_title(candidate: CandidateSentence) -> bool:
    """Return whether a sentence names most of its paper's title, or says what the thing there is.

    That thing has a name (``SQuAD contains``) or is defined (``Hybrid automata are a``).
    """
    title = set(terms(candidate.paper.title))
    named = title.intersection(candidate.terms)
    start = " ".join(candidate.text.split()[:_START])
    defined = _DEFINED.match(candidate.text)
    return (
        len(named) >= max(2, _NAMED * len(title))
        or any(name in start for name in names_in(candidate.paper.title))
        or (defined is not None and title.issuperset(terms(defined["thing"])))
    )


def written(option: Option, subject: Subject, known: set[str]) -> Sentence:
    """Return an option as a sentence with its evidence.

    Abbreviations that a reader has not met (``known``) are written out.
    """
    candidate = option.candidate
    text = expand(candidate.text, abbreviations(candidate.paper.abstract), known)
    # In the form that was chosen: written out it may read otherwise to the rules.
    said = by_authors(text, subject, option.follows)
    if said is None and option.statement.ends_in_citation:
        said = as_it_stands(text, candidate.paper.id)
    said = said or option.statement
    own_words = "".join(part for part in said.parts if isinstance(part, str))
    score = round(closeness(own_words, candidate.text), 4)
    return Sentence(said.parts, SentenceKind.STATEMENT, (candidate.evidence(score),))
