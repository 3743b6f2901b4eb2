"""Write the text of each topic, with the whole taxonomy in view."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from pydantic import BaseModel, Field

from citeloom.grounding.sentences import sentences
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.places import Place, PlacedTopic, show_near, show_outline
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import TOKENS_A_WORD, WORDS_A_REFERENCE
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.modelled.showing_papers import (
    quote_text,
    show_draft,
    show_papers,
    without_orders,
)
from citeloom.methods.modelled.visible_words import Words
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    cited_ids,
    ids_check,
    text_type,
)
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.port import (
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Message,
    ModelError,
    Question,
    RefusedError,
)
from citeloom.papers.paper import Paper

Value = TypeVar("Value")

STEP = "texts of topics"

_ID = re.compile(r"\bP\d+\b")
_BRACKET = re.compile(r" ?\[[^\[\]]{0,300}\]")
_LEAST_WORDS = 30
_INTRODUCTION_TOKENS = 150
_MOST_IN_A_PARAGRAPH = 8


class Introduction(BaseModel):
    """What stands before the texts of the narrower topics of a topic."""

    introduction: Words = Field(
        description="What the narrower topics share and how they differ, in two to four sentences."
    )


@dataclass(frozen=True)
class TopicText:
    """The text of a topic, its citations by the ids of all references.

    ``unknown`` are ids that the model made up; they are not in the text.
    """

    placed: PlacedTopic
    text: WrittenText
    unknown: tuple[str, ...] = ()


class TopicWriter:
    """Asks for the texts of topics.

    A question names papers by ids of its own topic alone, and its answer is kept by what the text
    follows from: the topic, those above it and right inside of it, its papers and the draft. So a
    change elsewhere in the taxonomy leaves it as it is, though the whole taxonomy is shown.
    """

    def __init__(
        self,
        task: WritingTask,
        parameters: HiReviewParameters,
        ports: Ports,
        model: LanguageModel,
        ids: ShortIds,
        refused: Refused,
    ) -> None:
        self._task, self._parameters, self._ports = task, parameters, ports
        self._model, self._ids, self._refused = model, ids, refused
        self._papers = {paper.id: paper for paper in task.references}
        self._failure: ModelError | None = None
        self._searched: dict[Place, asyncio.Event] = {}

    async def write_versions(
        self, taxonomy: Taxonomy, topics: Sequence[PlacedTopic]
    ) -> list[list[TopicText]]:
        """Return the versions of the text, each a text for each topic, all asked for side by side.

        A topic of which no answer can be used has a text without words.

        Raises
        ------
        ModelError
            If the endpoint cannot be used, or no topic has an answer.
        """
        versions = range(self._parameters.versions)
        asked = [
            self._usable_text(taxonomy, placed, version)
            for version in versions
            for placed in topics
        ]
        tell = partial(self._ports.progress.stage, STEP, total=len(asked))
        tell(0)
        found = await ask_together(asked, tell)
        if self._failure is not None and not any(cited_ids(own.text) for own in found):
            raise self._failure
        return [found[len(topics) * at : len(topics) * (at + 1)] for at in versions]

    async def _usable_text(
        self, taxonomy: Taxonomy, placed: PlacedTopic, version: int
    ) -> TopicText:
        try:
            if placed.topic.papers:
                return await self._text(taxonomy, placed, version, placed.topic.papers)
            return await self._introduction(taxonomy, placed, version)
        except (AnswerError, ContextTooLongError) as error:
            self._failure = error
            return TopicText(placed, WrittenText(paragraphs=[]))

    async def _text(
        self, taxonomy: Taxonomy, placed: PlacedTopic, version: int, own: Sequence[str]
    ) -> TopicText:
        """Return the text about the papers of a topic; by halves where they do not fit."""
        papers = [self._papers[paper] for paper in own]
        ids = ShortIds(papers)

        async def ask(refused: Refused) -> WrittenText:
            return await ask_until_it_fits(
                partial(self._ask_for_text, taxonomy, placed, version, papers, ids, refused)
            )

        try:
            text = await self._ask_around(placed, version, papers, ask)
        except ContextTooLongError:
            if len(own) == 1:
                raise
            half = len(own) // 2
            parts = await ask_together(
                self._text(taxonomy, placed, version, part) for part in (own[:half], own[half:])
            )
            paragraphs = [paragraph for part in parts for paragraph in part.text.paragraphs]
            unknown = tuple(short for part in parts for short in part.unknown)
            return TopicText(placed, WrittenText(paragraphs=paragraphs), unknown)
        unknown = tuple(short for short in cited_ids(text) if short not in ids)
        return TopicText(placed, with_ids_of_all(text, ids, self._ids), unknown)

    async def _ask_around(
        self,
        placed: PlacedTopic,
        version: int,
        papers: Sequence[Paper],
        ask: Callable[[Refused], Awaitable[Value]],
    ) -> Value:
        """Ask without the papers that are refused; the first version looks for them.

        Which version meets a refusal first is chance, and each asks other questions.
        """
        searched = self._searched.setdefault(placed.place, asyncio.Event())
        if version:
            try:
                return await ask(self._refused)
            except RefusedError:
                await searched.wait()
        try:
            return await ask_around(papers, self._refused, ask)
        finally:
            searched.set()

    async def _ask_for_text(
        self,
        taxonomy: Taxonomy,
        placed: PlacedTopic,
        version: int,
        papers: Sequence[Paper],
        ids: ShortIds,
        refused: Refused,
        share: float,
    ) -> WrittenText:
        shown = refused.shown(papers)
        needed = [ids.short(paper.id) for paper in shown]
        words = self._words(len(papers))
        is_one = self._is_one_paragraph(len(papers))
        paragraphs = "one paragraph" if is_one else "paragraphs by theme"
        values = {
            "length": f"Write at most {words} words, in {paragraphs}.",
            "narrower": "yes" if placed.topic.topics else "",
            "papers": show_papers(
                shown, refused.around(self._task.surroundings), ids, self._ports.fence, share
            ),
        }
        messages, kept_as = self._messages("hireview/text", values, taxonomy, placed)
        question = Question(
            STEP,
            messages,
            text_type(needed),
            self._parameters.temperature,
            version,
            ids_check(ids, needed),
            round(words * TOKENS_A_WORD),
            kept_as,
        )
        return await ask_for_text(self._model, question)

    async def _introduction(
        self, taxonomy: Taxonomy, placed: PlacedTopic, version: int
    ) -> TopicText:
        papers = [self._papers[paper] for paper in placed.topic.all_papers()]

        async def within(share: float, refused: Refused) -> Introduction:
            values = {
                "length": "two to four" if self._parameters.has_headings else "one or two",
                "narrower": self._show_narrower(placed, refused, share),
            }
            messages, kept_as = self._messages("hireview/introduction", values, taxonomy, placed)
            question = Question(
                STEP,
                messages,
                Introduction,
                self._parameters.temperature,
                version,
                written=_INTRODUCTION_TOKENS,
                kept_as=kept_as,
            )
            return await self._model.ask(question)

        async def ask(refused: Refused) -> Introduction:
            return await ask_until_it_fits(partial(within, refused=refused))

        answer = await self._ask_around(placed, version, papers, ask)
        words = MARK.sub("", answer.introduction).strip()
        own = [WrittenSentence(text=sentence.text, cites=[]) for sentence in sentences(words)]
        paragraph = WrittenParagraph(topic=placed.topic.name, sentences=own)
        return TopicText(placed, WrittenText(paragraphs=[paragraph] if own else []))

    def _messages(
        self, prompt: str, values: Mapping[str, str], taxonomy: Taxonomy, placed: PlacedTopic
    ) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
        """Return the messages, and what their answer is kept as."""
        fence, fill = self._ports.fence, self._ports.prompts[prompt].messages
        common = {
            "language": self._task.draft.language,
            "draft": show_draft(self._task.draft, fence),
            **values,
        }
        if not self._parameters.taxonomy:
            messages = fill(outline="", topic="", **common)
            return messages, messages
        topic = fence.quote(" > ".join(placed.path))
        outline = fence.quote(show_outline(taxonomy.topics))
        near = fence.quote(show_near(placed))
        return (
            fill(outline=outline, topic=topic, **common),
            fill(outline=near, topic=topic, **common),
        )

    def _is_one_paragraph(self, papers: int) -> bool:
        """Tell whether the text about so many papers is a single paragraph."""
        if self._task.paragraphs is not None and not self._parameters.has_headings:
            return True
        return papers <= _MOST_IN_A_PARAGRAPH

    def _words(self, papers: int) -> int:
        asked = self._task.words
        each = asked / len(self._task.references) if asked else WORDS_A_REFERENCE
        return max(_LEAST_WORDS, round(each * papers))

    def _show_narrower(self, placed: PlacedTopic, refused: Refused, share: float) -> str:
        """Return the narrower topics, each with the titles of its papers."""
        parts = []
        for inner in placed.topic.topics:
            papers = refused.shown(self._papers[paper] for paper in inner.all_papers())
            titles = [title for paper in papers if (title := without_orders(paper.title))]
            kept = titles[: max(1, round(len(titles) * share))]
            parts.append(quote_text("\n".join([f"{inner.name}:", *kept]), "", self._ports.fence))
        return "\n\n".join(parts)


def with_ids_of_all(text: WrittenText, own: ShortIds, ids: ShortIds) -> WrittenText:
    """Return a text with the ids of all references in the place of a topic's own.

    Ids in brackets that are not on the topic's list are left out: of all references they would be
    other papers. A word like P3 stays as it is where a paper of the topic uses it.
    """
    papers = [own.paper(short) for short in own.all]
    said = {word for paper in papers for word in _ID.findall(f"{paper.title} {paper.abstract}")}

    def of_all(short: str) -> str:
        return ids.short(own.paper(short).id)

    def bare(found: re.Match[str]) -> str:
        return of_all(found[0]) if found[0] in own and found[0] not in said else found[0]

    def bracket(found: re.Match[str]) -> str:
        named = _ID.findall(found[0])
        if not named:
            return found[0]
        known = [of_all(short) for short in dict.fromkeys(named) if short in own]
        return f"{' ' * found[0].startswith(' ')}[{', '.join(known)}]" if known else ""

    def in_words(words: str) -> str:
        parts, at = [], 0
        for found in _BRACKET.finditer(words):
            parts += [_ID.sub(bare, words[at : found.start()]), bracket(found)]
            at = found.end()
        return "".join((*parts, _ID.sub(bare, words[at:])))

    paragraphs = [
        WrittenParagraph(
            topic=in_words(paragraph.topic),
            sentences=[
                WrittenSentence(
                    text=in_words(sentence.text),
                    cites=[of_all(short) for short in sentence.cites if short in own],
                )
                for sentence in paragraph.sentences
            ],
        )
        for paragraph in text.paragraphs
    ]
    return WrittenText(paragraphs=paragraphs)
