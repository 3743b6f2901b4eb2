"""A search by title, with near hits, as a bibliographic service has one."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from citeloom.papers.identity import normal_title
from citeloom.papers.paper import Paper

_WORD = re.compile(r"\w+")


class TitleIndex:
    """Papers by the words of their titles, rare words first."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = tuple(papers)
        self.position = {paper.id: number for number, paper in enumerate(self.papers)}
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for number, paper in enumerate(self.papers):
            for word in _words(paper.title):
                self._with_word[word].append(number)

    def best(self, query: str, number: int) -> list[tuple[Paper, float]]:
        """Return the papers that share most with a query, with their shares (at most 1)."""
        words = _words(query)
        weights = {word: self._weight(word) for word in words}
        scores: Counter[int] = Counter()
        for word in words:
            for paper in self._with_word.get(word, ()):
                scores[paper] += weights[word]  # type: ignore[assignment]
        if not scores:
            return []
        asked = sum(weights.values())
        ranked = [
            (self.papers[paper], score / max(asked, self._sum(paper)))
            for paper, score in scores.most_common(number * 5)
        ]
        return sorted(ranked, key=lambda one: -one[1])[:number]

    def _sum(self, paper: int) -> float:
        return sum(self._weight(word) for word in _words(self.papers[paper].title))

    def _weight(self, word: str) -> float:
        return math.log(1 + (1 + len(self.papers)) / (0.5 + len(self._with_word.get(word, ()))))


def _words(text: str) -> set[str]:
    return {normal for word in _WORD.findall(text) if (normal := normal_title(word))}
