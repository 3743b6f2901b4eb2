"""OpenReview's search of notes (https://docs.openreview.net/reference/api-v2)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from pydantic import BaseModel

from citeloom.papers.found import Found
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    CANDIDATES,
    author_of,
    paper_from,
    records,
    title_words,
)
from citeloom.papers.web.web import Web


class OpenReview:
    """Searches for titles of submissions, which is all that it offers to programs without a login.

    It is asked only where the user's settings name its address.
    """

    name = "openreview"
    most = 500

    def __init__(self, web: Web) -> None:
        self._web = web
        self._search = f"{web.settings.services.openreview}/notes/search"

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return nothing: it has no open look-up by identifiers."""
        return {}

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return submissions with these words, see TitleService."""
        words = title_words(paper.title)
        if not words:
            return ()
        asked = {
            "term": words,
            "type": "terms",
            "content": "all",
            "group": "all",
            "source": "forum",
            "limit": str(CANDIDATES),
        }
        data = (await self._web.ask("openreview", self._search, params=asked)).json()
        notes = records("openreview", _Note, data, "notes")
        return [hit for note in notes if (hit := _found(note))]


class _Text(BaseModel):
    value: str | None = None


class _Texts(BaseModel):
    value: list[str] = []


class _Content(BaseModel):
    title: _Text | None = None
    abstract: _Text | None = None
    authors: _Texts | None = None
    venue: _Text | None = None


class _Note(BaseModel):
    content: _Content
    pdate: int | None = None
    cdate: int | None = None


def _found(note: _Note) -> Found | None:
    content = note.content
    paper = paper_from(
        "openreview",
        title=(content.title or _Text()).value,
        authors=tuple(author_of(name) for name in (content.authors or _Texts()).value),
        year=_year(note.pdate or note.cdate),
        venue=(content.venue or _Text()).value,
        abstract=(content.abstract or _Text()).value,
    )
    return None if paper is None else Found(paper)


def _year(milliseconds: int | None) -> int | None:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).year if milliseconds else None
    except (OverflowError, ValueError, OSError):
        return None
