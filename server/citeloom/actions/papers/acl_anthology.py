"""Download the ACL Anthology's file with abstracts, because the user asks for it, and index it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citeloom.actions.context import Context
from citeloom.keeping.database import open_database, take_lock
from citeloom.keeping.private import open_private, remove_file
from citeloom.keeping.reading import open_file
from citeloom.methods.port import Progress
from citeloom.papers.collection import CorpusError
from citeloom.papers.libraries.acl.files import NAME, AnthologyFiles
from citeloom.papers.libraries.acl.library import SOURCE, acl_anthology, read_papers
from citeloom.papers.libraries.index_files import files_of_index, index_file
from citeloom.papers.libraries.port import LibraryError
from citeloom.papers.paper import Paper
from citeloom.papers.paper_index import PaperIndex
from citeloom.problem import InputError, Place, ServiceError
from citeloom.settings import NetworkSettings, network_settings

if TYPE_CHECKING:
    from citeloom.papers.web.web import Web

SERVICE = "acl_anthology"
COMING, INDEXING = "downloading the ACL Anthology's file, MB", "indexing its papers"

_EACH = 1000
_PIECE = 1 << 20
_WRITE = os.O_WRONLY | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class KeptAnthology:
    """What is kept of the ACL Anthology: papers, those with an abstract, bytes on the disk."""

    papers: int
    abstracts: int
    bytes: int


def anthology_host() -> str:
    """Return the host that the file comes from."""
    return urlsplit(_address(network_settings())).netloc


async def download_anthology(context: Context, progress: Progress) -> KeptAnthology:
    """Download the file and index it; where that fails, what was kept before stays."""
    from citeloom.papers.web.web import Web

    async with Web(network_settings(), context.user.data_folder) as web:
        return await download_through(web, context, progress)


async def download_through(web: "Web", context: Context, progress: Progress) -> KeptAnthology:
    """Download it through open connections; see ``download_anthology``."""
    from citeloom.papers.libraries.acl.part_file import PartFile
    from citeloom.papers.web.receiver import NotKept
    from citeloom.papers.web.service_failed import ServiceFailed

    address, files = _address(web.settings), AnthologyFiles(context.user.data_folder)
    with _alone(files):
        part = PartFile(
            files, lambda done, total: progress.stage(COMING, done // 10**6, total // 10**6)
        )
        try:
            await web.download(SERVICE, f"{address}/{NAME}", part)
        except ServiceFailed as failed:
            raise ServiceError(str(failed)) from None
        except NotKept as reason:
            raise InputError(f"{reason}; nothing was changed") from None
        return _take(files, progress)


def take_anthology(path: Path, context: Context, progress: Progress) -> KeptAnthology:
    """Keep and index a file that the user has downloaded.

    Raises
    ------
    InputError
        If it is not the Anthology's file, or cannot be kept.
    """
    files = AnthologyFiles(context.user.data_folder)
    with _alone(files):
        try:
            with (
                open_file(path) as source,
                open(open_private(files.part, _WRITE), "wb") as part,  # noqa: PTH123
            ):
                while piece := source.read(_PIECE):
                    part.write(piece)
        except OSError as error:
            raise InputError(f"cannot be copied: {error.strerror or error}", Place(path)) from None
        return _take(files, progress)


def remove_anthology(context: Context) -> int:
    """Remove the file and its index; return how many bytes they took."""
    files = AnthologyFiles(context.user.data_folder)
    index = index_file(files.folder, SOURCE)
    with _alone(files):
        there = [*files.all, *files_of_index(index)]
        size = sum(path.stat().st_size for path in there)
        for path in there:
            _remove(path)
    return size


def kept_anthology(context: Context) -> KeptAnthology | None:
    """Return what is kept; None where nothing is, or it cannot be read."""
    files = AnthologyFiles(context.user.data_folder)
    index = PaperIndex(index_file(files.folder, SOURCE), SOURCE)
    if not index.kept_state() or not files.file.exists():
        return None
    try:
        papers, abstracts = index.count(), index.count_abstracts()
        size = index.path.stat().st_size + files.file.stat().st_size
    except (OSError, CorpusError):
        return None
    return KeptAnthology(papers, abstracts, size)


def _address(network: NetworkSettings) -> str:
    services = network.services
    if not services.is_on(SERVICE):
        raise InputError(
            "the ACL Anthology is turned off",
            advice=f"turn it on with services.{SERVICE} in config.toml",
        )
    return str(getattr(services, SERVICE))


@contextmanager
def _alone(files: AnthologyFiles) -> Iterator[None]:
    """Let one program at a time change the files; it leaves no part of one behind."""
    lock = files.folder / "turns" / f"{SERVICE}-file.lock"
    try:
        with closing(open_database(lock, 0)) as connection:
            if not take_lock(connection):
                raise InputError(
                    "another Citeloom process is downloading the ACL Anthology's file",
                    advice="wait for it to finish",
                )
            files.remove_part()
            try:
                yield
            finally:
                files.remove_part()
    except sqlite3.Error as error:
        raise InputError(f"{lock} cannot be used ({error})") from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Place(files.folder)) from None


def _take(files: AnthologyFiles, progress: Progress) -> KeptAnthology:
    """Index the part, which proves that it is whole, and put it in the place of the old file."""
    progress.stage(INDEXING)

    def papers_of(file: Path) -> Iterator[Paper]:
        for number, paper in enumerate(read_papers(file)):
            if number % _EACH == 0:
                progress.stage(f"{INDEXING}, {number:,}")
            yield paper

    library = replace(acl_anthology(files.part), papers_of=papers_of)
    index = PaperIndex(index_file(files.folder, SOURCE), SOURCE)
    try:
        index.refresh(library)
        papers, abstracts = index.count(), index.count_abstracts()
    except LibraryError as error:
        raise ServiceError(
            f"the ACL Anthology's file cannot be used: {error}; nothing was changed",
            advice="try again",
        ) from None
    except CorpusError as error:
        why = getattr(error.__cause__, "strerror", None) or error.__cause__
        raise InputError(
            f"its index cannot be written: {why}; nothing was changed", Place(files.folder)
        ) from None
    files.part.replace(files.file)
    size = index.path.stat().st_size + files.file.stat().st_size
    return KeptAnthology(papers, abstracts, size)


def _remove(path: Path) -> None:
    try:
        remove_file(path)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", Place(path)) from None
