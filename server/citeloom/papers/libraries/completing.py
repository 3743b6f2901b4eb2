"""The user's own libraries: they fill the gaps of papers, and can be read as a whole."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from citeloom.papers.collection import NO_EMBEDDER, CorpusError, Hit, Vectors
from citeloom.papers.identity import asked_id, identifier_ids, title_id
from citeloom.papers.libraries.index_files import index_file, remove_old_indexes
from citeloom.papers.libraries.port import Library, LibraryError
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.papers.store.trust import fill_gaps

if TYPE_CHECKING:
    from citeloom.papers.paper_index import PaperIndex

_Answer = TypeVar("_Answer")

SECONDS_KEPT = 60.0
"""How long an answer counts without a look at the libraries' files."""

MOST_KEPT = 10_000


class OwnLibraries:
    """The user's own libraries, as kept in the data folder. Threads may share it.

    Parameters
    ----------
    data_folder
        Where what they say is kept.
    libraries
        Those that are asked, the first first.
    """

    def __init__(self, data_folder: Path, libraries: Sequence[Library] = ()) -> None:
        self._libraries = tuple(libraries)
        self._indexes = [_index_of(library, data_folder) for library in libraries]
        self._lock = Lock()
        self._kept: dict[str, Paper | None] = {}
        self._notes: tuple[str, ...] = ()
        self._states: tuple[str, ...] = ()
        self._unread: dict[str, None] = {}
        self._looked = -SECONDS_KEPT

    def fill(self, papers: Sequence[Paper]) -> tuple[tuple[Paper, ...], tuple[str, ...]]:
        """Return the papers with the fields that they lack, and why a library was not read.

        Nobody is asked. Of a library that cannot be read now, what it said before counts.
        """
        if not self._indexes or not papers:
            return tuple(papers), ()
        with self._lock:
            self._look()
            names = {paper.id: f"{asked_id(paper)} {paper.keys}" for paper in papers}
            new = [paper for paper in papers if names[paper.id] not in self._kept]
            found = self._find(new) if new else {}
            self._kept |= {names[paper.id]: found.get(paper.id) for paper in new}
            known = [self._kept[names[paper.id]] for paper in papers]
            if len(self._kept) > MOST_KEPT:
                self._kept = {}
            filled = (
                fill_gaps(own, it) if it else own for own, it in zip(papers, known, strict=True)
            )
            return tuple(filled), self._notes

    def files(self, papers: Sequence[Paper]) -> Mapping[str, tuple[tuple[str, Path], ...]]:
        """Return where the libraries have PDFs of papers: paper id to sources and paths.

        None is opened.
        """
        found: dict[str, tuple[tuple[str, Path], ...]] = {}
        with self._lock:
            self._look()
            for library, paths_of in self._answers(partial(_files_in, papers=papers)):
                for name, paths in paths_of.items():
                    of_library = ((library.name, path) for path in paths)
                    found[name] = (*found.get(name, ()), *of_library)
        return found

    embedding = NO_EMBEDDER

    def by_words(self, text: str, most: int) -> list[Hit]:
        """Return the papers with words of a text and their scores, the best of all first.

        They come with plain abstracts and with ids, but without keys, which are no keys of any
        draft.
        """
        found: list[Hit] = []
        with self._lock:
            self._look(anew=True)
            for _, hits in self._answers(lambda _, index: index.by_words(text, most)):
                found += hits
        best = sorted(found, key=lambda hit: -hit.score)[:most]
        return [Hit(_named(hit.paper), hit.score) for hit in best]

    def by_vector(self, _vector: Vectors, _most: int) -> list[Hit]:
        """Return nothing: these papers have no vectors."""
        return []

    def some(self, most: int) -> list[Paper]:
        """Return papers from all over the libraries, about so many of each that has as many."""
        found: list[Paper] = []
        with self._lock:
            self._look()
            for _, papers in self._answers(lambda _, index: index.some(most)):
                found += map(_named, papers)
        return found[:most]

    def close(self) -> None:
        """Do nothing: a library is opened for each question."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Why a library was not read, or not all of it, when they were last looked at."""
        return self._notes

    @property
    def unread(self) -> tuple[str, ...]:
        """The sources (``zotero``) that could not be read, or not all of them, without paths."""
        return tuple(self._unread)

    def _answers(
        self, ask: Callable[[Library, "PaperIndex"], _Answer]
    ) -> Iterator[tuple[Library, _Answer]]:
        """Yield what the libraries that are there answer, each when it is its turn."""
        for library, index, state in zip(self._libraries, self._indexes, self._states, strict=True):
            if state:
                try:
                    answer = ask(library, index)
                except (CorpusError, ValueError, TypeError):
                    # The index was removed, or its file holds something else.
                    self._unread[library.name] = None
                else:
                    yield library, answer

    def _look(self, *, anew: bool = False) -> None:
        """Read again what has changed, if that was not looked at just now or is wanted ``anew``."""
        if not anew and monotonic() - self._looked < SECONDS_KEPT:
            return
        states: list[str] = []
        notes: list[str] = []
        self._unread = {}
        for library, index in zip(self._libraries, self._indexes, strict=True):
            name = source_name(library.name)
            count = len(notes)
            try:
                state = index.refresh(library)
                remove_old_indexes(index.path, library.name)
                states.append(state)
            except LibraryError as error:
                notes.append(f"{name} cannot be read now ({library.place}): {error}")
            except (OSError, CorpusError) as error:
                notes.append(f"data from {name} cannot be saved: {error.__cause__ or error}")
            if len(notes) > count:
                states.append(index.kept_state())
                self._unread[library.name] = None
        if tuple(states) != self._states:
            self._kept = {}
        self._states, self._notes, self._looked = tuple(states), tuple(notes), monotonic()

    def _find(self, papers: Sequence[Paper]) -> dict[str, Paper]:
        found: dict[str, Paper] = {}

        def find(_: Library, index: "PaperIndex") -> dict[str, Paper]:
            left = [it for it in papers if it.id not in found or not found[it.id].abstract]
            return _found_in(index, left)

        for _, found_here in self._answers(find):
            for name, paper in found_here.items():
                found[name] = fill_gaps(found[name], paper) if name in found else paper
        return found


def _named(paper: Paper) -> Paper:
    """Return a paper as a draft may take it: with an id and a plain abstract, without keys."""
    from citeloom.papers.libraries.proving import cleaned_paper

    name = next(iter(identifier_ids(paper)), title_id(paper))
    return replace(cleaned_paper(paper), id=name, keys=())


def _index_of(library: Library, data_folder: Path) -> "PaperIndex":
    # Imported where there is a library: most people name none.
    from citeloom.papers.paper_index import PaperIndex

    return PaperIndex(index_file(data_folder, library.name, library.paths), library.name)


def _files_in(
    library: Library, index: "PaperIndex", papers: Sequence[Paper]
) -> dict[str, list[Path]]:
    from citeloom.papers.libraries.proving import proved_paper

    found = {}
    for paper, exact, near in zip(
        papers, _exact_candidates(index, papers), index.near(papers), strict=True
    ):
        candidates = dict((*exact, *near))
        proved = [
            number for number, other in sorted(candidates.items()) if proved_paper(paper, [other])
        ]
        found[paper.id] = [path for path in index.files(proved) if library.may_read(path)]
    return found


def _found_in(index: "PaperIndex", papers: Sequence[Paper]) -> dict[str, Paper]:
    from citeloom.papers.libraries.proving import proved_paper

    found: dict[str, Paper] = {}
    left = list(papers)
    for look in (partial(_exact_candidates, index), index.near):
        for paper, of_paper in zip(left, look(left), strict=True):
            candidates = [candidate for _, candidate in sorted(dict(of_paper).items())]
            if proved := proved_paper(paper, candidates):
                found[paper.id] = proved
        left = [paper for paper in left if paper.id not in found]
    return found


def _exact_candidates(
    index: "PaperIndex", papers: Sequence[Paper]
) -> list[list[tuple[int, Paper]]]:
    """Return for each paper those of a library with a key, an identifier or a title of its."""
    from citeloom.papers.paper_index import exact_names

    asked = [tuple(exact_names(paper)) for paper in papers]
    named = index.named(name for names in asked for name in names)
    return [[pair for name in names for pair in named.get(name, ())] for names in asked]
