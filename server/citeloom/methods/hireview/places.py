"""Where topics stand in a taxonomy, and taxonomies with other names or fewer topics."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic

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
    """Return how many levels of topics there are from the narrowest inside of it up to it."""
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
    return _joined_until(taxonomy, lambda own: sum(bool(t.papers) for t in own.walk()) <= most)


def with_topics(taxonomy: Taxonomy, most: int) -> Taxonomy:
    """Return a taxonomy of at most so many topics, as far as its top allows, in the same way."""
    return _joined_until(taxonomy, lambda own: sum(1 for _ in own.walk()) <= most)


def _joined_until(taxonomy: Taxonomy, is_small: Callable[[Taxonomy], bool]) -> Taxonomy:
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
        papers = topic.all_papers()
        also = dict.fromkeys(paper for inner in topic.walk() for paper in inner.also)
        new = Topic(topic.name, papers, also=tuple(paper for paper in also if paper not in papers))
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
