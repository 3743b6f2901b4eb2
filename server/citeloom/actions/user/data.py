"""Show and remove what is stored on this machine."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.user.data_files import DataFile, data_files, remove
from citeloom.models.memo import MemoContents, read_memo
from citeloom.models.setup import MEMO
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.store.file import files_aside
from citeloom.papers.store.store import Store, StoreStats
from citeloom.papers.web.sent_log import SentLog
from citeloom.problem import InputError, Place


@dataclass(frozen=True)
class StoredData:
    """All that is stored: the store of papers, full texts, logs and small files.

    ``stats`` is None where there is no store yet, and ``notes`` tell what was wrong with it.
    ``full_texts`` is the number of searches for full texts in ``folder``, and their bytes with what
    they found. ``sent`` is the log of what left this machine, if there is one. ``aside`` are
    stores, broken or of an earlier version, that were moved aside.
    """

    path: Path
    stats: StoreStats | None
    folder: Path
    full_texts: tuple[int, int] = (0, 0)
    sent: Path | None = None
    aside: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[DataFile, ...] = ()


def kept_answers(context: Context, *, clear: bool = False) -> MemoContents | None:
    """Return the size of the kept answers of language models; ``clear`` then removes them."""
    return read_memo(context.user.data_folder / MEMO, clear=clear)


def stored_data(context: Context) -> StoredData:
    """Return what is stored.

    Raises
    ------
    InputError
        If the store cannot be read.
    """
    path, folder = context.user.store, context.user.full_texts
    log = SentLog(context.user.data_folder).path
    stats: StoreStats | None = None
    notes: tuple[str, ...] = ()
    files: tuple[DataFile, ...] = ()
    try:
        if path.exists():
            with Store.open(path) as store:
                stats, notes = store.stats(), store.notes
        full_texts = FullTextCache(folder).size()
        files = data_files(context.user)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(folder)) from None
    sent = log if log.exists() else None
    return StoredData(path, stats, folder, full_texts, sent, tuple(files_aside(path)), notes, files)


def clear(context: Context) -> StoredData:
    """Remove all papers and full texts, the log of what was sent, and all small files.

    The user's agreements are among them and are asked for again. Return what there was.

    Raises
    ------
    InputError
        If the store cannot be changed.
    """
    before = stored_data(context)
    try:
        if before.stats is not None:
            with Store.open(before.path) as store:
                store.clear()
        for path in before.aside:
            path.unlink()
        FullTextCache(before.folder).clear()
        SentLog(context.user.data_folder).clear()
        for file in before.files:
            remove(file)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(before.path)) from None
    return before


def clear_full_texts(context: Context) -> StoredData:
    """Remove all full texts and what they say of other papers; return what there was.

    Raises
    ------
    InputError
        If they cannot be removed.
    """
    before = stored_data(context)
    try:
        if before.stats is not None:
            with Store.open(before.path) as store:
                store.clear_texts()
        FullTextCache(before.folder).clear()
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(before.folder)) from None
    return before
