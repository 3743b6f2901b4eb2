"""New sentences about a few papers, by a method that asks no language model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from citeloom.actions.context import Context, Opened
from citeloom.actions.writing.section import section_at
from citeloom.actions.writing.task.plan import Plan, plan_by
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from citeloom.draft.document import Document
from citeloom.methods.port import Method, Progress
from citeloom.methods.registry import METHODS, method_named
from citeloom.methods.result import SentenceKind
from citeloom.placing.record import Origin, Record, RecordedSentence, record_of
from citeloom.problem import InputError

INSTEAD = "extractive"
_VERSIONS = 3
_ALONE = {"cite_without_abstract": "true"}


@dataclass(frozen=True)
class SentenceWriter:
    """Writes for a marked text, by the method that wrote it or by the extractive one."""

    opened: Opened
    context: Context
    document: Document
    offset: int
    record: Record
    progress: Progress

    @property
    def method(self) -> Method[Any]:
        """The text's own method; one that asks a model is not asked again."""
        own = next((it for it in METHODS if it.name == self.record.origin.method), None)
        return own if own is not None and not own.uses_model else method_named(INSTEAD)

    def plan(self, keys: Sequence[str], words: int, *, leads: bool) -> Plan:
        """Plan to write a text of so many words about papers.

        Raises
        ------
        InputError
            As ``plan_by`` does.
        """
        method = self.method
        at = section_at(self.opened, self.document, self.offset)
        given = {**_ALONE, "leads": str(leads).lower()}
        request = WriteRequest(
            self.document.path,
            method=method.name,
            parameters={n: it for n, it in given.items() if n in method.parameters.model_fields},
            keys=tuple(keys),
            section=at.name if at is not None else "",
            paragraphs=1,
            words=max(1, words),
            seed=self.record.origin.seed,
            alternatives=_VERSIONS,
        )
        return plan_by(method, request, self.opened, self.context)

    async def versions(
        self, keys: Sequence[str], words: int, *, leads: bool = False
    ) -> list[tuple[RecordedSentence, ...]]:
        """Return texts that differ, each of which cites all papers.

        Raises
        ------
        InputError
            If there is none.
        """
        planned = self.plan(keys, words, leads=leads)
        written = await write(planned, self.context, self.progress)
        origin = Origin(planned.method.name, planned.task.seed, planned.task.digest)
        found = []
        for version in (written.rendered, *written.alternatives):
            sentences = tuple(
                it
                for it in record_of(version, origin).sentences()
                if not it.is_heading and (leads or it.kind is not SentenceKind.LEAD)
            )
            cited = {key for sentence in sentences for key in sentence.keys}
            if cited.issuperset(paper.key for paper in planned.task.references):
                found.append(sentences)
        if not found:
            named = ", ".join(f"'{key}'" for key in keys)
            raise InputError(f"no sentence can be written that cites {named}")
        return found
