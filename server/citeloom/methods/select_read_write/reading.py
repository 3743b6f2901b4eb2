"""Reading: a selector chooses sections, a reader keeps notes of them (Eqs. 1 and 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.excerpt import order_warnings
from citeloom.methods.modelled.showing_papers import quote_text
from citeloom.methods.select_read_write.memory import (
    OWN,
    AnsweredMemory,
    Memory,
    ReadingHistory,
    ReadingStep,
    SectionId,
    fitting_memory,
    loss_check,
    memory_json,
    memory_tokens,
    memory_type,
    updated_memory,
)
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.sections import ReadableSection
from citeloom.methods.select_read_write.walk import (
    PaperGraph,
    Walk,
    choice_type,
    chosen_section,
    citation_graph,
    is_end,
)
from citeloom.methods.task import WritingTask
from citeloom.models.port import ContextTooLongError, Question, RefusedError

FREE, CO_OCCURRENCE = "free", "co-occurrence-graph"
NOTHING = "(none)"
EVERYTHING = "everything was read"

NO_LINKS = (
    "no citation links between the references were found, so they were read in no particular order"
)

_MOST_REFUSALS = 2
"""Refused sections in a row after which reading ends."""

_CONDENSED = 60
_NOTES_BESIDE = 300
_CHOICE_TOKENS = 60


class Reading:
    """Reads the sections of a task; ``history`` holds what came of it at any time.

    A model decides what is read next, along the graph of citations. ``selector`` names that: it is
    free where no link is known.
    """

    selector = "citation-graph"
    asks_selector = True

    def __init__(
        self,
        asker: Asker,
        parameters: SelectReadWriteParameters,
        sections: Mapping[str, tuple[ReadableSection, ...]],
    ) -> None:
        self.asker, self.parameters, self.sections = asker, parameters, sections
        self.history = ReadingHistory()
        task = asker.task
        self.graph = self.links(task)
        if self.graph and len(task.references) > 1 and not self.graph.edges:
            self.selector, self.graph = FREE, None
            self.history.warnings.append(NO_LINKS)
        self.short_of = {asker.ids.paper(it).id: it for it in asker.ids.all} | {DRAFT: OWN}
        self.paper_of = {short: paper for paper, short in self.short_of.items()}
        self._notes = memory_type((OWN, *asker.ids.all))
        self._share = 1.0

    def links(self, task: WritingTask) -> PaperGraph | None:
        """Return the graph that is read along; None where any section may be read next."""
        return citation_graph(task)

    async def read_all(self) -> ReadingHistory:
        """Read until the selector ends it, nothing is left, or the limit of steps is reached."""
        counts = {paper: len(own) for paper, own in self.sections.items()}
        try:
            await self.read_on(Walk(counts, self.graph))
        except ContextTooLongError:
            self._end_early("the model's context is too small for the notes and abstracts")
        except RefusedError:
            self._end_early("the model refuses what it would read next")
        self.history.warnings += order_warnings(self.asker.task.references, self.asker.ports.texts)
        return self.history

    def short(self, paper: str) -> str:
        return self.short_of[paper]

    def _end_early(self, why: str) -> None:
        self.history.ended = why
        self.history.warnings.append(
            f"reading ended early: {why}; the text uses only what was read"
        )

    async def read_on(self, walk: Walk) -> None:
        """Read the sections that the selector chooses, until it ends the reading."""
        most, back = min(len(walk.unread), self.parameters.steps), False
        while len(walk.history) < most:
            walk = walk.without((*self.asker.refused.by_title, *self.asker.refused.left_out))
            if not walk.unread:
                break
            if not walk.choices:
                walk, back = walk.from_draft(), True
                continue
            chosen = await self._choose(walk, most)
            if chosen is None:
                self.history.ended = "the selector chose to stop"
                return
            await self.read(replace(chosen, back=back), most)
            walk, back = walk.read(chosen.place), False
        limit = f"the limit of {self.parameters.steps} sections"
        self.history.ended = limit if walk.unread else EVERYTHING

    async def _choose(self, walk: Walk, most: int) -> ReadingStep | None:
        """Ask which section is next, once more after a wrong answer; None for the end.

        After a second wrong answer the nearest section is taken.
        """
        instead = OrElse(None, "the nearest section was read")
        wrong: list[str] = []
        for _ in range(2):
            question = partial(self._selecting, walk, most, wrong[-1] if wrong else "")
            answer = await self.asker.ask(self.asker.task.references, question, instead)
            if answer is None:
                wrong.append("no answer of the right form")
                break
            if is_end(answer.choice):
                return None
            found = chosen_section(answer.choice)
            if found is None:
                wrong.append(f"'{answer.choice}' names no section")
                continue
            section = SectionId(self.paper_of.get(found[0], found[0]), found[1])
            fault = walk.fault_of(section)
            if not fault:
                return replace(self.step(section, wrong), reason=answer.reason)
            wrong.append(f"{found[0]}/{found[1]}: {fault}")
        return self.step(walk.nearest, wrong)

    def _selecting(self, walk: Walk, most: int, rejected: str, shown: Shown) -> Question[Any]:
        quote = self.asker.ports.fence.quote
        choices = [self._name(section) for section in walk.choices]
        headings = [self._heading(section) for section in walk.choices]
        lines = [f"{name} {own}".strip() for name, own in zip(choices, headings, strict=True)]
        read = [f"{self._name(step.place)} {step.heading}" for step in self.history.steps]
        return shown.value(
            "selecting again" if rejected else "selecting",
            "select-read-write/select",
            choice_type(choices),
            _CHOICE_TOKENS,
            graph="yes" if self.graph else "",
            co_occurrence="yes" if self.selector == CO_OCCURRENCE else "",
            papers=shown.papers(self.asker.task.references),
            links=self._links(),
            at=self.short(walk.at),
            memory=self._show_memory(),
            history=quote("\n".join(read)) if read else NOTHING,
            choices=quote("\n".join(lines)),
            left=str(most - len(walk.history)),
            rejected=rejected,
        )

    def step(self, place: SectionId, wrong: Sequence[str] = ()) -> ReadingStep:
        return ReadingStep(*place, self._section(place).heading, wrong=tuple(wrong))

    def _section(self, place: SectionId) -> ReadableSection:
        return self.sections[place.paper][place.number - 1]

    async def read(self, step: ReadingStep, most: int) -> None:
        """Read a section; what the model cannot or will not read leaves the memory as it is."""
        steps = self.history.steps
        self.asker.ports.progress.stage("reading", len(steps), most)
        self._share = 1.0
        answer, fault = await self._ask_reader(step.place)
        step = replace(step, share=self._share, fault=fault)
        steps.append(step if answer is None else await self._remember(step, answer))
        last = steps[-_MOST_REFUSALS:]
        if len(last) == _MOST_REFUSALS and all("refuses" in own.fault for own in last):
            raise RefusedError("the model refuses the sections that it was to read", "")

    async def _remember(self, step: ReadingStep, answer: AnsweredMemory) -> ReadingStep:
        """Take over the memory of an answer, and return what has changed by the step."""
        before = self.history.memory
        new = updated_memory(before, answer, self.paper_of)
        after, condensed, dropped = await self._fit(new)
        self.history.memory = after
        return replace(
            step,
            noted=tuple(note for note in after if note not in before),
            left_out=tuple(note for note in before if note not in new),
            dropped=dropped,
            condensed=condensed,
        )

    async def _ask_reader(self, place: SectionId) -> tuple[AnsweredMemory | None, str]:
        """Return the new memory, or what went wrong."""
        section = self._section(place)
        if not section.text:
            return None, "it has no readable text"
        name = f"{self._key(place.paper)}, {section.heading or 'the text without a heading'}"
        question = partial(self._reading_question, place)
        instead = OrElse(None, f"no notes were taken on {name}")
        try:
            answer = await self.asker.ask(self.asker.task.references, question, instead)
        except RefusedError:
            self.history.warnings.append(f"{name}: the model refuses this section; it was not read")
            return None, "the model refuses it"
        if answer is None:
            if isinstance(self.asker.failure, ContextTooLongError):
                raise self.asker.failure
            return None, "no answer could be used"
        if section.is_abstract and place.paper in self.asker.refused.by_title:
            return None, "the model refuses its paper's abstract"
        return answer, ""

    def _reading_question(self, place: SectionId, shown: Shown) -> Question[Any]:
        section, self._share = self._section(place), shown.share
        memory, short = self.history.memory, self.short(place.paper)
        fence = self.asker.ports.fence
        is_refused = section.is_abstract and place.paper in shown.refused.by_title
        text = "" if is_refused else shown.cut(section.text)
        return shown.value(
            "reading",
            "select-read-write/read",
            self._notes,
            min(memory_tokens(memory), self.parameters.memory_tokens) + _NOTES_BESIDE,
            check=loss_check(memory),
            papers=shown.papers(self.asker.task.references),
            memory=self._show_memory(),
            name=short,
            heading=quote_text(section.heading or NOTHING, short, fence),
            section=quote_text(text, short, fence),
        )

    async def _fit(self, memory: Memory) -> tuple[Memory, bool, Memory]:
        """Return the memory within its limit, whether it was condensed, and what was dropped."""
        most, size = self.parameters.memory_tokens, memory_tokens(memory)
        if size <= most:
            return memory, False, ()

        def question(shown: Shown) -> Question[Any]:
            return shown.value(
                "condensing",
                "select-read-write/condense",
                self._notes,
                most,
                share=str(max(1, _CONDENSED * most // size)),
                memory=self.asker.ports.fence.quote(memory_json(memory)),
            )

        instead = OrElse(None, "the oldest notes were dropped")
        answer = await self.asker.ask((), question, instead)
        condensed = memory
        if answer is not None:
            condensed = updated_memory(memory, answer, self.paper_of)
        if not 0 < memory_tokens(condensed) < size:
            condensed = memory
        kept, dropped = fitting_memory(condensed, most)
        return kept, condensed is not memory, dropped

    def _show_memory(self) -> str:
        memory = self.history.memory
        return self.asker.ports.fence.quote(memory_json(memory)) if memory else NOTHING

    def _links(self) -> str:
        lines = []
        if self.graph:
            for paper in self.graph.references:
                near = [self.short(other) for other in self.graph.neighbourhood(paper)[2:]]
                lines += [f"{self.short(paper)}: {', '.join(near)}"] if near else []
        return "\n".join(lines) or NOTHING

    def _name(self, section: SectionId) -> str:
        return f"{self.short(section.paper)}/{section.number}"

    def _heading(self, section: SectionId) -> str:
        return " ".join(self._section(section).heading.split())

    def _key(self, paper: str) -> str:
        if paper == DRAFT:
            return "your draft"
        own = self.asker.ids.paper(self.short(paper))
        return own.key or own.id
