"""Steps of a reading as they are kept for the draft, and as a later run has them again."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import NamedTuple

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.port import Ports
from citeloom.methods.select_read_write.memory import OWN, Memory, Note, ReadingStep
from citeloom.methods.select_read_write.parameters import Selector, SelectReadWriteParameters
from citeloom.methods.select_read_write.sections import ReadableSection
from citeloom.methods.select_read_write.walk import PaperGraph, SectionId
from citeloom.methods.task import WritingTask
from citeloom.papers.identity import text_hash
from citeloom.papers.kept_reading import CLOSE, OPEN, KeptNote, KeptStep

_PROMPTS = ("select", "read", "condense")
_SHORT = re.compile(r"\bP\d+\b")
_KEPT_ID = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")


def reading_name(
    task: WritingTask, parameters: SelectReadWriteParameters, ports: Ports, model: str
) -> str:
    """Name all that stands in every question of a reading: another name, another reading."""
    draft = task.draft
    marks = " ".join(ports.prompts[f"select-read-write/{name}"].mark for name in _PROMPTS)
    selector = parameters.selector
    seed = f" {task.seed}" if selector is Selector.RANDOM else ""
    words = _hash(draft.title, draft.abstract, draft.language)
    limits = f"{parameters.memory_tokens}{' all sections' if parameters.all_sections else ''}"
    return f"{model}; prompts {marks}; {selector.value}{seed}; {limits}; draft {words}"


def known_hash(
    task: WritingTask,
    parameters: SelectReadWriteParameters,
    sections: Mapping[str, Sequence[ReadableSection]],
    graph: PaperGraph | None,
) -> str:
    """Return a hash of all that could be read, in its order, and of what the selector saw."""
    papers = [(paper.id, paper.title, paper.abstract) for paper in task.references]
    texts = [(name, *map(section_hash, own)) for name, own in sections.items()]
    limit = parameters.steps if parameters.selector.asks_model else 0
    return _hash(papers, texts, graph.edges if graph else (), limit)


def section_hash(section: ReadableSection) -> str:
    return _hash(*astuple(section))


def _hash(*parts: object) -> str:
    return text_hash(json.dumps(parts))


class RepeatedStep(NamedTuple):
    """A kept step as this run has it, and the memory after it."""

    step: ReadingStep
    memory: Memory


class KeptSteps:
    """Turns steps with short ids into steps with ids of papers, and back."""

    def __init__(
        self,
        ids: ShortIds,
        sections: Mapping[str, Sequence[ReadableSection]],
    ) -> None:
        self._short = {ids.paper(short).id: short for short in ids.all} | {DRAFT: OWN}
        self._paper = {short: paper for paper, short in self._short.items()}
        self._key = {ids.paper(short).id: ids.paper(short).key for short in ids.all}
        self._sections = sections

    def kept(self, step: ReadingStep, before: Memory, after: Memory) -> KeptStep:
        """Return a step as it is kept, between the memory before and after it."""
        paper, number = step.section
        return KeptStep(
            paper,
            self._key.get(paper, ""),
            number,
            step.heading,
            section_hash(self._sections[paper][number - 1]),
            step.run,
            self._by_ids(step.reason),
            step.back,
            tuple(map(self._by_ids, step.wrong)),
            tuple(place for place, note in enumerate(before) if note in after),
            self._kept_notes(step.noted),
            tuple(place for place, note in enumerate(before) if note in step.lost),
            self._kept_notes(step.dropped),
            step.condensed,
            step.share,
            step.fault,
        )

    def is_there(self, kept: KeptStep) -> bool:
        """Tell whether the section that was read is there and has not changed."""
        own = self._sections.get(kept.paper, ())
        return 0 < kept.section <= len(own) and section_hash(own[kept.section - 1]) == kept.text

    def repeated(self, kept: Iterable[KeptStep]) -> Iterator[RepeatedStep]:
        """Yield kept steps as steps of this run; notes that name a paper that is gone are left out.

        To be read only as far as the sections are there.
        """
        memory: list[Note | None] = []
        for own in kept:
            noted = [self._note(note) for note in own.noted]
            after = [memory[place] for place in own.stayed] + noted
            lost = (memory[place] for place in own.left_out)
            step = ReadingStep(
                SectionId(own.paper, own.section),
                own.heading,
                self._by_shorts(own.reason),
                own.back,
                tuple(map(self._by_shorts, own.wrong)),
                _there(noted),
                _there(lost),
                _there(map(self._note, own.dropped)),
                own.condensed,
                own.share,
                own.fault,
                own.run,
            )
            memory = after
            yield RepeatedStep(step, _there(after))

    def _kept_notes(self, notes: Memory) -> tuple[KeptNote, ...]:
        return tuple(
            KeptNote(tuple(self._paper[short] for short in note.papers), self._by_ids(note.text))
            for note in notes
        )

    def _note(self, kept: KeptNote) -> Note | None:
        named = (*kept.papers, *_KEPT_ID.findall(kept.text))
        if not all(paper in self._short for paper in named):
            return None
        return Note(tuple(self._short[paper] for paper in kept.papers), self._by_shorts(kept.text))

    def _by_ids(self, text: str) -> str:
        """Return a text with the ids of papers for short ids: the next run may have others."""

        def as_id(found: re.Match[str]) -> str:
            paper = self._paper.get(found[0])
            return f"{OPEN}{paper}{CLOSE}" if paper is not None else found[0]

        return _SHORT.sub(as_id, text.replace(OPEN, "").replace(CLOSE, ""))

    def _by_shorts(self, text: str) -> str:
        return _KEPT_ID.sub(lambda found: self._short.get(found[1], found[1]), text)


def _there(notes: Iterable[Note | None]) -> Memory:
    return tuple(note for note in notes if note is not None)
