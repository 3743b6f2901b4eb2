"""Noun phrases that papers share."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from citeloom.methods.extractive.arranging.nouns import (
    as_topic,
    is_noun_phrase,
    may_surround,
)
from citeloom.methods.extractive.candidates import Candidate
from citeloom.methods.extractive.text.roles import Role
from citeloom.methods.extractive.text.words import stem

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_LONGEST = 4
_LENGTH_WORTH = {1: 0.55, 2: 1.0, 3: 1.15, 4: 1.15}
_LEAST_SHARE = 0.5


@dataclass
class Phrase:
    """A phrase by its stems, with the sentences of each paper that use it."""

    stems: tuple[str, ...]
    uses: dict[str, list[Candidate]] = field(default_factory=dict)
    surfaces: Counter[str] = field(default_factory=Counter)
    in_titles: set[str] = field(default_factory=set)

    @property
    def holders(self) -> set[str]:
        """Ids of the papers that are about it, as far as can be told.

        It stands in the title, in two sentences, or where the abstract says what the paper does.
        """
        return {
            paper
            for paper, uses in self.uses.items()
            if paper in self.in_titles
            or len(uses) > 1
            or any(one.role is Role.OBJECTIVE for one in uses)
        }

    def sentence(self, paper: str) -> Candidate:
        """Return the sentence of a paper that shows best that it is about it."""
        uses = self.uses[paper]
        return next((one for one in uses if one.role is Role.OBJECTIVE), uses[0])


@dataclass(frozen=True, slots=True)
class SharedPhrase:
    """What a group shares: the words to name it by, and a sentence of each paper that uses them."""

    text: str
    stems: tuple[str, ...]
    sentences: tuple[Candidate, ...]


Phrases = Mapping[tuple[str, ...], Phrase]


def shared_phrases(papers: Sequence[str], phrases: Phrases, total: int) -> list[SharedPhrase]:
    """Return what the papers (ids) of a group share and the others do not, the best first.

    Parameters
    ----------
    phrases
        The phrases of all papers, of this group and of the others.
    total
        How many papers there are.

    A shared phrase stands in at least two abstracts and at least half of the group.
    """
    inside = set(papers)
    outside = max(1, total - len(inside))
    scored: list[tuple[float, tuple[str, ...], Phrase, str]] = []
    for phrase in phrases.values():
        held = phrase.holders
        holders = held & inside
        share = len(holders) / len(inside)
        if len(holders) < 2 or share < _LEAST_SHARE or _is_cut(phrase, inside, phrases):
            continue
        if len(phrase.stems) == 1 and len(phrase.in_titles & holders) < max(
            2, _LEAST_SHARE * len(holders)
        ):
            continue
        text = as_topic(phrase.surfaces)
        if text is None:
            continue
        elsewhere = (len(held) - len(holders)) / outside
        titled = len(phrase.in_titles & inside) / len(inside)
        worth = share * _LENGTH_WORTH[len(phrase.stems)] * (1.0 + titled) * (1.0 - 0.6 * elsewhere)
        scored.append((-worth, phrase.stems, phrase, text))
    scored.sort(key=lambda item: item[:2])
    return [
        SharedPhrase(
            text,
            stems,
            tuple(phrase.sentence(paper) for paper in papers if paper in phrase.holders),
        )
        for _, stems, phrase, text in scored
    ]


def phrases_of(sentences: Iterable[Candidate]) -> Phrases:
    """Return the phrases of sentences, which read as noun phrases of one to four words."""
    found: dict[tuple[str, ...], Phrase] = {}
    titles: dict[str, str] = {}
    for sentence in sentences:
        if not sentence.usable:
            continue
        paper = sentence.paper
        if paper.id not in titles:
            titles[paper.id] = f" {' '.join(_stems(paper.title))} "
        tokens = _TOKEN.findall(sentence.text)
        for start in range(len(tokens)):
            for length in range(1, _LONGEST + 1):
                span = tokens[start : start + length]
                if len(span) < length or not (span[-1][0].isalnum()):
                    break
                lower = [token.lower() for token in span]
                if not may_surround(tokens, start, start + length) or not is_noun_phrase(lower):
                    continue
                key = tuple(stem(token) for token in lower)
                phrase = found.setdefault(key, Phrase(key))
                uses = phrase.uses.setdefault(paper.id, [])
                if not uses or uses[-1] is not sentence:
                    uses.append(sentence)
                phrase.surfaces[_surface(span, start)] += 1
                if f" {' '.join(key)} " in titles[paper.id]:
                    phrase.in_titles.add(paper.id)
    return found


def _stems(text: str) -> list[str]:
    return [stem(token.lower()) for token in _TOKEN.findall(text)]


def _surface(span: Sequence[str], start: int) -> str:
    first = span[0]
    if start == 0 and first[:1].isupper() and first[1:].islower():
        first = first.lower()
    return " ".join([first, *span[1:]])


def _is_cut(phrase: Phrase, inside: set[str], phrases: Phrases) -> bool:
    """Return whether a longer phrase says more and is shared by nearly as many of the group."""
    own = len(inside & phrase.holders)
    for other in phrases.values():
        if len(other.stems) > len(phrase.stems) and _contains(other.stems, phrase.stems):
            shared = len(inside & other.holders)
            if shared >= max(2, 0.7 * own, _LEAST_SHARE * len(inside)):
                return True
    return False


def _contains(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    width = len(shorter)
    return any(longer[at : at + width] == shorter for at in range(len(longer) - width + 1))
