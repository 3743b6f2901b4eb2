"""Reading: a selector chooses sections, a reader keeps notes of them (Eqs. 1 and 2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import quote_text, show_draft, show_papers
from citeloom.methods.port import Ports
from citeloom.methods.select_read_write.choosing import (
    Choice,
    choice_type,
    chosen_section,
    is_end,
)
from citeloom.methods.select_read_write.cost import CHOICE_TOKENS
from citeloom.methods.select_read_write.kept_steps import KeptSteps, known_hash, reading_name
from citeloom.methods.select_read_write.memory import (
    AnsweredMemory,
    Memory,
    fitting_memory,
    loss_check,
    memory_json,
    memory_tokens,
    memory_type,
    updated_memory,
)
from citeloom.methods.select_read_write.paper_graph import PaperGraph, graph_of
from citeloom.methods.select_read_write.parameters import Selector, SelectReadWriteParameters
from citeloom.methods.select_read_write.sections import ReadableSection
from citeloom.methods.select_read_write.steps import OWN, ReadingHistory, ReadingStep
from citeloom.methods.select_read_write.walk import SectionId, Walk, reading_order
from citeloom.methods.task import WritingTask
from citeloom.models.port import (
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Question,
    RefusedError,
)

NOTHING = "(none)"
EVERYTHING = "everything was read"

EARLIER_NOTES = (
    "the notes of {} sections come from an earlier run, which did not know what has been added "
    "since; select-read-write.earlier_notes=no reads all of them anew"
)

_MOST_REFUSALS = 2
"""Refused sections in a row after which reading ends."""

_CONDENSED = 60
_NOTES_BESIDE = 300


@dataclass(frozen=True)
class _Chosen:
    section: SectionId
    reason: str
    wrong: tuple[str, ...]


class Reading:
    """Reads the sections of a task; ``history`` holds what came of it at any time."""

    def __init__(
        self,
        task: WritingTask,
        parameters: SelectReadWriteParameters,
        ports: Ports,
        model: LanguageModel,
        ids: ShortIds,
        sections: Mapping[str, tuple[ReadableSection, ...]],
        refused: Refused,
    ) -> None:
        self.task, self.parameters, self.ports, self.model = task, parameters, ports, model
        self.ids, self.sections, self.refused = ids, sections, refused
        self.graph: PaperGraph | None = None
        if parameters.selector.has_graph:
            self.graph = graph_of(task, parameters)
        self.history = ReadingHistory()
        self._orders: dict[str, str] = {}
        self._keeping = KeptSteps(ids, sections)
        self._reading = reading_name(task, parameters, ports, model.name)
        self._known = known_hash(task, parameters, sections, self.graph)
        self._run, self._goes_on = 1, False

    async def read_all(self) -> ReadingHistory:
        """Read until the selector ends it, nothing is left, or the limit of steps is reached."""
        counts = {paper: len(own) for paper, own in self.sections.items()}
        try:
            walk = await self._repeat(Walk(counts, self.graph))
            if not self.history.ended:
                await self._read_on(walk)
                self.ports.readings.end(self._reading, self.history.ended, self._known)
        except ContextTooLongError:
            self._end_early("the model's context is too small for the notes and abstracts")
        except RefusedError:
            self._end_early("the model refuses what it would read next")
        self.history.warnings += [
            f"{name}: its full text holds what reads like instructions to a language model "
            f"('{order}'); these sentences were not shown to it"
            for name, order in self._orders.items()
        ]
        return self.history

    def short(self, paper: str) -> str:
        return OWN if paper == DRAFT else self.ids.short(paper)

    def _end_early(self, why: str) -> None:
        self.history.ended = why
        self.history.warnings.append(f"reading ended early: {why}; the text rests on what was read")

    async def _repeat(self, walk: Walk) -> Walk:
        """Take over what an earlier run has noted, as far as all that it read is as it was.

        What could not be read then is tried again; where it can be now, its notes are new, and so
        is all that follows. A reading that had ended goes on from the draft if there is more to
        know now than then.
        """
        history = self.history
        kept = self.ports.readings.get(self._reading) if self.parameters.earlier_notes else None
        if kept is None or not kept.steps:
            return walk
        self._run = kept.steps[-1].run + bool(kept.ended)
        for own, (step, memory) in zip(kept.steps, self._keeping.repeated(kept.steps), strict=True):
            start = walk.from_draft() if step.back else walk
            if not self._keeping.is_there(own) or start.fault_of(step.section):
                break
            walk = start.read(step.section)
            if step.fault:
                before = history.memory
                chosen = _Chosen(step.section, step.reason, step.wrong)
                await self._read_section(chosen, len(kept.steps), back=step.back)
                if not history.steps[-1].fault:
                    self._keep_last_step(before)
                    break
                history.steps[-1] = step
            else:
                self._note_orders(step.section)
                history.steps.append(step)
                history.memory = memory
            history.repeated += 1
        if history.repeated == len(kept.steps) and kept.ended:
            if kept.known == self._known:
                history.ended = kept.ended
                return walk
            walk, self._goes_on = walk.from_draft(), True
        if history.repeated and (kept.ended or history.repeated < len(kept.steps)):
            history.warnings.append(EARLIER_NOTES.format(history.repeated))
        return walk

    async def _read_on(self, walk: Walk) -> None:
        if self.parameters.selector.asks_model:
            await self._read_chosen(walk)
            return
        order = reading_order(walk.sections, self.parameters.selector, self.task.seed)
        for section in order:
            if section not in walk.history and section.paper not in self.refused.by_title:
                await self._read(_Chosen(section, "", ()), len(order))
        self.history.ended = EVERYTHING

    async def _read_chosen(self, walk: Walk) -> None:
        earlier = sum(step.run < self._run for step in self.history.steps)
        most = min(len(walk.history) + len(walk.unread), earlier + self.parameters.steps)
        back = self._goes_on
        while len(walk.history) < most:
            walk = walk.without((*self.refused.by_title, *self.refused.left_out))
            if not walk.unread:
                break
            if not walk.choices:
                walk, back = walk.from_draft(), True
                continue
            chosen = await self._choose(walk, most)
            if chosen is None:
                self.history.ended = "the selector ended it"
                return
            await self._read(chosen, most, back=back)
            walk, back = walk.read(chosen.section), False
        limit = f"the limit of {self.parameters.steps} sections"
        self.history.ended = limit if walk.unread else EVERYTHING

    async def _choose(self, walk: Walk, most: int) -> _Chosen | None:
        """Ask which section is next, once more after a wrong answer; None for the end.

        After a second wrong answer the nearest section is taken.
        """
        wrong: list[str] = []
        for _ in range(2):
            try:
                answer = await self._ask_selector(walk, most, wrong[-1] if wrong else "")
            except RefusedError:
                raise
            except AnswerError:
                wrong.append("no answer of the right form")
                break
            if is_end(answer.choice):
                return None
            found = chosen_section(answer.choice)
            if found is None:
                wrong.append(f"'{answer.choice}' names no section")
                continue
            section = SectionId(self._paper(found[0]), found[1])
            fault = walk.fault_of(section)
            if not fault:
                return _Chosen(section, answer.reason, tuple(wrong))
            wrong.append(f"{found[0]}/{found[1]}: {fault}")
        return _Chosen(walk.nearest, "", tuple(wrong))

    def _paper(self, short: str) -> str:
        if short == OWN:
            return DRAFT
        return self.ids.paper(short).id if short in self.ids else short

    async def _ask_selector(self, walk: Walk, most: int, rejected: str) -> Choice:
        choices = [self._name(section) for section in walk.choices]
        fence, selector = self.ports.fence, self.parameters.selector
        lines = [
            f"{self._name(section)} {self._heading(section)}".strip() for section in walk.choices
        ]

        async def within(share: float, refused: Refused) -> Choice:
            messages = self.ports.prompts["select-read-write/select"].messages(
                graph="yes" if self.graph else "",
                co_occurrence="yes" if selector is Selector.CO_OCCURRENCE else "",
                draft=show_draft(self.task.draft, fence),
                papers=self._show_papers(share, refused),
                links=self._links(),
                at=self.short(walk.at),
                memory=self._show_memory(),
                history=self._show_history(),
                choices=fence.quote("\n".join(lines)),
                left=str(most - len(walk.history)),
                rejected=rejected,
            )
            step = "selecting again" if rejected else "selecting"
            question = Question(step, messages, choice_type(choices), 0.0, written=CHOICE_TOKENS)
            return await self.model.ask(question)

        async def ask(refused: Refused) -> Choice:
            return await ask_until_it_fits(partial(within, refused=refused))

        return await ask_around(self.task.references, self.refused, ask)

    async def _read(self, chosen: _Chosen, most: int, *, back: bool = False) -> None:
        """Read a section, and keep what was noted."""
        before = self.history.memory
        await self._read_section(chosen, most, back=back)
        self._keep_last_step(before)

    def _keep_last_step(self, before: Memory) -> None:
        """Keep the last step for later runs; ``before`` is the memory that it began with."""
        number, step = len(self.history.steps) - 1, self.history.steps[-1]
        kept = self._keeping.kept(step, before, self.history.memory)
        self.ports.readings.add(self._reading, number, kept)

    async def _read_section(self, chosen: _Chosen, most: int, *, back: bool) -> None:
        """Read a section; what the model cannot or will not read leaves the memory as it is."""
        place, before = chosen.section, self.history.memory
        section = self.sections[place.paper][place.number - 1]
        self.ports.progress.stage("reading", len(self.history.steps), most)
        self._note_orders(place)
        answer, share, fault = await self._ask_reader(place, section)
        step = ReadingStep(
            place,
            section.heading,
            chosen.reason,
            back,
            chosen.wrong,
            share=share,
            fault=fault,
            run=self._run,
        )
        if answer is not None:
            allowed = (OWN, *self.ids.all)
            new = updated_memory(before, answer, allowed)
            kept, condensed, dropped = await self._fit(new)
            step = replace(
                step,
                noted=tuple(note for note in kept if note not in before),
                lost=tuple(note for note in before if note not in new),
                dropped=dropped,
                condensed=condensed,
            )
            self.history.memory = kept
        self.history.steps.append(step)
        last = self.history.steps[-_MOST_REFUSALS:]
        if len(last) == _MOST_REFUSALS and all("refuses" in step.fault for step in last):
            raise RefusedError("the model refuses the sections that it was to read", "")

    def _note_orders(self, place: SectionId) -> None:
        if orders := self.sections[place.paper][place.number - 1].orders:
            self._orders.setdefault(self._key(place.paper), orders[0])

    async def _ask_reader(
        self, place: SectionId, section: ReadableSection
    ) -> tuple[AnsweredMemory | None, float, str]:
        """Return the new memory, the share of the section that was shown, and what went wrong."""
        if not section.text:
            return None, 1.0, "it has no words that could be shown"
        memory, shown = self.history.memory, [1.0]
        short, allowed = self.short(place.paper), (OWN, *self.ids.all)
        fence, parameters = self.ports.fence, self.parameters

        async def within(share: float, refused: Refused) -> AnsweredMemory:
            shown[0] = share
            text = section.text[: round(len(section.text) * share)]
            messages = self.ports.prompts["select-read-write/read"].messages(
                language=self.task.draft.language,
                draft=show_draft(self.task.draft, fence),
                papers=self._show_papers(share, refused),
                memory=self._show_memory(),
                name=short,
                heading=quote_text(section.heading or "(none)", short, fence),
                section=quote_text(text, short, fence),
            )
            written = min(memory_tokens(memory), parameters.memory_tokens) + _NOTES_BESIDE
            question = Question(
                "reading",
                messages,
                memory_type(allowed),
                0.0,
                check=loss_check(memory),
                written=written,
            )
            return await _ask_for_memory(self.model, question)

        async def ask(refused: Refused) -> AnsweredMemory | None:
            if section.is_abstract and place.paper in refused.by_title:
                return None
            return await ask_until_it_fits(partial(within, refused=refused))

        name = f"{self._key(place.paper)}, {section.heading or 'the text without a heading'}"
        try:
            answer = await ask_around(self.task.references, self.refused, ask)
        except RefusedError:
            self.history.warnings.append(f"{name}: the model refuses this section; it was not read")
            return None, shown[0], "the model refuses it"
        except AnswerError:
            self.history.warnings.append(f"{name}: no answer could be used; nothing was noted")
            return None, shown[0], "no answer could be used"
        return answer, shown[0], "" if answer else "the model refuses its paper's abstract"

    async def _fit(self, memory: Memory) -> tuple[Memory, bool, Memory]:
        """Return the memory within its limit, whether it was condensed, and what was dropped."""
        most, size = self.parameters.memory_tokens, memory_tokens(memory)
        if size <= most:
            return memory, False, ()
        allowed = (OWN, *self.ids.all)
        messages = self.ports.prompts["select-read-write/condense"].messages(
            language=self.task.draft.language,
            share=str(max(1, _CONDENSED * most // size)),
            memory=self.ports.fence.quote(memory_json(memory)),
        )
        question = Question("condensing", messages, memory_type(allowed), 0.0, written=most)
        condensed = memory
        try:
            answer = await _ask_for_memory(self.model, question)
            condensed = updated_memory(memory, answer, allowed)
        except (AnswerError, ContextTooLongError):
            pass
        if not 0 < memory_tokens(condensed) < size:
            condensed = memory
        kept, dropped = fitting_memory(condensed, most)
        return kept, condensed is not memory, dropped

    def _show_papers(self, share: float, refused: Refused) -> str:
        papers = refused.shown(self.task.references)
        around = refused.around(self.task.surroundings)
        return show_papers(papers, around, self.ids, self.ports.fence, share)

    def _show_memory(self) -> str:
        memory = self.history.memory
        return self.ports.fence.quote(memory_json(memory)) if memory else NOTHING

    def _show_history(self) -> str:
        names = [f"{self._name(step.section)} {step.heading}" for step in self.history.steps]
        return self.ports.fence.quote("\n".join(names)) if names else NOTHING

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
        return " ".join(self.sections[section.paper][section.number - 1].heading.split())

    def _key(self, paper: str) -> str:
        if paper == DRAFT:
            return "your draft"
        own = self.ids.paper(self.ids.short(paper))
        return own.key or own.id


async def _ask_for_memory(
    model: LanguageModel, question: Question[AnsweredMemory]
) -> AnsweredMemory:
    """Return a memory; where only its check still fails, the last answer."""
    try:
        return await model.ask(question)
    except AnswerError as error:
        if isinstance(error.answer, AnsweredMemory):
            return error.answer
        raise
