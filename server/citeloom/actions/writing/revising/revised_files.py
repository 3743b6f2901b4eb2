"""Revised texts as one text that waits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from citeloom.actions.writing.revising.new_sentences import Made
from citeloom.actions.writing.waiting import PassageChange, WaitingText, WovenSentences
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.section.marked_text import ids_of_others
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Origin
from citeloom.placing.revising.replacing import RevisedText, file_text, with_new_id

WHAT = "the revised text"


@dataclass(frozen=True)
class RevisedBlock:
    """A marked text of a file, and how it reads after the change."""

    document: Document
    block: MarkedBlock
    after: RevisedText


def waiting_revision(
    project: Project,
    revised: Sequence[RevisedBlock],
    title: str,
    made: Made,
    trace: Mapping[str, Any] = MappingProxyType({}),
) -> WaitingText:
    """Return revised texts as one that waits; ``title`` says what was done, ``trace`` how."""
    first = revised[0].after.record.origin
    changes = tuple(_changes(project, _with_free_ids(project, revised)))
    return WaitingText(
        project.root,
        WovenSentences(changes, WHAT),
        (f"{made.by_model}: {title}" if made.by_model else title,),
        Origin(made.by_model or first.method, first.seed, first.made_from),
        made.warnings,
        bool(made.by_model),
        made.usage,
        made.currency,
        dict(trace),
    )


def _with_free_ids(project: Project, revised: Sequence[RevisedBlock]) -> list[RevisedBlock]:
    """Return revised texts, each under an id that no other text of the project has."""
    given: set[str] = set()
    free = []
    for each in revised:
        after, record = each.after, each.after.record
        if record.id != each.block.id:
            taken = ids_of_others(project, each.document, each.block) | given
            after = replace(after, record=with_new_id(record, taken))
        given.add(after.record.id)
        free.append(replace(each, after=after))
    return free


def _changes(project: Project, revised: Sequence[RevisedBlock]) -> Iterator[PassageChange]:
    for path in dict.fromkeys(each.document.path for each in revised):
        own = [each for each in revised if each.document.path == path]
        document = own[0].document
        after = document.text
        for each in sorted(own, key=lambda it: it.block.begin.start, reverse=True):
            after = file_text(after, each.block, each.after)
        records, ids = [it.after.record for it in own], [it.block.id for it in own]
        yield PassageChange.of(document, after, records, ids, project.root)
