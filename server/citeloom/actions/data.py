"""What is stored on this machine, and taking it away."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.papers.store import Store, StoreError, StoreStats
from citeloom.problem import InputError, Place


@dataclass(frozen=True)
class Stored:
    """The store of papers: where it lies and what it holds; None where there is none yet.

    ``broken`` are broken stores that were moved aside, ``notes`` what was found on opening it.
    """

    path: Path
    stats: StoreStats | None
    broken: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()


def stored(context: Context) -> Stored:
    """Say what is stored.

    Raises
    ------
    InputError
        If the store cannot be read.
    """
    path = context.user.store
    if not path.exists():
        return Stored(path, None, _broken(path))
    try:
        with Store.open(path) as store:
            stats = store.stats()
            return Stored(path, stats, _broken(path), store.notes)
    except StoreError as error:
        raise InputError(str(error)) from None


def clear(context: Context) -> Stored:
    """Remove all papers from the store, and broken stores beside it; say what there was.

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
    except StoreError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(before.path)) from None
    return before


def _broken(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(path.parent.glob(f"{path.name}.broken-*")))
