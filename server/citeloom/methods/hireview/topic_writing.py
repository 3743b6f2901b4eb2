"""Write related work by HiReview: a taxonomy of the references, then a text for each topic."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from citeloom.methods.graph import Graph, Node, NodeKind
from citeloom.methods.hireview.clustering import taxonomy_of
from citeloom.methods.hireview.judging import Scores, rank_by_scores, score
from citeloom.methods.hireview.names import TopicNames
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.taxonomy import (
    Place,
    PlacedTopic,
    Taxonomy,
    placed_topics,
    with_paragraphs,
)
from citeloom.methods.hireview.topic_texts import TopicText, TopicWriter, lasting_ids
from citeloom.methods.modelled.asker import Asker
from citeloom.methods.modelled.finishing import LastSteps, finish
from citeloom.methods.modelled.showing_papers import authors_and_year
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenParagraph,
    WrittenText,
    as_plain,
    cited_ids,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Heading, Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel
from citeloom.papers.paper import Paper

KIND = "taxonomy"


def taxonomy_graph(taxonomy: Taxonomy, papers: Mapping[str, Paper]) -> Graph:
    """Return the topics, each inside of the one above it, with their papers."""
    nodes: list[Node] = []
    for placed in placed_topics(taxonomy):
        topic, own = placed.topic, _id(placed.place)
        inside = _id(placed.place[:-1])
        nodes.append(Node(own, topic.name, NodeKind.TOPIC, "", topic.all_papers(), inside))
        nodes += [_paper_node(papers[paper], own) for paper in topic.papers]
    return Graph(KIND, "Topics of the references", tuple(nodes))


def _id(place: Place) -> str:
    return f"topic {'.'.join(str(number + 1) for number in place)}" if place else ""


def _paper_node(paper: Paper, inside: str) -> Node:
    label = authors_and_year(paper) or paper.key or paper.id
    return Node(paper.id, label, NodeKind.PAPER, paper.title, (paper.id,), inside)


MANY = 60
"""With more references than these the author is told of sections."""


async def related_work(
    task: WritingTask, parameters: HiReviewParameters, ports: Ports, model: LanguageModel
) -> Result:
    """Return the text of a task, by the taxonomy that it gives, else by one that is made.

    Topics without a name get one. Texts of topics whose name, papers, topics above and right inside
    are those of an earlier run are kept answers.

    Raises
    ------
    MethodError
        If nothing of the text is left.
    """
    return await TopicsWriting(task, parameters, ports, model).result()


async def named_taxonomy(
    task: WritingTask, parameters: HiReviewParameters, ports: Ports, model: LanguageModel
) -> Taxonomy:
    """Return the taxonomy by which ``related_work`` writes; errors as there."""
    return await TopicsWriting(task, parameters, ports, model).named_taxonomy()


class TopicsWriting:
    """A run of HiReview."""

    def __init__(
        self, task: WritingTask, parameters: HiReviewParameters, ports: Ports, model: LanguageModel
    ) -> None:
        self.task, self.parameters = task, parameters
        self.asker = Asker(task, ports, model)
        self.ids = self.asker.ids = lasting_ids(task.references)
        self.warnings: list[str] = []
        self.clustering: Mapping[str, Any] = {}

    async def result(self) -> Result:
        taxonomy = await self.named_taxonomy()
        self._advise_sections()
        writer = TopicWriter(self.asker, self.parameters, taxonomy)
        versions = await writer.write_versions(placed_topics(taxonomy))
        texts = [self._joined(version, taxonomy) for version in versions]
        texts.sort(key=lambda text: not cited_ids(text))
        told = [text for text in texts if cited_ids(text)]
        steps, scores = LastSteps(), list[Scores | None]([None] * len(texts))
        if len(told) > 1:
            unscored = scores[: len(told)]
            scores[: len(told)] = await steps.take(
                lambda _: score(self.asker, taxonomy, told), unscored
            )
        places = rank_by_scores(scores)
        trace = {
            "clustering": self.clustering,
            "taxonomy": taxonomy.topics,
            "versions": [
                {
                    "text": as_plain(text),
                    "scores": own,
                    "chosen": place == places[0],
                }
                for place, (text, own) in enumerate(zip(texts, scores, strict=True))
            ],
        }
        chosen = [texts[place] for place in places]
        result = await finish(self.asker, chosen, trace, steps)
        result = replace(result, warnings=(*result.warnings, *self.warnings))
        if not taxonomy.is_named:
            return result
        papers = {paper.id: paper for paper in self.task.references}
        return replace(result, taxonomy=taxonomy, graphs=(taxonomy_graph(taxonomy, papers),))

    async def named_taxonomy(self) -> Taxonomy:
        taxonomy = self.task.taxonomy
        if taxonomy is None:
            taxonomy = self._fitting(await self.found_taxonomy())
        return await TopicNames(self.asker).named(taxonomy)

    async def found_taxonomy(self) -> Taxonomy:
        """Return the taxonomy of the references; its topics may have no names."""
        task = self.task
        taxonomy, self.clustering = taxonomy_of(task.references, task.surroundings)
        return taxonomy

    def _fitting(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return a taxonomy of at most as many topics with papers as paragraphs are asked for.

        That is as far as the broadest topics allow; where these are more, it warns.
        """
        asked = self.task.paragraphs
        if asked is None or self.parameters.sections:
            return taxonomy
        taxonomy = with_paragraphs(taxonomy, asked)
        if (found := sum(bool(own.papers) for own in taxonomy.walk())) > asked:
            self.warnings.append(
                f"the references have {found} broad topics, so the text has as many paragraphs, "
                f"not {asked}"
            )
        return taxonomy

    def _advise_sections(self) -> None:
        count = len(self.task.references)
        if count > MANY and not self.parameters.sections:
            self.warnings.append(
                f"paragraphs on {count} references are hard to navigate; the setting 'sections' "
                "makes their topics subsections"
            )

    def _joined(self, texts: Sequence[TopicText], taxonomy: Taxonomy) -> WrittenText:
        """Return the texts of all topics as one, in the order of the taxonomy."""
        if self.parameters.sections:
            whole = len(taxonomy.topics) == 1 and bool(taxonomy.topics[0].topics)
            paragraphs = [
                paragraph for own in texts for paragraph in self._section(own, int(whole))
            ]
        else:
            paragraphs = list(self._paragraphs(texts))
        return WrittenText(paragraphs=paragraphs)

    def _section(self, own: TopicText, depth_left_out: int) -> Iterator[WrittenParagraph]:
        """Yield the paragraphs of a topic below its heading; one topic of all has none.

        Papers of a topic without a text are asked for at the end, and stand with the nearest.
        """
        level = len(own.placed.place) - depth_left_out
        name, about = own.placed.topic.name, self._about(own.placed, below=True)
        headings = (Heading(name, level),) if level else ()
        written = [part.sentences for part in own.text.paragraphs if part.sentences]
        for sentences in written or [[]] * bool(own.placed.topic.topics):
            yield PlannedParagraph(topic=name, sentences=sentences, about=about, headings=headings)
            headings = ()

    def _paragraphs(self, texts: Sequence[TopicText]) -> Iterator[WrittenParagraph]:
        """Yield the paragraphs of topics with papers; introductions begin the next one."""
        before: list[str] = []
        for own in texts:
            written = [part for part in own.text.paragraphs if part.sentences]
            if not own.placed.topic.papers:
                before += [sentence for part in written for sentence in part.sentences]
                continue
            about = self._about(own.placed)
            for part in written:
                name = own.placed.topic.name or part.topic
                yield PlannedParagraph(
                    topic=name, sentences=[*before, *part.sentences], about=about
                )
                before = []

    def _about(self, placed: PlacedTopic, *, below: bool = False) -> tuple[str, ...]:
        """Return the ids of a topic's papers; where it has none, those below if asked for."""
        papers = placed.topic.papers or (placed.topic.all_papers() if below else ())
        return tuple(map(self.ids.short, papers))
