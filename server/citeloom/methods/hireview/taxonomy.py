"""A taxonomy of papers: topics inside of topics, where each stands, and how it is shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: its name, which is empty before it has one, its papers and its narrower topics.

    ``papers`` are the ids of those that stand right under it.
    """

    name: str
    papers: tuple[str, ...] = ()
    topics: tuple["Topic", ...] = ()

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
        If a paper stands under two topics, or a topic has neither papers nor topics.
    """

    topics: tuple[Topic, ...]

    def __post_init__(self) -> None:
        papers = self.all_papers()
        if len(set(papers)) != len(papers):
            raise ValueError("a paper is under two topics of the taxonomy")
        for topic in self.walk():
            if not topic.papers and not topic.topics:
                raise ValueError(f"the topic '{topic.name}' has neither papers nor topics")

    def walk(self) -> Iterator[Topic]:
        """Yield all topics, each before those inside of it."""
        for topic in self.topics:
            yield from topic.walk()

    def all_papers(self) -> tuple[str, ...]:
        """Return all papers, in the order in which they stand."""
        return tuple(paper for topic in self.topics for paper in topic.all_papers())

    @property
    def is_named(self) -> bool:
        """Whether its topics have names; mere clusters have none."""
        return any(topic.name for topic in self.walk())

    @property
    def depth(self) -> int:
        """How many levels of topics there are."""
        return max((_depth(topic) for topic in self.topics), default=0)


def _depth(topic: Topic) -> int:
    return 1 + max((_depth(inner) for inner in topic.topics), default=0)


Place = tuple[int, ...]
"""Where a topic stands: its number among its siblings, from 0, behind those of the topics above."""


_TWO_LEVELS = 2


@dataclass(frozen=True, slots=True)
class PlacedTopic:
    """A topic, its place, and the names of the topics above it, the broadest first."""

    place: Place
    topic: Topic
    above: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the topics above and its own."""
        return (*self.above, self.topic.name)


def placed_topics(taxonomy: Taxonomy) -> tuple[PlacedTopic, ...]:
    """Return all topics, each before those inside of it."""
    return tuple(_placed(taxonomy.topics, (), ()))


def _placed(topics: Sequence[Topic], place: Place, above: tuple[str, ...]) -> Iterator[PlacedTopic]:
    for number, topic in enumerate(topics):
        yield PlacedTopic((*place, number), topic, above)
        yield from _placed(topic.topics, (*place, number), (*above, topic.name))


def height_of(topic: Topic) -> int:
    """Return the number of levels of a topic: its own and those of the topics below it."""
    return 1 + max(map(height_of, topic.topics), default=0)


def with_names(taxonomy: Taxonomy, names: Mapping[Place, str]) -> Taxonomy:
    """Return a taxonomy whose topics at these places have these names."""
    return Taxonomy(_named(taxonomy.topics, (), names))


def _named(topics: Sequence[Topic], place: Place, names: Mapping[Place, str]) -> tuple[Topic, ...]:
    return tuple(
        replace(
            topic,
            name=names.get((*place, number), topic.name),
            topics=_named(topic.topics, (*place, number), names),
        )
        for number, topic in enumerate(topics)
    )


def with_paragraphs(taxonomy: Taxonomy, most: int) -> Taxonomy:
    """Return a taxonomy in which at most so many topics hold papers, as far as its top allows.

    Narrower topics are joined to the one above them, the smallest first.
    """
    return joined_until(taxonomy, lambda own: sum(bool(t.papers) for t in own.walk()) <= most)


def joined_until(taxonomy: Taxonomy, is_small: Callable[[Taxonomy], bool]) -> Taxonomy:
    """Join narrower topics to the one above them, the smallest first, as long as it is needed."""
    while not is_small(taxonomy):
        joinable = [own for own in placed_topics(taxonomy) if height_of(own.topic) == _TWO_LEVELS]
        if not joinable:
            break
        smallest = min(joinable, key=lambda own: len(own.topic.all_papers()))
        taxonomy = Taxonomy(_joined(taxonomy.topics, smallest.place))
    return taxonomy


def _joined(topics: Sequence[Topic], place: Place) -> tuple[Topic, ...]:
    """Return topics of which the one at a place holds all papers of those inside of it itself."""
    own, *rest = place
    topic = topics[own]
    if rest:
        new = replace(topic, topics=_joined(topic.topics, tuple(rest)))
    else:
        new = Topic(topic.name, topic.all_papers())
    return (*topics[:own], new, *topics[own + 1 :])


def show_outline(topics: Sequence[Topic], above: str = "") -> str:
    """Return the names of topics as a numbered outline, a line each."""
    lines: list[str] = []
    for at, topic in enumerate(topics, start=1):
        number = f"{above}{at}"
        lines.append(f"{'  ' * number.count('.')}{number} {topic.name}")
        if topic.topics:
            lines.append(show_outline(topic.topics, f"{number}."))
    return "\n".join(lines)


def show_near(placed: PlacedTopic) -> str:
    """Return what the text of a topic follows from: those above it, and those right inside."""
    lines = [*placed.path, *(f"  {topic.name}" for topic in placed.topic.topics)]
    return "\n".join(lines)
