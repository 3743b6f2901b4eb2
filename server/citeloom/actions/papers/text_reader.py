"""Read full texts in processes of their own, because a PDF may be hostile or large."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Self, TypeVar

from pydantic import TypeAdapter, ValidationError

from citeloom.jobs.job import JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.keeping.reading import LARGEST_PDF, read_file
from citeloom.papers.fulltext.memory_limit import limit_reading, read_limited
from citeloom.papers.fulltext.text import FirstPage, Form, FullText, Unreadable

_Read = TypeVar("_Read")

SECONDS = 120.0
"""How long reading one text, or one batch of first pages, may take."""

BATCH = 25
"""First pages that one process reads."""

_TEXT: TypeAdapter[tuple[FullText, str]] = TypeAdapter(tuple[FullText, str])
_OPENINGS: TypeAdapter[list[str | None]] = TypeAdapter(list[str | None])
_FIRST_PAGES: TypeAdapter[list[FirstPage | None]] = TypeAdapter(list[FirstPage | None])


class TextReader:
    """Reads full texts, each in a process that is started for it and ends with it.

    An asynchronous context manager; leaving it ends all processes that still read.

    Parameters
    ----------
    seconds
        How long one process may take.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._jobs = Jobs(2, expected=(Unreadable,))
        self._seconds = seconds
        self._numbers = count()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._jobs.close()

    async def read(self, form: Form, data: bytes) -> tuple[FullText, str]:
        """Return a full text and, for a PDF, the lines of its first page.

        Raises
        ------
        Unreadable
            If the bytes give none, or reading them takes too long or ends the process.
        """
        return await self._run("read_text", (form, data), _TEXT)

    async def openings(self, paths: Sequence[Path]) -> Mapping[Path, str]:
        """Return the lines of the first page of each PDF that can be read."""
        return await self._of_each("read_openings", paths, _OPENINGS)

    async def first_pages(self, paths: Sequence[Path]) -> Mapping[Path, FirstPage]:
        """Return the first page and the abstract of each PDF that can be read."""
        return await self._of_each("read_first_pages", paths, _FIRST_PAGES)

    async def _of_each(
        self, task: str, paths: Sequence[Path], results: TypeAdapter[list[_Read | None]]
    ) -> dict[Path, _Read]:
        found: dict[Path, _Read] = {}
        for start in range(0, len(paths), BATCH):
            some = tuple(paths[start : start + BATCH])
            try:
                read = await self._run(task, some, results, may_read=some)
                found |= {path: it for path, it in zip(some, read, strict=True) if it is not None}
            except Unreadable:
                # One of them is to blame: the others are read without it.
                for path in some if len(some) > 1 else ():
                    found |= await self._of_each(task, (path,), results)
        return found

    async def _run(
        self,
        task: str,
        argument: object,
        result: TypeAdapter[_Read],
        may_read: Sequence[Path] = (),
    ) -> _Read:
        job = self._jobs.start(
            f"{__name__}:{task}", argument, key=str(next(self._numbers)), may_read=may_read
        )
        try:
            async with asyncio.timeout(self._seconds):
                return result.validate_json(str(await job.result()))
        except TimeoutError:
            raise Unreadable(f"reading it took longer than {self._seconds:g} s") from None
        except (JobFailed, ValidationError) as error:
            raise Unreadable(f"reading it failed: {error}") from error
        finally:
            job.cancel()


def read_text(task: tuple[Form, bytes], _progress: object) -> str:
    """Read a full text, in a job's process."""
    form, data = task
    text = read_limited(form, data)
    if text.form is not Form.PDF:
        return _json((text, ""))
    from citeloom.papers.fulltext.pdf.read import opening_of

    return _json((text, opening_of(data)))


def read_openings(paths: tuple[Path, ...], _progress: object) -> str:
    """Read first pages in a job's process, one for each path; None for an unreadable file."""
    from citeloom.papers.fulltext.pdf.read import opening_of

    return _read_each(paths, opening_of)


def read_first_pages(paths: tuple[Path, ...], _progress: object) -> str:
    """Read first pages with abstracts in a job's process; None for an unreadable file."""
    from citeloom.papers.fulltext.pdf.read import first_page_of

    return _read_each(paths, first_page_of)


def _read_each(paths: tuple[Path, ...], read: Callable[[bytes], object]) -> str:
    limit_reading()
    found: list[object] = []
    for path in paths:
        try:
            found.append(read(read_file(path, LARGEST_PDF)))
        except (OSError, Unreadable, MemoryError):
            found.append(None)
    return _json(found)


def _json(value: object) -> str:
    return json.dumps(value, default=asdict, ensure_ascii=False)
