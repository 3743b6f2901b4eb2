"""PDFs on the user's own disk: those attached to entries, and those in named folders."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from citeloom.keeping.folders import entries_in, is_folder_itself
from citeloom.keeping.paths import path_named
from citeloom.keeping.reading import is_regular
from citeloom.papers.fulltext.reference_papers import is_opening_of
from citeloom.papers.fulltext.text import Unreadable
from citeloom.papers.paper import Paper
from citeloom_latex.bib.files import attached_files

MOST_FILES = 20_000
"""PDFs of a folder beyond this are not looked at."""

MOST_LOOKED, DEEPEST = 1_000_000, 40
"""Entries of a folder and those below that are looked at, and how deep those may be below it."""


def attached_pdfs(value: str, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the PDFs that an entry's ``file`` field names and that are there, in order.

    Parameters
    ----------
    value
        The field, as any reference manager writes it.
    folders
        Those that relative paths start from, see ``folders_of_files``.
    """
    found = (
        next((path for path in candidates if is_pdf(path)), None)
        for candidates in _candidates(value, folders)
    )
    return tuple(dict.fromkeys(path for path in found if path is not None))


def places_of_pdfs(value: str, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return where the PDFs that a ``file`` field names may be; none is looked at."""
    places = (path for candidates in _candidates(value, folders) for path in candidates)
    return tuple(dict.fromkeys(path for path in places if path.suffix.lower() == ".pdf"))


def folders_of_files(names: Iterable[str], folder: Path) -> tuple[Path, ...]:
    """Return the folders that relative paths in a .bib start from: those it names, then its own."""
    named = (path_named(folder, name) for name in names)
    return tuple(dict.fromkeys((*(path for path in named if path is not None), folder)))


def _candidates(value: str, folders: Sequence[Path]) -> Iterator[Sequence[Path]]:
    for file in attached_files(value):
        # Mendeley leaves out the slash at the beginning.
        named = [path_named(folder, file.path) for folder in folders]
        named.append(path_named(folders[-1], "/", file.path))
        yield [path for path in named if path is not None]


def pdfs_in(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the PDFs in folders and those below, in the order of their names; no link is followed.

    At most ``MOST_FILES`` of each folder are found, among ``MOST_LOOKED`` entries; a folder below
    with too many entries is left out.
    """
    for folder in folders:
        yield from islice(_pdfs_in(folder), MOST_FILES)


def _pdfs_in(top: Path) -> Iterator[Path]:
    waiting = [(top, 0)]
    looked = 0
    while waiting and looked < MOST_LOOKED:
        folder, depth = waiting.pop()
        try:
            inside = entries_in(folder)
        except OSError:
            continue
        looked += 1 + len(inside)
        if depth < DEEPEST:
            below = [folder / entry.name for entry in inside if is_folder_itself(entry)]
            waiting += [(path, depth + 1) for path in reversed(below)]
        for entry in inside:
            path = folder / entry.name
            if is_pdf(path) and not path.is_symlink():
                yield path


def proved_files(
    papers: Sequence[Paper], paths: Sequence[Path], opening: Callable[[Path], str]
) -> Mapping[str, Path]:
    """Return the file of each paper whose first page proves what it is: paper id to path.

    A file that may be several papers is nobody's; of several files of a paper the first counts.

    Parameters
    ----------
    papers
        The papers that files are wanted for.
    paths
        The files, such as those of ``pdfs_in``.
    opening
        Gives the text of a file's first page, such as by ``pdf.read.opening_of`` in a job's
        process; raises ``Unreadable``.
    """
    found: dict[str, Path] = {}
    for path in paths:
        try:
            text = opening(path)
        except (Unreadable, OSError):
            continue
        whose = [paper.id for paper in papers if is_opening_of(paper, text)]
        if len(whose) == 1:
            found.setdefault(whose[0], path)
    return found


def is_pdf(path: Path) -> bool:
    """Tell whether there is a regular file with the name of a PDF."""
    return path.suffix.lower() == ".pdf" and is_regular(path)
