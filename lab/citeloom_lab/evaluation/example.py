"""An example of a data set: a paper, the references of its related work, and that text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from citeloom.methods.result import CitationMark
from citeloom.methods.task import DraftText, Surroundings, WritingTask
from citeloom.papers.fulltext.text import FullText
from citeloom.papers.paper import Paper

GoldPart = str | CitationMark
"""A piece of an authors' text: words, or a citation."""


@dataclass(frozen=True)
class Example:
    """A paper to write related work for, and the one that its authors wrote.

    ``paper`` names the citing paper: several examples may be parts of one related work.
    ``gold`` is the authors' text; its marks cite references by ids of their papers, or nobody where
    what they cite is no reference of the example. ``texts`` are full texts by the papers' ids.
    """

    id: str
    paper: str
    draft: DraftText
    references: tuple[Paper, ...]
    gold: tuple[GoldPart, ...]
    texts: Mapping[str, FullText] = field(default_factory=dict)

    @property
    def gold_words(self) -> str:
        """The authors' text without its citation marks; what they wrote out as names stays."""
        return "".join(part if isinstance(part, str) else " " for part in self.gold)

    def of(self, paper: Paper) -> FullText | None:
        """Return the full text of a reference, as the port of methods for full texts wants it."""
        return self.texts.get(paper.id)

    @property
    def abstracts(self) -> int:
        """How many of its references have an abstract."""
        return sum(bool(paper.abstract) for paper in self.references)

    @property
    def digest(self) -> str:
        """A hash of all that a method could read of it, and of the authors' text."""
        texts = sorted((paper, text.sections) for paper, text in self.texts.items())
        read = (self.id, self.paper, self.draft, self.task().digest, self.gold, texts)
        years = [paper.year for paper in self.references]
        return sha256(repr((read, years)).encode("utf-8", "replace")).hexdigest()

    def task(self, words: int | None = None, seed: int = 0) -> WritingTask:
        """Return the task of writing this related work; it holds nothing of the authors' text."""
        headings = {
            paper: tuple(section.heading for section in text.sections)
            for paper, text in self.texts.items()
        }
        return WritingTask(
            self.draft,
            self.references,
            words=words,
            seed=seed,
            surroundings=Surroundings(headings),
            titles=tuple(paper.title for paper in self.references),
        )


@dataclass(frozen=True)
class DataSet:
    """A named list of examples."""

    name: str
    examples: tuple[Example, ...]

    @property
    def papers(self) -> int:
        """How many citing papers its examples come from."""
        return len({example.paper for example in self.examples})


def drawn_examples(
    sets: Sequence[DataSet], count: int, seed: int, *, one_of_a_paper: bool = False
) -> tuple[DataSet, ...]:
    """Return data sets with so many examples in all, drawn by the seed; empty ones are left out."""

    def drawn(name: str, example: Example) -> bytes:
        return sha256(repr((seed, name, example.id)).encode("utf-8", "replace")).digest()

    draws: dict[str | bytes, bytes] = {}
    for draw, paper in sorted(
        (drawn(each.name, example), example.paper) for each in sets for example in each.examples
    ):
        draws.setdefault(paper if one_of_a_paper else draw, draw)
    chosen = set(list(draws.values())[:count])
    left = (
        DataSet(each.name, tuple(own for own in each.examples if drawn(each.name, own) in chosen))
        for each in sets
    )
    return tuple(each for each in left if each.examples)
