"""Made taxonomies of made papers."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.task import WritingTask
from modelled_runs import task

PARSING = ("doi:10.1/0", "doi:10.1/3", "doi:10.1/6")
RANKING = ("doi:10.1/1", "doi:10.1/4")
RETRIEVAL = ("doi:10.1/2", "doi:10.1/5")
FURTHER = ("doi:10.1/7", "doi:10.1/8")


def nested(**names: str) -> Taxonomy:
    """Return a taxonomy of nine papers: two topics inside of one, and two beside it.

    ``names`` are by their defaults in small letters.
    """

    def name(usual: str) -> str:
        return names.get(usual.lower(), usual)

    inner = (
        Topic(name("Parsing"), PARSING),
        Topic(name("Ranking"), RANKING),
    )
    return Taxonomy(
        (
            Topic(name("Reading"), topics=inner),
            Topic(name("Retrieval"), RETRIEVAL),
            Topic(name("Further"), FURTHER),
        )
    )


def nested_task(taxonomy: Taxonomy | None = None, **asked: int) -> WritingTask:
    """Return a task of nine papers with this taxonomy, which is by default ``nested``."""
    return replace(task(9, **asked), taxonomy=taxonomy or nested())


@st.composite
def taxonomies(draw: st.DrawFn, papers: Sequence[str]) -> Taxonomy:
    """Draw a taxonomy of all these papers, some of its topics with names."""
    order = draw(st.permutations(list(papers)))
    names = st.sampled_from(["", "", "Trees", "Ranks", "Lists"])

    def topics(own: Sequence[str], depth: int) -> tuple[Topic, ...]:
        found: list[Topic] = []
        at = 0
        while at < len(own):
            size = draw(st.integers(1, len(own) - at))
            part, at = own[at : at + size], at + size
            kept = draw(st.integers(0, size)) if depth and size > 1 else size
            inner = topics(part[kept:], depth - 1) if kept < size else ()
            found.append(Topic(draw(names), tuple(part[:kept]), inner))
        return tuple(found)

    return Taxonomy(topics(order, 3))
