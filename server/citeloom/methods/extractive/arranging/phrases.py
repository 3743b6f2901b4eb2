"""Noun phrases that papers share."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from citeloom.methods.extractive.arranging.nouns import (
    TermsOfArt,
    as_topic,
    is_content_word,
    is_modified,
    is_noun_phrase,
    may_be_head,
    may_begin,
    may_end,
)
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.port import Progress, counted
from citeloom.words import STOP_WORDS, stem

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_LONGEST = 4
_LENGTH_WORTH = {1: 0.4, 2: 1.0, 3: 1.15, 4: 1.15}
_MOSTLY = 0.5
"""From this share of the titles on, a single word names a group."""

_WHOLE_FIELD = 0.5
"""From this share of the other papers on, a phrase names the field, not the group."""

_TITLES_OF_A_TERM = 2
_LEAST_UNMODIFIED = (0.3, 0.5)
"""The share of papers in which a phrase, or one word, is to stand with no modifier before it."""

_WHOLE_FIELDS = lexicon("whole_fields")
"""Phrases, their words as stems, that tell no group of papers from another."""


@dataclass
class Phrase:
    """A phrase by its stems, with the papers (ids) that use it and those that have it in titles.

    ``starts`` are its forms at the start of a sentence, where a name looks like any word.
    ``whole`` says whether it occurs by itself, which ``neural machine`` never does. ``unmodified``
    are the papers where no other word of a noun phrase stands before it, as one always does before
    ``energy calculations``.
    """

    stems: tuple[str, ...]
    uses: set[str] = field(default_factory=set)
    surfaces: Counter[str] = field(default_factory=Counter)
    starts: Counter[str] = field(default_factory=Counter)
    in_titles: set[str] = field(default_factory=set)
    unmodified: set[str] = field(default_factory=set)
    whole: bool = False

    @property
    def text(self) -> str:
        """The form that needs no article, where papers have it often; else the most frequent."""
        return as_topic(self.surfaces or self.starts)

    def worth(self, group: Collection[str], total: int) -> float:
        """Return how well it names a group of some papers of ``total``; 0 where it does not.

        It says nothing where it never stands by itself, is in no title, ends longer phrases, or is
        a field's.
        """
        using = self.uses | self.in_titles
        inside = using.intersection(group)
        elsewhere = len(using - inside) / max(1, total - len(group))
        titled = len(self.in_titles & inside) / len(group)
        unmodified = _LEAST_UNMODIFIED[len(self.stems) == 1] * len(inside)
        is_cut = not self.whole or len(self.unmodified & inside) < unmodified
        if is_cut or elsewhere >= _WHOLE_FIELD or "-".join(self.stems) in _WHOLE_FIELDS:
            return 0.0
        if not titled or (len(self.stems) == 1 and titled <= _MOSTLY):
            return 0.0
        share = len(inside) / len(group)
        return share * _LENGTH_WORTH[len(self.stems)] * (1.0 - elsewhere) * (1.0 + titled)


class Phrases(dict[tuple[str, ...], Phrase]):
    """Phrases by their stems, and by the papers (ids) that use them."""

    def with_stems(self, stems: tuple[str, ...]) -> Phrase:
        """Return the phrase of some stems; a new one is added."""
        if stems not in self:
            self[stems] = Phrase(stems)
        return self[stems]

    @cached_property
    def _stems_in(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for stems, phrase in self.items():
            for paper in phrase.uses | phrase.in_titles:
                found[paper].append(stems)
        return found

    def used_by(self, papers: Iterable[str], least: float) -> Iterator[Phrase]:
        """Yield the phrases that so many of these papers use at least, or have in their titles."""
        users = Counter(stems for paper in papers for stems in self._stems_in.get(paper, ()))
        return (self[stems] for stems, count in users.items() if count >= least)


def topic_of(papers: Sequence[str], phrases: Phrases, total: int, taken: Collection[str]) -> str:
    """Return the phrase that papers (ids) share and the others do not; empty if there is none.

    ``total`` is how many papers there are, ``taken`` are topics that other groups have.
    """
    inside = set(papers)
    worths = ((-it.worth(inside, total), it.text) for it in phrases.used_by(inside, 2))
    return min((it for it in worths if it[0] and it[1] not in taken), default=(0.0, ""))[1]


def phrases_of(sentences: Iterable[CandidateSentence], progress: Progress | None = None) -> Phrases:
    """Return the noun phrases of one to four words in sentences."""
    usable = [sentence for sentence in sentences if sentence.usable]
    papers = {sentence.paper.id: sentence.paper for sentence in usable}
    titles = {name: _lower(_TOKEN.findall(paper.title)) for name, paper in papers.items()}
    known = _terms_of_art(titles.values())
    is_phrase = cache(partial(is_noun_phrase, known=known))
    token_of = cache(_Token.of)
    found = Phrases()
    for sentence in counted(usable, progress, "finding topics"):
        tokens = _TOKEN.findall(sentence.text)
        lower = _lower(tokens)
        for start, end, stems in _spans(lower, token_of, is_phrase):
            phrase = found.with_stems(stems)
            phrase.uses.add(sentence.paper.id)
            surfaces = phrase.surfaces if start else phrase.starts
            surfaces[_surface(tokens[start:end], start)] += 1
            if not is_modified(lower, start):
                phrase.unmodified.add(sentence.paper.id)
            if may_end(lower, end):
                phrase.whole = True
    for paper, title in titles.items():
        for start, _, stems in _spans(title, token_of, is_phrase):
            if stems in found:
                found[stems].in_titles.add(paper)
                if not is_modified(title, start):
                    found[stems].unmodified.add(paper)
    return found


class _Token(NamedTuple):
    """A lower-case token: its stem, and whether it can stand in a noun phrase, or be its last."""

    stem: str
    may_stand: bool
    may_be_last: bool

    @classmethod
    def of(cls, token: str) -> "_Token":
        return cls(stem(token), is_content_word(token), may_be_head(token))


def _spans(
    tokens: Sequence[str],
    token_of: Callable[[str], _Token],
    is_phrase: Callable[[tuple[str, ...]], bool],
) -> Iterable[tuple[int, int, tuple[str, ...]]]:
    """Yield where phrases stand among lower-case tokens, with their stems."""
    known = [token_of(token) for token in tokens]
    for start in range(len(tokens)):
        if not (known[start].may_stand and may_begin(tokens, start)):
            continue
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            last = known[end - 1]
            if not last.may_stand:
                break
            if last.may_be_last and is_phrase(tuple(tokens[start:end])):
                if end - start == 1 and not may_end(tokens, end):
                    continue
                yield start, end, tuple(token.stem for token in known[start:end])


def _terms_of_art(titles: Iterable[Sequence[str]]) -> TermsOfArt:
    """Return the pairs of words that several titles have."""
    counts: Counter[tuple[str, str]] = Counter()
    for title in titles:
        counts.update({(stem(a), stem(b)) for a, b in pairwise(title) if a[0].isalpha()})
    return {
        pair
        for pair, count in counts.items()
        if count >= _TITLES_OF_A_TERM and not STOP_WORDS & set(pair)
    }


def _lower(tokens: Iterable[str]) -> list[str]:
    return [token.lower() for token in tokens]


def _surface(span: Sequence[str], start: int) -> str:
    first = span[0]
    if start == 0 and first[:1].isupper() and first[1:].islower():
        first = first.lower()
    return " ".join([first, *span[1:]])
