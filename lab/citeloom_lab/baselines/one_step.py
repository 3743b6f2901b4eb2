"""HiReview without clustering, and without a taxonomy (Table 2)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, Field, create_model

from citeloom.grounding.closest_text import closest_text
from citeloom.methods.hireview.method import HiReview
from citeloom.methods.hireview.names import clean_name, folded_name, free_name, shared_words
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic, joined_until
from citeloom.methods.hireview.topic_writing import TopicsWriting
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.clean_words import Words, known_names
from citeloom.methods.modelled.method import model_of
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import quote_text, without_orders
from citeloom.methods.modelled.written_text import closed_list
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import Question
from citeloom.papers.paper import Paper

STEP = "taxonomy"

_TOPIC_TOKENS = 24
"""Of a topic with its papers in an answer."""


class AnsweredTopic(BaseModel):
    """A topic as a model gives it."""

    name: Words = Field(description="A few words, the name of the topic.")
    above: int = Field(
        description="The number of the topic that it is a part of, from 1 in the order of this "
        "list; 0 for a topic at the top."
    )
    papers: list[str] = Field(
        description="The ids of the papers that stand right under the topic; [] for none."
    )


class AnsweredTopics(BaseModel):
    """A whole taxonomy as a list of topics."""

    topics: list[AnsweredTopic] = Field(description="All topics, each before its narrower ones.")


def topics_type(ids: Sequence[str]) -> type[AnsweredTopics]:
    """Return the type of a taxonomy with its list of ids closed."""
    return _topics_type(tuple(ids))


@lru_cache(maxsize=16)
def _topics_type(ids: tuple[str, ...]) -> type[AnsweredTopics]:
    papers = Field(description=AnsweredTopic.model_fields["papers"].description)
    topic = create_model("Topic", __base__=AnsweredTopic, papers=(closed_list(ids), papers))
    topics = Field(description=AnsweredTopics.model_fields["topics"].description)
    listed: Any = list[topic]
    return create_model("Topics", __base__=AnsweredTopics, topics=(listed, topics))


class TaxonomyVariant(HiReview):
    """HiReview by another taxonomy, which its ``writer`` finds."""

    writer: type[TopicsWriting]

    async def outline(
        self, task: WritingTask, parameters: HiReviewParameters, ports: Ports
    ) -> Taxonomy:
        model = model_of(ports, self.name)
        return await self.writer(task, parameters, ports, model).named_taxonomy()

    async def write(
        self, task: WritingTask, parameters: HiReviewParameters, ports: Ports
    ) -> Result:
        return await self.writer(task, parameters, ports, model_of(ports, self.name)).result()


class _OneStepWriting(TopicsWriting):
    async def found_taxonomy(self) -> Taxonomy:
        return await taxonomy_in_one_step(self.asker)


class OneStep(TaxonomyVariant):
    """The model makes the taxonomy of all titles; the rest is HiReview's."""

    name = "hireview-one-step"
    summary = "HiReview without clustering: the model makes the taxonomy in one step."
    writer = _OneStepWriting


class _WritingOfClusters(TopicsWriting):
    async def named_taxonomy(self) -> Taxonomy:
        found = self._fitting(await self.found_taxonomy())
        return Taxonomy(tuple(Topic("", own.papers) for own in found.walk() if own.papers))


class OfClusters(TaxonomyVariant):
    """Clusters of papers stand side by side, without names; the rest is HiReview's."""

    name = "hireview-clusters"
    summary = "HiReview without a taxonomy: a text for each cluster of papers."
    writer = _WritingOfClusters
    has_outline = False


async def taxonomy_in_one_step(asker: Asker) -> Taxonomy:
    """Ask for the taxonomy of all references; where there is none, all are of one topic."""
    references = asker.task.references
    asker.ports.progress.stage(STEP)

    def question(shown: Shown) -> Question[Any]:
        papers = shown.showable(references)
        shorts = shown.ids(references)
        titles = (
            f"{short}:\n{_quote_title(paper, short, shown)}"
            for paper, short in zip(papers, shorts, strict=True)
        )
        return shown.value(
            STEP,
            "baselines/taxonomy",
            topics_type(shorts),
            _TOPIC_TOKENS * max(1, len(papers)),
            papers="\n\n".join(titles),
        )

    nothing = OrElse(AnsweredTopics(topics=[]), "all references are one topic")
    answer = await asker.ask(references, question, nothing)
    if not answer.topics:
        asker.go_on(STEP, nothing.instead)
    return taxonomy_of_answer(answer, asker.ids, known_names(asker.task))


def _quote_title(paper: Paper, short: str, shown: Shown) -> str:
    words = without_orders(paper.title).split()
    kept = words[: max(1, round(len(words) * shown.share))]
    return quote_text(" ".join(kept), short, shown.asker.ports.fence)


def taxonomy_of_answer(
    answer: AnsweredTopics, ids: ShortIds, known: frozenset[str] = frozenset()
) -> Taxonomy:
    """Return the taxonomy that an answer gives, with all papers of the list.

    A paper that stands under several topics has its home under the first. A topic that names
    none before it is at the top; papers without a topic join the closest one. Topics
    without papers are left out, and so are those of a single narrower one and nothing else. There
    are no more topics than papers.
    """
    papers = {short: ids.paper(short) for short in ids.all}
    own: list[list[str]] = []
    home: dict[str, int] = {}
    for number, topic in enumerate(answer.topics):
        named = [papers[short].id for short in dict.fromkeys(topic.papers) if short in papers]
        own.append([paper for paper in named if paper not in home])
        home.update(dict.fromkeys(own[-1], number))
    left = [paper for paper in papers.values() if paper.id not in home]
    titles = {paper.id: paper.title for paper in papers.values()}
    names = [clean_name(topic.name, known) for topic in answer.topics]
    if not any(own):
        name = shared_words(list(titles.values()))
        return Taxonomy((Topic(name, tuple(titles)),) if titles else ())
    places = [number for number, held in enumerate(own) if held]
    texts = [
        f"{names[number]}. {' '.join(titles[paper] for paper in own[number])}" for number in places
    ]
    for paper in left:
        own[places[closest_text(paper, texts)]].append(paper.id)
    # Each topic stands before its narrower ones: so no two are above each other.
    above = [it.above if 0 < it.above <= at else 0 for at, it in enumerate(answer.topics)]

    taken: set[str] = set()

    def inside(number: int) -> tuple[Topic, ...]:
        """Return the topics that have the one of this number above them."""
        found = (topic_at(at) for at, over in enumerate(above) if over == number)
        return tuple(topic for topic in found if topic is not None)

    def topic_at(at: int) -> Topic | None:
        inner = inside(at + 1)
        if not own[at] and len(inner) <= 1:
            return inner[0] if inner else None
        below = [*own[at], *(paper for topic in inner for paper in topic.all_papers())]
        name = free_name(list(filter(None, [names[at]])), [titles[paper] for paper in below], taken)
        taken.add(folded_name(name))
        return Topic(name, tuple(own[at]), inner)

    # No more topics than papers: the smallest are joined to those above them.
    return joined_until(
        Taxonomy(inside(0)), lambda found: sum(1 for _ in found.walk()) <= len(titles)
    )
