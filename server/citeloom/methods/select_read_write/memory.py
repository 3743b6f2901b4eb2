"""The working memory: notes of a limited size, and the steps of reading that they came from."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, Field, create_model

from citeloom.methods.modelled.clean_words import Words
from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.modelled.written_text import closed_list
from citeloom.models.echoes import said_of_several
from citeloom.models.tokens import text_tokens

OWN = "P0"
"""The short id of the draft, which is paper 0."""

_FEW = 3
"""Notes on fewer papers than these may all go in one step."""

_MUCH = 0.5


@dataclass(frozen=True, slots=True)
class Note:
    """A note on papers, or on how several relate; they are named by their short ids."""

    papers: tuple[str, ...]
    text: str


Memory = tuple[Note, ...]
"""Notes, the oldest first."""


class SectionId(NamedTuple):
    """A section by the id of its paper and its number there, from 1."""

    paper: str
    number: int


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """A section that was read, by the paper's id and the section's number, and what was noted.

    ``back``: the walk had gone back to the draft before. ``wrong`` are choices that could not be
    read, and why. ``left_out`` are notes that the answer left out, ``dropped`` the oldest that did
    not fit. ``share`` is about how much of the section was shown. ``fault`` says why nothing was
    noted.
    """

    paper: str
    section: int
    heading: str
    reason: str = ""
    back: bool = False
    wrong: tuple[str, ...] = ()
    noted: Memory = ()
    left_out: Memory = ()
    dropped: Memory = ()
    condensed: bool = False
    share: float = 1.0
    fault: str = ""

    @property
    def place(self) -> SectionId:
        return SectionId(self.paper, self.section)


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


@dataclass
class ReadingHistory:
    """What was read, the memory after it, why reading ended, and what the author should know."""

    steps: list[ReadingStep] = field(default_factory=list)
    memory: Memory = ()
    ended: str = ""
    warnings: list[str] = field(default_factory=list)
