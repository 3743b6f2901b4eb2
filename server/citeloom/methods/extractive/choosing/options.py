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
) -> list[Option]:
    """Return what can be told of one paper, by the sentences of its abstract, the best first."""
    found: list[Option] = []
    learned = learned_weights()
    for candidate, seen in zip(sentences, features(sentences, draft, weights), strict=True):
        if not candidate.usable:
            continue
        worth = sum(it * value for it, value in zip(learned, seen, strict=True))
        paper = candidate.paper
        subject = first_mention(paper)
        said = by_authors(candidate.text, subject)
        if said is None and _is_about_title(candidate):
            said = as_it_stands(candidate.text, paper.id)
        follows = said is None
        if follows:
            said = by_authors(candidate.text, next_mention(paper), follows=True)
        if said is None:
            continue
        found.append(Option(candidate, said, round(worth, 6), follows))
    return sorted(found, key=lambda option: -option.worth)


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
