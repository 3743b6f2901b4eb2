"""The snapshot for a handler: a document with its project, as of its message."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.context import Context, Opened, project_folder
from citeloom.draft.document import Source
from citeloom.draft.project import Project
from citeloom.editor_settings import EditorSettings
from citeloom.lsp.checks import Checks
from citeloom.lsp.client import Client
from citeloom.lsp.papers import Papers
from citeloom.lsp.texts import Buffer
from citeloom.lsp.uris import uri_of
from citeloom.problem import Place
from citeloom.settings import OUTLINE
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.edit import Edit
from citeloom_latex.lines import Unit
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.papers.knowledge import PaperDetails
    from citeloom.actions.papers.known_abstracts import KnownAbstracts
    from citeloom.actions.papers.paper_reader import PaperReader
    from citeloom.draft.folder import ProjectFolder


@dataclass(frozen=True)
class Snapshot:
    """An unchanging view of a document with its project, settings and client."""

    source: Source
    opened: Opened
    context: Context
    settings: EditorSettings
    client: Client
    unit: Unit
    buffers: Mapping[Path, Buffer]
    papers: Papers
    checks: Checks

    @property
    def project(self) -> Project:
        """The project that the document belongs to."""
        return self.opened.project

    @property
    def path(self) -> Path:
        """The document's path."""
        return self.source.path

    @property
    def is_outline(self) -> bool:
        """Whether the document is an outline, which is no part of the draft."""
        return self.path.suffix.lower() == OUTLINE

    @property
    def method(self) -> str:
        """The name of the method that is chosen."""
        return self.settings.method or self.opened.settings.method

    @property
    def data_folder(self) -> Path:
        """The folder of what is kept for the user, agreements among it."""
        return self.context.user.data_folder

    @property
    def folder(self) -> "ProjectFolder":
        """The folder of the document's project, and what may count to it."""
        return project_folder(self.project, self.path, self.context)

    @property
    def paper_reader(self) -> "PaperReader":
        """What reads the papers of the document's project."""
        return self.papers.of_project(self.project, self.context)

    async def knowledge(self, entry: ResolvedEntry) -> "PaperDetails":
        """Return what is known about an entry's paper, the store's part if it comes in time."""
        return await self.papers.details(entry, self.project, self.context)

    async def abstracts(self) -> "KnownAbstracts | None":
        """Return how many abstracts of the cited papers are known; None if that takes too long."""
        return await self.papers.abstracts(self.opened, self.context)

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position in the document."""
        return self.source.lines.offset(position.line, position.character, self.unit)

    def range(self, span: Span, source: Source | None = None) -> types.Range:
        """Return a span, of the document or of another one, as a range."""
        lines = (source or self.source).lines
        return types.Range(
            types.Position(*lines.position(span.start, self.unit)),
            types.Position(*lines.position(span.end, self.unit)),
        )

    def uri(self, path: Path) -> str:
        """Return the URI of a file: the client's own where it has the file open."""
        return self.buffers[path].uri if path in self.buffers else uri_of(path)

    def location(self, source: Source, span: Span) -> types.Location:
        """Return a place as a location."""
        return types.Location(self.uri(source.path), self.range(span, source))

    def range_of(self, place: Place) -> types.Range:
        """Return where a problem is: its span, or else the line that it is in."""
        source = self.project.source(place.file)
        if source is None:
            line = max(0, place.line - 1)
            return types.Range(types.Position(line, 0), types.Position(line, 0))
        if place.span is not None and len(place.span):
            return self.range(place.span, source)
        start = source.lines.start_of(max(0, place.line - 1))
        end = start + len(source.line(max(0, place.line - 1)).rstrip("\r\n"))
        return self.range(Span(start, end), source)

    def workspace_edit(self, edits: Mapping[Path, tuple[Edit, ...]]) -> types.WorkspaceEdit:
        """Return edits as the client takes them, with the versions that they are made for.

        Raises
        ------
        OutsideError
            If one changes a file outside of the project that is not the document itself.
        """
        if others := [path for path in edits if path != self.path]:
            self.folder.check(others, "changed")
        texts = {path: self._text_edits(path, own) for path, own in edits.items()}
        if not self.client.can("workspace.workspace_edit.document_changes"):
            return types.WorkspaceEdit(changes={self.uri(path): own for path, own in texts.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(
                        self.uri(path),
                        self.buffers[path].version if path in self.buffers else None,
                    ),
                    own,
                )
                for path, own in texts.items()
            ]
        )

    def _text_edits(self, path: Path, edits: tuple[Edit, ...]) -> list[types.TextEdit]:
        source = self.source if path == self.path else self.project.source(path)
        return [types.TextEdit(self.range(edit.span, source), edit.new_text) for edit in edits]


@dataclass(frozen=True)
class UnreadSnapshot:
    """A document while a large ``file`` of its project is being read; a .bib has no ``source``."""

    source: Source | None
    file: Path
    client: Client
    unit: Unit
