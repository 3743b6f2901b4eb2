"""The order of completed keys that knew the sentence's words alone, kept to compare with."""

from collections.abc import Iterable
from heapq import nsmallest
from math import log
from weakref import WeakKeyDictionary

from citeloom.actions.keys.complete import MOST, Candidate, TypedKey
from citeloom.draft.document import Document
from citeloom.draft.entry_search import EntrySearch, fold
from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences

AROUND = 400
SHORTEST_WORD = 4
MOST_TIMES = 3


class _Words:
    """The numbers of the entries that have a word in key, title, people or year."""

    def __init__(self, search: EntrySearch) -> None:
        texts = [search.text(number) for number in search.entries_holding(())]
        self.count = len(texts)
        self.numbers: dict[str, list[int]] = {}
        for number, text in enumerate(texts):
            for word in set(_words(text)):
                self.numbers.setdefault(word, []).append(number)

    def weights_of_shared(self, words: Iterable[str]) -> dict[int, float]:
        weights: dict[int, float] = {}
        for word in sorted(words):
            having = self.numbers.get(word, ())
            tells = log(self.count / len(having)) if having else 0.0
            for number in having if tells else ():
                weights[number] = weights.get(number, 0.0) + tells
        return weights


_known: WeakKeyDictionary[EntrySearch, _Words] = WeakKeyDictionary()


def candidates(
    project: Project, document: Document, typed: TypedKey, *, counts_cited: bool = True
) -> tuple[Candidate, ...]:
    """Return the keys that fit what is typed, in the order before."""
    words = fold(typed.text).split()
    search, entries = project.library.search, project.entries
    keys = project.library.entries.keys
    index = _known.get(search)
    if index is None:
        index = _known[search] = _Words(search)
    shared = index.weights_of_shared(_words_around(document, typed.span.start))
    cited = project.times_cited if counts_cited else {}

    def rank(number: int) -> tuple[bool, bool, float, int, int]:
        key = keys[number]
        folded_key = key.casefold()
        begins = bool(words) and folded_key.startswith(words[0])
        inside = bool(words) and words[0] in folded_key
        times = cited.get(key.lower(), 0)
        return not begins, not inside, -shared.get(number, 0.0), -min(times, MOST_TIMES), number

    fitting = (
        number
        for number in search.entries_holding(words)
        if keys[number] and keys[number] not in typed.others
    )
    found: dict[str, Candidate] = {}
    for number in nsmallest(2 * MOST, fitting, key=rank):
        key = keys[number]
        found.setdefault(key, Candidate(key, entries[number]))
    return tuple(found.values())[:MOST]


def _words_around(document: Document, offset: int) -> set[str]:
    start = max(0, offset - AROUND)
    text = document.text[start : offset + AROUND]
    at = offset - start
    for sentence in sentences(text):
        if sentence.start <= at <= sentence.end:
            text = sentence.text
            break
    return {word for word in _words(fold(text)) if len(word) >= SHORTEST_WORD and word.isalpha()}


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text).split()
