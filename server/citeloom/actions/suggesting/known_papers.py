"""Finds whether a paper is one of many that are known, by identifiers and by titles."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from citeloom.papers.author_matching import authors_agree
from citeloom.papers.entry import paper_of
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.matching import are_one
from citeloom.papers.paper import Paper
from citeloom.papers.titles import words
from citeloom_latex.bib.resolve import ResolvedEntry

_TELLING_WORDS = 4
"""Words of a title that names one paper, whoever its authors are."""

_MOST_SHARING = 300
"""A word that more titles have does not lead from one title to another."""

_SHARE = 0.6
"""Of the words of the shorter of two titles, so many are in both if they may be alike."""

_LEAST_LETTERS = 4
"""Shorter words are in too many titles to be compared."""


class KnownPapers:
    """Papers, each with a number from 0; more can be added.

    A paper is known if it has an identifier of one of them, the same title of at least four words,
    a shorter one with agreeing or unknown authors, or a title that is alike, with all that
    `citeloom.papers.matching.are_one` asks for: a preprint and its publication are one paper.
    """

    def __init__(self, papers: Iterable[Paper] = ()) -> None:
        self._papers: list[Paper] = []
        self._lengths: list[int] = []
        self._of_identifier: dict[str, int] = {}
        self._of_title: defaultdict[str, list[int]] = defaultdict(list)
        self._with_word: defaultdict[str, list[int]] = defaultdict(list)
        for paper in papers:
            self.add(paper)

    def __contains__(self, paper: Paper) -> bool:
        return self.find(paper) is not None

    def add(self, paper: Paper) -> int:
        """Add a paper, whether it is known or not, and return its number."""
        number = len(self._papers)
        own = _compared_words(paper)
        self._papers.append(paper)
        self._lengths.append(len(own))
        for name in (paper.id, *identifier_ids(paper)):
            self._of_identifier.setdefault(name.lower(), number)
        if title := normal_title(paper.title):
            self._of_title[title].append(number)
            if paper.authors:
                for word in own:
                    self._with_word[word].append(number)
        return number

    def also_known_as(self, number: int, paper: Paper) -> None:
        """Let the names of another description lead to a paper."""
        for name in (paper.id, *identifier_ids(paper)):
            self._of_identifier.setdefault(name.lower(), number)
        title = normal_title(paper.title)
        if title and number not in self._of_title[title]:
            self._of_title[title].append(number)

    def find(self, paper: Paper) -> int | None:
        """Return the number of the first known paper that a paper is; None without one."""
        for name in (paper.id, *identifier_ids(paper)):
            if (found := self._of_identifier.get(name.lower())) is not None:
                return found
        for number in self._of_title.get(normal_title(paper.title), ()):
            people = authors_agree(paper.authors, self._papers[number].authors)
            is_telling = len(words(paper.title)) >= _TELLING_WORDS
            if is_telling or people.agree or not people.known:
                return number
        alike = (number for number in self._alike(paper) if are_one(paper, self._papers[number]))
        return next(alike, None)

    def _alike(self, paper: Paper) -> list[int]:
        """Return the numbers of papers whose titles share most words with a paper's, in order.

        Without authors on both sides nothing is proved by titles that are only alike.
        """
        own = _compared_words(paper)
        if not own or not paper.authors:
            return []
        sharing: Counter[int] = Counter()
        for word in own:
            some = self._with_word.get(word, ())
            if len(some) <= _MOST_SHARING:
                sharing.update(some)
        return sorted(
            number
            for number, count in sharing.items()
            if count >= _SHARE * min(len(own), self._lengths[number])
        )


class KnownEntries:
    """Entries of .bib files, found by their papers."""

    def __init__(self, entries: Sequence[ResolvedEntry]) -> None:
        self._keys = [entry.entry.key for entry in entries]
        self._papers = KnownPapers(map(paper_of, entries))

    def key_of(self, paper: Paper) -> str:
        """Return the citation key of a paper; empty where no entry is of it."""
        number = self._papers.find(paper)
        return "" if number is None else self._keys[number]


def _compared_words(paper: Paper) -> set[str]:
    return {word for word in words(paper.title) if len(word) >= _LEAST_LETTERS}
