"""Papers whose place in a taxonomy is known, to learn from and to measure by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class LabelledPapers:
    """A collection of papers, each with the names of its topics, the broadest first.

    ``paths`` and ``cites`` are by paper ids; ``cites`` names papers of the collection alone.
    """

    papers: tuple[Paper, ...]
    paths: Mapping[str, tuple[str, ...]]
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def surroundings(self) -> Surroundings:
        """What a method is told of who cites whom."""
        return Surroundings(cites=self.cites)

    @property
    def depth(self) -> int:
        """How many levels of topics there are at most."""
        return max(map(len, self.paths.values()), default=0)

    def subset(self, ids: Iterable[str]) -> "LabelledPapers":
        """Return those of some ids, with the citations among them."""
        wanted = set(ids)
        return LabelledPapers(
            tuple(paper for paper in self.papers if paper.id in wanted),
            {name: path for name, path in self.paths.items() if name in wanted},
            {
                name: kept
                for name, cited in self.cites.items()
                if name in wanted and (kept := tuple(other for other in cited if other in wanted))
            },
        )

    def topics(self, level: int) -> tuple[tuple[str, ...], ...]:
        """Return the topic of each paper at a level from 1; of shallower ones their narrowest."""
        return tuple(self.paths[paper.id][:level] for paper in self.papers)
