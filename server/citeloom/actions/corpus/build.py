"""Build a corpus from a dump, and bring it up to date with another."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus.lines import Lines
from citeloom.corpus.port import CorpusError
from citeloom.corpus.updating import Counts, Standing, update
from citeloom.keeping.private import make_private_folder

Report = Callable[[Standing, int], None]
"""Gets what has been done, and the bytes of the dump."""


@dataclass(frozen=True, slots=True)
class CorpusUpdate:
    """What an update did, and how many records the corpus has now."""

    done: Counts
    records: int


async def build_corpus(dump: Path, folder: CorpusFolder, report: Report) -> CorpusUpdate:
    """Build a corpus; go on with one whose building was stopped.

    Raises
    ------
    InputError
        If the dump cannot be read, or there is a corpus already.
    """
    lines = Lines(dump)
    if folder.exists and not folder.bookmark.standing(lines.fingerprint()).line:
        store = folder.open_store()
        if store.count():
            raise CorpusError(
                f"there is a corpus in {folder.path} already",
                advice="bring it up to date with 'citeloom corpus update', or name another folder",
            )
    return await _update(dump, lines.size, folder, report)


async def update_corpus(dump: Path, folder: CorpusFolder, report: Report) -> CorpusUpdate:
    """Bring a corpus up to date with a dump; see `build_corpus`.

    Raises
    ------
    InputError
        If the dump cannot be read, or there is no corpus.
    """
    folder.open_store().close()
    return await _update(dump, Lines(dump).size, folder, report)


async def _update(dump: Path, size: int, folder: CorpusFolder, report: Report) -> CorpusUpdate:
    make_private_folder(folder.path)
    with folder.writing():
        store = folder.make_store()
        try:
            done = await update(
                store, dump, None, folder.bookmark, lambda standing: report(standing, size)
            )
            return CorpusUpdate(done, store.count())
        finally:
            store.close()
