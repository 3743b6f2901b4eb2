"""Where the user's corpus is, and its store."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from citeloom.actions.context import Context
from citeloom.actions.user.sending_agreement import Receiver, has_agreed, keep_agreement
from citeloom.corpus.milvus_address import MilvusAddress, milvus_address
from citeloom.keeping.database import open_database, remove_database, take_lock
from citeloom.keeping.private import make_private_folder
from citeloom.models.keys import CORPUS_VARIABLE, key_for
from citeloom.papers.collection import NOBODY_EMBEDS, CorpusError, CorpusStore, Embedding
from citeloom.papers.paper_index import PaperIndex
from citeloom.settings import network_settings


@dataclass(frozen=True, slots=True)
class CorpusFolder:
    """A corpus in a folder, kept by SQLite."""

    path: Path

    @property
    def where(self) -> str:
        """Where it is, in words."""
        return f"in {self.path}"

    @property
    def words(self) -> str:
        """Where it is and how large, in words."""
        if not self.size:
            return f"none {self.where}; 'citeloom corpus build DUMP' makes one"
        return f"{self.where}, {self.size / 1e6:.1f} MB"

    @property
    def agreed_as(self) -> Path:
        """As what the user agrees to send its texts."""
        return self.path.absolute()

    @property
    def exists(self) -> bool:
        return PaperIndex(self._records).is_made

    @property
    def size(self) -> int:
        """Its size in bytes; 0 where a server does not say."""
        return _bytes_in(self.path)

    def remove(self) -> int:
        """Remove all of it but the lock, and return how many bytes it had.

        Raises
        ------
        CorpusError
            If another program writes it.
        OSError
            If it cannot be removed.
        """
        size = self.size
        if size:
            with self.writing():
                remove_database(self._records)
        return size

    def open_store(self) -> CorpusStore:
        """Open its store; `CorpusError` if there is none."""
        return _opened(self)

    def make_store(self, embedding: Embedding = NOBODY_EMBEDS) -> CorpusStore:
        """Open its store, which is made where there is none, for vectors of this embedding."""
        return PaperIndex(self._records).make(embedding)

    def writing(self) -> AbstractContextManager[None]:
        """Keep others from writing; the system lets go of the lock if this process is killed.

        Raises
        ------
        CorpusError
            If another process writes.
        """
        return _writing(self.path, self.where)

    @property
    def _records(self) -> Path:
        return self.path / "papers.sqlite"


@dataclass(frozen=True, slots=True)
class CorpusInMilvus:
    """A corpus on a Milvus server.

    Nothing is sent to a server beyond this machine that its user has not agreed to.

    Parameters
    ----------
    data_folder
        Of the user's, with a folder for the lock.
    is_named
        Whether the user has named it for this command, which is to agree.
    """

    address: MilvusAddress
    data_folder: Path
    is_named: bool = False

    @property
    def notes(self) -> Path:
        known_as = sha256(str(self.address).encode()).hexdigest()[:16]
        return self.data_folder / "corpora" / known_as

    @property
    def receiver(self) -> Receiver:
        """Who is sent records, and what is searched."""
        return Receiver(self.address.host, self.address.name, "corpus")

    @property
    def may_be_sent_to(self) -> bool:
        """Whether it is on this machine, or the user has agreed to it."""
        if self.address.is_local or self.is_named:
            return True
        return has_agreed(self.data_folder, self.notes, self.receiver)

    def agree(self) -> None:
        """Keep that the user agrees to sending records, and what is searched."""
        keep_agreement(self.data_folder, self.notes, self.receiver)

    @property
    def where(self) -> str:
        return f"at {self.address}"

    @property
    def words(self) -> str:
        if self.may_be_sent_to:
            return self.where
        return f"{self.where}; nothing is sent there before you agree ('citeloom corpus show')"

    @property
    def agreed_as(self) -> Path:
        return self.notes.absolute()

    @property
    def exists(self) -> bool:
        from citeloom.corpus.milvus import is_in_milvus

        return is_in_milvus(self._agreed())

    @property
    def size(self) -> int:
        return 0

    def open_store(self) -> CorpusStore:
        return _opened(self)

    def make_store(self, embedding: Embedding = NOBODY_EMBEDS) -> CorpusStore:
        from citeloom.corpus.milvus import MilvusStore

        return MilvusStore(self._agreed(), embedding)

    def writing(self) -> AbstractContextManager[None]:
        return _writing(self.notes, self.where)

    def _agreed(self) -> MilvusAddress:
        if not self.may_be_sent_to:
            raise CorpusError(
                f"your search would be sent to the Milvus server at {self.address}; nothing was "
                "sent",
                advice="run 'citeloom corpus show' in a terminal to be asked",
            )
        return self.address


CorpusPlace: TypeAlias = CorpusFolder | CorpusInMilvus


def corpus_folder(context: Context) -> CorpusFolder:
    """Return the folder of the corpus in the user's data."""
    return CorpusFolder(context.user.data_folder / "corpus")


def corpus_place(context: Context, named: str = "") -> CorpusPlace:
    """Return the corpus that the user named, else that of the settings, else that of the data.

    A folder is kept by SQLite, an address by a Milvus server.

    Raises
    ------
    CorpusError
        If it is an address, but none of a Milvus server.
    InputError
        If the settings are wrong, or the server's key holds characters that no key has.
    """
    place = named or network_settings().corpus.place
    if not place:
        return corpus_folder(context)
    address = milvus_address(place)
    if address is None:
        return CorpusFolder(Path(place).expanduser())
    token = key_for(address.host, "", ours=(CORPUS_VARIABLE,)).value
    address = replace(address, token=token)
    return CorpusInMilvus(address, context.user.data_folder, is_named=bool(named))


def _opened(place: CorpusPlace) -> CorpusStore:
    if not place.exists:
        raise CorpusError(
            f"no corpus found {place.where}",
            advice="build one with 'citeloom corpus build DUMP'",
        )
    return place.make_store()


@contextmanager
def _writing(folder: Path, where: str) -> Iterator[None]:
    """Hold a lock in a folder while a corpus is written."""
    try:
        make_private_folder(folder)
        with closing(open_database(folder / "writing.sqlite", 0)) as connection:
            if not take_lock(connection):
                raise CorpusError(
                    f"another program is building or updating the corpus {where}",
                    advice="wait for it to finish",
                )
            yield
    except (OSError, sqlite3.OperationalError) as error:
        said = getattr(error, "strerror", None) or error
        raise CorpusError(f"the corpus {where} cannot be used ({said})") from error


def _bytes_in(folder: Path) -> int:
    size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # An update may remove files meanwhile.
                size += Path(parent, name).stat().st_size
    return size
