"""A taxonomy of papers: topics inside of topics."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: its name, which is empty before it has one, its papers and its narrower topics.

    ``papers`` are the ids of those that stand right under it, ``also`` of those that belong to it
    as well but stand under another topic.
    """

    name: str
    papers: tuple[str, ...] = ()
    topics: tuple["Topic", ...] = ()
    also: tuple[str, ...] = ()

    def walk(self) -> Iterator["Topic"]:
        """Yield this topic and all that are inside of it, each before those inside of it."""
        yield self
        for topic in self.topics:
            yield from topic.walk()

    def all_papers(self) -> tuple[str, ...]:
        """Return the papers that stand under this topic or one inside of it, in their order."""
        return tuple(paper for topic in self.walk() for paper in topic.papers)


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """The topics of a collection of papers, the broadest at the top; each paper stands once.

    Raises
    ------
    ValueError
        If a paper stands under two topics, a topic names as ``also`` a paper that stands nowhere
        or under itself, or a topic holds neither papers nor topics.
    """

    topics: tuple[Topic, ...]

    def __post_init__(self) -> None:
        papers = self.all_papers()
        if len(set(papers)) != len(papers):
            raise ValueError("a paper stands under two topics of the taxonomy")
        for topic in self.walk():
            if not topic.papers and not topic.topics:
                raise ValueError(f"the topic '{topic.name}' holds neither papers nor topics")
            if not set(topic.also) <= set(papers) - set(topic.papers):
                raise ValueError(f"the topic '{topic.name}' names papers of its own or of nobody")

    def walk(self) -> Iterator[Topic]:
        """Yield all topics, each before those inside of it."""
        for topic in self.topics:
            yield from topic.walk()

    def all_papers(self) -> tuple[str, ...]:
        """Return all papers, in the order in which they stand."""
        return tuple(paper for topic in self.topics for paper in topic.all_papers())

    @property
    def depth(self) -> int:
        """How many levels of topics there are."""
        return max((_depth(topic) for topic in self.topics), default=0)


def _depth(topic: Topic) -> int:
    return 1 + max((_depth(inner) for inner in topic.topics), default=0)
