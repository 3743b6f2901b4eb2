"""PDFs on the user's own disk: those attached to entries, and those in named folders."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from citeloom.keeping.paths import path_named
from citeloom.keeping.reading import is_regular
from citeloom.papers.fulltext.reference_papers import is_opening_of
from citeloom.papers.fulltext.text import Unreadable
from citeloom.papers.paper import Paper
from citeloom_latex.bib.files import attached_files

MOST_FILES = 20_000
"""PDFs of a folder beyond this are not looked at."""


def attached_pdfs(value: str, folder: Path) -> tuple[Path, ...]:
    """Return the PDFs that an entry's ``file`` field names and that are there, in order.

    Parameters
    ----------
    value
        The field, as any reference manager writes it.
    folder
        That of the .bib file, which relative paths start from.
    """
    found = []
    for file in attached_files(value):
        # Mendeley leaves out the slash at the beginning.
        candidates = (path_named(folder, file.path), path_named(folder, "/", file.path))
        there = next((path for path in candidates if path and _is_pdf(path)), None)
        if there is not None:
            found.append(there)
    return tuple(dict.fromkeys(found))


def pdfs_in(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the PDFs in folders and those below, in the order of their names; no link is followed.

    At most ``MOST_FILES`` of each folder.
    """
    for folder in folders:
        left = MOST_FILES
        waiting = [folder]
        while waiting and left:
            try:
                inside = sorted(waiting.pop().iterdir(), reverse=True)
            except OSError:
                continue
            waiting.extend(path for path in inside if path.is_dir() and not path.is_symlink())
            for path in reversed(inside):
                if left and _is_pdf(path) and not path.is_symlink():
                    left -= 1
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


def _is_pdf(path: Path) -> bool:
    return path.suffix.lower() == ".pdf" and is_regular(path)
