"""A section of the draft with its paragraphs, whoever wrote them."""

from collections.abc import Mapping
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.draft.document import Document
from citeloom.draft.section.own_text import paragraphs_of
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.placing.citation_style import citation_style
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record


class StandingSection:
    """A section of a project as it is now, with its paragraphs and its citation style.

    ``pending`` are records that are not written yet, by id.
    """

    def __init__(
        self,
        opened: Opened,
        name: str,
        pending: Mapping[str, Record] | None = None,
        file: Path | None = None,
    ) -> None:
        project = opened.project
        self.project = project
        self._pending = pending or {}
        target = opened.meant_section(name, file)
        assert target is not None
        self.style = citation_style([document.facts for document in project.documents.values()])
        self.paragraphs = paragraphs_of(project.flow, target.flow, self._record)

    def paragraph_at(self, path: Path, offset: int) -> int | None:
        """Return the number, from 1, of the paragraph at an offset of a file."""
        for number, it in enumerate(self.paragraphs, 1):
            first, *_, last = (*it.paragraph.sentences, it.paragraph.sentences[-1])
            if it.document.path == path and first.span.start <= offset <= last.span.end:
                return number
        return None

    def _record(self, document: Document, block: MarkedBlock) -> Record | None:
        if block.id in self._pending:
            return self._pending[block.id]
        return read_standing_record(self.project, document, block)
