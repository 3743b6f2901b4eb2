"""The working memory: notes of a limited size, and the steps of reading that they came from."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, Field, create_model

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.clean_words import Words
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.modelled.written_text import closed_list
from citeloom.models.echoes import said_of_several
from citeloom.models.tokens import text_tokens
from citeloom.papers.kept_reading import CLOSE, OPEN, Memory, Note, ReadingStep

_SHORT = re.compile(r"\bP\d+\b")
_KEPT_ID = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")

_FEW = 3
"""Notes on fewer papers than these may all go in one step."""

_MUCH = 0.5


class AnsweredNote(BaseModel):
    """A note as a model gives it."""

    papers: list[str] = Field(description="Ids of the papers that the note is about.")
    note: Words = Field(description="Key facts about the papers, or how they relate to each other.")


class AnsweredMemory(BaseModel):
    """The whole memory as it is after a step."""

    notes: list[AnsweredNote] = Field(description="All notes that are to be kept, old and new.")


def memory_type(ids: Sequence[str]) -> type[AnsweredMemory]:
    """Return the type of a memory with its list of ids closed."""
    return _memory_type(tuple(ids))


@lru_cache(maxsize=16)
def _memory_type(ids: tuple[str, ...]) -> type[AnsweredMemory]:
    papers = Field(description=AnsweredNote.model_fields["papers"].description)
    note = create_model("Note", __base__=AnsweredNote, papers=(closed_list(ids), papers))
    notes = Field(description=AnsweredMemory.model_fields["notes"].description)
    answer: Any = list[note]
    return create_model("Memory", __base__=AnsweredMemory, notes=(answer, notes))


def updated_memory(before: Memory, answer: AnsweredMemory, ids: Collection[str]) -> Memory:
    """Return the memory that an answer gives; notes that it repeats keep their age.

    Ids that are not on the list are left out, and so are notes that name no other, and those that
    say the same of different papers.
    """
    new: dict[Note, str] = {}
    for own in answer.notes:
        papers = tuple(short for short in dict.fromkeys(own.papers) if short in ids)
        if papers and (text := MARK.sub("", own.note).strip()):
            new[Note(papers, text)] = text
    for repeated in said_of_several(new):
        del new[repeated]
    return (
        *(note for note in before if note in new),
        *(note for note in new if note not in before),
    )


def loss_check(before: Memory) -> Callable[[AnsweredMemory], None]:
    """Return a check that refuses an answer once if it has nothing on most papers noted before.

    A weak model may answer with notes on the new section alone. The second answer counts.
    """
    earlier = {short for note in before for short in note.papers}
    refused = False

    def check(answer: AnsweredMemory) -> None:
        nonlocal refused
        left = earlier - {short for note in answer.notes for short in note.papers}
        if refused or len(earlier) < _FEW or len(left) <= _MUCH * len(earlier):
            return
        refused = True
        raise ValueError(
            f"nothing is left of the notes on {', '.join(sorted(left))}; your answer replaces the "
            "memory, so repeat all notes that are still needed"
        )

    return check


def fitting_memory(memory: Memory, most: int) -> tuple[Memory, Memory]:
    """Return the memory of at most so many tokens, and the oldest notes, dropped whole for that."""
    dropped = 0
    while dropped < len(memory) and memory_tokens(memory[dropped:]) > most:
        dropped += 1
    return memory[dropped:], memory[:dropped]


def memory_json(memory: Memory) -> str:
    """Return a memory as JSON, in the form of the answer that gives it."""
    notes = [{"papers": list(note.papers), "note": note.text} for note in memory]
    return json.dumps({"notes": notes}, ensure_ascii=False)


def memory_lines(memory: Sequence[Note], own: str) -> str:
    """Return notes as lines that cite their papers; the ``own`` one, the draft, is never cited."""
    lines = []
    for note in memory:
        cited = ", ".join(short for short in note.papers if short != own)
        lines.append(f"{note.text} [{cited}]" if cited else note.text)
    return "\n".join(lines)


def memory_tokens(memory: Memory) -> int:
    """Estimate the tokens of a memory."""
    return text_tokens(memory_json(memory)) if memory else 0


OWN = "P0"
"""The short id of the draft, which is paper 0."""


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text as it is kept with names for the ids of papers."""
    return _KEPT_ID.sub(lambda found: names.get(found[1], found[1]), text)


class NotedPapers:
    """The papers that notes name: by their ids as notes are kept, by short ids as a model has them.

    The next run may have other short ids.
    """

    def __init__(self, ids: ShortIds) -> None:
        self.short = {ids.paper(short).id: short for short in ids.all} | {DRAFT: OWN}
        self.paper = {short: paper for paper, short in self.short.items()}

    def known(self, memory: Iterable[Note]) -> Memory:
        """Return the notes that name no paper which is gone."""
        return tuple(
            note
            for note in memory
            if self.short.keys() >= {*note.papers, *_KEPT_ID.findall(note.text)}
        )

    def shown(self, memory: Iterable[Note]) -> Memory:
        """Return those notes as a model has them."""
        return tuple(
            Note(tuple(map(self.short.__getitem__, note.papers)), self.shown_text(note.text))
            for note in self.known(memory)
        )

    def kept(self, memory: Iterable[Note]) -> Memory:
        """Return notes of a model as they are kept."""
        return tuple(
            Note(tuple(map(self.paper.__getitem__, note.papers)), self.kept_text(note.text))
            for note in memory
        )

    def shown_text(self, text: str) -> str:
        return with_names(text, self.short)

    def kept_text(self, text: str) -> str:
        def as_id(found: re.Match[str]) -> str:
            paper = self.paper.get(found[0])
            return f"{OPEN}{paper}{CLOSE}" if paper is not None else found[0]

        return _SHORT.sub(as_id, text.replace(OPEN, "").replace(CLOSE, ""))


@dataclass
class ReadingHistory:
    """What was read, the memory after it, why reading ended, and what the author should know.

    The memory's notes are as they are kept. ``repeated`` is the number of steps that an earlier run
    had read.
    """

    steps: list[ReadingStep] = field(default_factory=list)
    memory: Memory = ()
    ended: str = ""
    repeated: int = 0
    warnings: list[str] = field(default_factory=list)
