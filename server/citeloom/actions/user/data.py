"""What is stored on this machine, and taking it away."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.user.data_files import DataFile, data_files, remove
from citeloom.models.memo import MemoContents, read_memo
from citeloom.models.setup import MEMO
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.store.store import Store, StoreStats
from citeloom.papers.web.sent import SentLog
from citeloom.problem import InputError, Place


@dataclass(frozen=True)
class Stored:
    """The store of papers: where it lies and what it holds; None where there is none yet.

    ``full_texts`` are how many searches for full texts are kept in ``folder``, and how many bytes
    they take with what they found;
    ``sent`` is the log of what left this machine, where there is one. ``broken`` are broken
    stores that were moved aside, ``notes`` what was found on opening it, ``files`` the small
    files beside it.
    """

    path: Path
    stats: StoreStats | None
    folder: Path
    full_texts: tuple[int, int] = (0, 0)
    sent: Path | None = None
    broken: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[DataFile, ...] = ()


def answers(context: Context, *, clear: bool = False) -> MemoContents | None:
    """Say what is kept of a language model's answers; ``clear`` removes it then."""
    return read_memo(context.user.data_folder / MEMO, clear=clear)


def stored(context: Context) -> Stored:
    """Say what is stored.

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
    return Stored(path, stats, folder, full_texts, sent, _broken(path), notes, files)


def clear(context: Context) -> Stored:
    """Remove all papers and full texts, the log of what was sent, and all small files.

    What the user has agreed to is asked again then. Returns what there was.

    Raises
    ------
    InputError
        If the store cannot be changed.
    """
    before = stored(context)
    try:
        if before.stats is not None:
            with Store.open(before.path) as store:
                store.clear()
        for path in before.broken:
            path.unlink()
        FullTextCache(before.folder).clear()
        SentLog(context.user.data_folder).clear()
        for file in before.files:
            remove(file)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(before.path)) from None
    return before


def clear_full_texts(context: Context) -> Stored:
    """Remove all full texts and what they say of other papers; return what there was.

    Raises
    ------
    InputError
        If they cannot be removed.
    """
    before = stored(context)
    try:
        if before.stats is not None:
            with Store.open(before.path) as store:
                store.clear_texts()
        FullTextCache(before.folder).clear()
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(before.folder)) from None
    return before


def _broken(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(path.parent.glob(f"{path.name}.broken-*")))
