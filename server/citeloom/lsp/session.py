"""The state of one connection: the only thing in this part that changes."""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.checks import Checks
from citeloom.lsp.client import Client
from citeloom.lsp.connection.brief import with_short_paths
from citeloom.lsp.own_messages import ASK_MODEL
from citeloom.lsp.papers import Papers
from citeloom.lsp.texts import Buffer
from citeloom.lsp.uris import is_file, path_of
from citeloom.problem import InputError, Place
from citeloom.visible import with_whole_signs
from citeloom_latex.lined import LinedText
from citeloom_latex.lines import Unit

if TYPE_CHECKING:
    from citeloom.actions.context import Context, Opened
    from citeloom.editor_settings import EditorSettings
    from citeloom.lsp.snapshot import Snapshot, UnreadSnapshot

logger = logging.getLogger("citeloom")

NO_KEY = "citeloom.modelKey: this is not a key; it is ignored"

MOST_PROJECTS = 8
"""Projects that are held, or as many as documents are open: half-typed ones are roots too."""

SECONDS_TRUSTED = 2.0
"""How long a project counts as unchanged on the disk; clients that watch files say it at once."""


@dataclass(frozen=True)
class _Held:
    opened: "Opened"
    generation: int
    at: float


class Session:
    """Open documents, projects as last read, settings, and what the client can do.

    What reads projects is imported with the first question about one, not at the start.
    """

    def __init__(self) -> None:
        self.client = Client()
        self.unit: Unit = "utf-16"
        self.folders: list[Path] = []
        self.buffers: dict[Path, Buffer] = {}
        self.listeners: list[Callable[[Path], None]] = []
        self.raw_settings: object = None
        self._model_keys: dict[str, str] = {}
        self.papers = Papers()
        self.checks = Checks()
        self._notes: dict[str, None] = {}
        self._said: set[str] = set()
        self._texts: dict[Path, LinedText] = {}
        self._path_of: dict[str, Path] = {}
        self._context: Context | None = None
        self._is_context_of_settings = True
        self._settings: EditorSettings | None = None
        self._folder_settings: dict[Path, EditorSettings] = {}
        self._generation = 0
        self._projects: dict[Path, _Held] = {}
        self._roots: dict[Path, Path] = {}
        self._structure: object = None

    def begin(self, params: types.InitializeParams, unit: Unit) -> None:
        """Take what the client says of itself."""
        self.unit = unit
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self.folders = [path_of(uri, Path.cwd()) for uri in uris if is_file(uri)]
        options = _own(params.initialization_options)
        takes = options.pop("takes", ()) if isinstance(options, dict) else ()
        self.client = Client(params, takes if isinstance(takes, list) else ())
        if isinstance(options, dict) and not self.hand_over(options.pop("modelKey", "")):
            self._notes[NO_KEY] = None
        self.configure(options)

    def configure(self, values: object) -> None:
        """Take settings; they are read when they are needed."""
        self.raw_settings = _own(values)
        self._settings = None
        self._folder_settings = {}
        # They say where papers of the user's own are.
        self._is_context_of_settings = False
        self.papers.forget()

    def configure_folders(self, values: Mapping[Path, object]) -> None:
        """Take the settings of single folders, where several are open; None is the window's."""
        from citeloom.editor_settings import editor_settings

        for folder, given in values.items():
            if given is None:
                continue
            settings, wrong = editor_settings(_own(given))
            self._folder_settings[folder] = settings
            self._notes = dict.fromkeys([*self._notes, *wrong])

    def settings_of(self, path: Path) -> "EditorSettings":
        """Return the settings for a file: those of its folder, if that has any of its own."""
        around = [folder for folder in self._folder_settings if path.is_relative_to(folder)]
        if not around:
            return self.settings
        return self._folder_settings[max(around, key=lambda folder: len(folder.parts))]

    def hand_over(self, key: object, host: object = "") -> bool:
        """Take a language model's key from the editor, kept here alone; tell whether it is one.

        It is for one host; without a host it is for the model that is configured. An empty one
        takes an earlier one away.
        """
        is_key = isinstance(key, str) and re.fullmatch(r"[!-~]*", key) is not None
        if is_key:
            self._model_keys[host if isinstance(host, str) else ""] = str(key)
        return is_key

    @property
    def model_key(self) -> str:
        """The key that the editor has handed over for the configured model; empty for none."""
        if any(self._model_keys):
            from citeloom.actions.user.api_keys import model_host

            if key := self._model_keys.get(model_host()):
                return key
        return self._model_keys.get("", "")

    def key_of(self, host: str) -> str:
        """Return the key for a host, whether its model is configured or not."""
        from citeloom.actions.user.api_keys import model_host

        return self.model_key if host == model_host() else self._model_keys.get(host, "")

    def bind_key(self, host: str) -> None:
        """Keep a key that was handed over without a host for this one alone."""
        key = self._model_keys.pop("", "")
        if key and host:
            self._model_keys.setdefault(host, key)

    @property
    def settings(self) -> "EditorSettings":
        """The settings; what is wrong with them is kept for `take_notes`."""
        if self._settings is None:
            from citeloom.editor_settings import editor_settings

            self._settings, wrong = editor_settings(self.raw_settings)
            self._notes = dict.fromkeys([*self._notes, *wrong])
        return self._settings

    def take_notes(self) -> list[str]:
        """Return what is wrong with the settings and was not said yet."""
        assert self.settings is not None  # Reading them finds what is wrong.
        new = [note for note in self._notes if note not in self._said]
        self._said.update(new)
        return new

    def path(self, uri: str) -> Path:
        """Return the path by which a document is known."""
        # A document that is no file stays where it was opened, whatever folders come and go.
        known = self._path_of.get(uri)
        return known or path_of(uri, self.folders[0] if self.folders else Path.cwd())

    def opened(self, item: types.TextDocumentItem) -> None:
        """Take a document over from the disk."""
        path = self.path(item.uri)
        while not is_file(item.uri) and path in self.buffers and item.uri not in self._path_of:
            path = path.with_stem(f"{path.stem}-")
        self._path_of[item.uri] = path
        content = LinedText(with_whole_signs(item.text))
        self._put(Buffer(item.uri, path, item.version, content))
        self._forget_listings([path])
        self.forget_roots()

    def changed(
        self,
        document: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        """Make the client's changes."""
        buffer = self.buffers.get(self.path(document.uri))
        if buffer is None:
            logger.warning("%s was changed, but it is not open", document.uri)
            return
        self._put(buffer.changed(changes, document.version, self.unit))

    def closed(self, uri: str) -> None:
        """Forget the editor's text of a document; the file counts again."""
        path = self.path(uri)
        self._path_of.pop(uri, None)
        self.buffers.pop(path, None)
        self._texts.pop(path, None)
        self.forget_roots()
        self._tell(path)

    def disk_changed(self, paths: Sequence[Path]) -> None:
        """Note that another program changed files."""
        from citeloom.settings import PROJECT_FILE

        self._forget_listings(paths)
        self.forget_roots()
        for path in paths:
            # The settings of a project are a part of what is read with each of its documents.
            for changed in [*self.buffers] if path.name == PROJECT_FILE else [path]:
                self._tell(changed)

    @property
    def own_folders(self) -> list[Path]:
        """The folders by which a user knows paths: those that are open, else a document's own."""
        alone = (path.parent for path in self.buffers)
        found = (
            it for it in alone if not any(it.is_relative_to(folder) for folder in self.folders)
        )
        return [*self.folders, *found]

    def name_of(self, path: Path, name: str) -> str:
        """Return the name of a draft's file; where several folders are open, with its folder."""
        return with_short_paths(str(path), self.folders) if len(self.folders) > 1 else name

    def forget_roots(self) -> None:
        """Look anew for what belongs to which project."""
        self._generation += 1
        self._roots.clear()

    def forget(self) -> None:
        """Forget everything that was read from the disk."""
        self._context = None
        self._projects.clear()
        self.papers.forget()
        self.checks.forget()
        self.forget_roots()

    @property
    def context(self) -> "Context":
        """What actions work in."""
        if self._context is None or not self._is_context_of_settings:
            self._make_context()
        assert self._context is not None
        if self._context.folders != tuple(self.folders):
            self._context = replace(self._context, folders=tuple(self.folders))
        return self._context

    def _make_context(self) -> None:
        """Make the context of the settings; one that says the same stays, with all it has read."""
        from citeloom.actions.context import context_over
        from citeloom.settings import user_settings

        user = user_settings()
        has_models = self.client.takes(ASK_MODEL)
        if self._context is None or self._context.user != user:
            self._context = context_over(self._texts, user, has_editor_models=has_models)
        self._is_context_of_settings = True

    @property
    def texts(self) -> dict[Path, str]:
        """The texts of the open documents as they are now."""
        return {path: content.text for path, content in self._texts.items()}

    def snapshot(self, uri: str) -> "Snapshot":
        """Return a document with its project.

        Raises
        ------
        InputError
            If the document cannot be read.
        """
        return self.snapshot_of(self.path(uri))

    def snapshot_of(self, path: Path) -> "Snapshot":
        """Return a document with its project, as ``snapshot`` does."""
        from citeloom.actions.context import read_apart
        from citeloom.lsp.snapshot import Snapshot

        self._check_reach(path)
        opened = self._opened(self._root_of(path))
        # Its root may not include the file yet.
        source = opened.project.source(path) or read_apart(path, opened, self.context)
        return Snapshot(
            source,
            opened,
            self.context,
            self.settings_of(opened.project.root),
            self.client,
            self.unit,
            dict(self.buffers),
            self.papers,
            self.checks,
        )

    def unread_snapshot(self, uri: str, file: Path) -> "UnreadSnapshot":
        """Return a document without its project, of which a large file is being read.

        Raises
        ------
        InputError
            If the document cannot be read.
        """
        from citeloom.actions.context import read_alone
        from citeloom.lsp.snapshot import UnreadSnapshot

        path = self.path(uri)
        self._check_reach(path)
        is_bib = path.suffix.lower() == ".bib"
        source = None if is_bib else read_alone(path, self.context)
        return UnreadSnapshot(source, file, self.client, self.unit)

    def open_projects(self) -> "list[Snapshot]":
        """Return the first open document of each project that can be read."""
        found: dict[Path, Snapshot] = {}
        for path in sorted(self.buffers):
            with suppress(InputError):
                snapshot = self.snapshot_of(path)
                found.setdefault(snapshot.project.root, snapshot)
        return list(found.values())

    def _check_reach(self, path: Path) -> None:
        """Refuse a document on a machine where nothing was opened: to read it is a connection."""
        from citeloom.keeping.paths import leads_elsewhere

        opened = (*self.folders, *self.buffers) or (Path.cwd(),)
        if all(leads_elsewhere(str(path), folder) for folder in opened):
            raise InputError("is on another machine", Place(path), "open it in the editor first")

    def _put(self, buffer: Buffer) -> None:
        self.buffers[buffer.path] = buffer
        self._texts[buffer.path] = buffer.content
        self._generation += 1
        self._tell(buffer.path)

    def _forget_listings(self, paths: Sequence[Path]) -> None:
        if self._context is not None:
            self._context.files.forget_listings(paths)

    def _tell(self, path: Path) -> None:
        for listener in self.listeners:
            listener(path)

    def _root_of(self, path: Path) -> Path:
        from citeloom.actions.context import project_root, structure_of

        structure = structure_of(self.buffers, self.context)
        if structure != self._structure:
            self._roots.clear()
            self._structure = structure
        if path not in self._roots:
            self._roots[path] = project_root(path, self.context.files, self._opened)
        return self._roots[path]

    def _opened(self, root: Path) -> "Opened":
        from citeloom.actions.context import open_root, same_reading

        held, now = self._projects.get(root), monotonic()
        if held and held.generation == self._generation and now - held.at < SECONDS_TRUSTED:
            return held.opened
        self._projects.pop(root, None)  # The one that was asked for last stands last.
        opened = open_root(root, self.context, lenient=True)
        if held and same_reading(held.opened, opened):
            opened = held.opened
        self._projects[root] = _Held(opened, self._generation, now)
        while len(self._projects) > max(MOST_PROJECTS, len(self.buffers)):
            oldest = next(iter(self._projects))
            del self._projects[oldest]
            self.checks.leave(oldest)
        return opened


def _own(values: object) -> object:
    """Return our settings, which some clients wrap in an object of our name."""
    if isinstance(values, dict) and set(values) == {"citeloom"}:
        return values["citeloom"]
    return values
