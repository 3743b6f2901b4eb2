"""Find full texts of papers that were looked up: first the user's own PDFs, then the network."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from citeloom.actions.papers.text_reader import TextReader
from citeloom.keeping.reading import LARGEST_PDF, read_file
from citeloom.papers.found import Found
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.cache_names import names_in_cache, proved_paper
from citeloom.papers.fulltext.fetch import (
    NotFetched,
    TextSearch,
    TextSource,
    Tried,
    fetch_full_text,
)
from citeloom.papers.fulltext.local import pdfs_in, proved_files
from citeloom.papers.fulltext.reference_papers import is_opening_of
from citeloom.papers.fulltext.text import Form, FullText, Unreadable
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.services.unpaywall import Unpaywall
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web

AT_ONCE = 4
"""Papers whose full texts are looked for at the same time."""

DAYS_WITHOUT = 14
"""Days after which a missing full text is looked for again."""


@dataclass(frozen=True, slots=True)
class TextReport:
    """The result of a search for a full text.

    ``status`` is the form of the text that is kept now (``HTML``), or why there is none. ``notes``
    say which parts of it were left out or are doubtful, such as invisible text.
    """

    status: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FullTextFinder:
    """Looks for full texts.

    Parameters
    ----------
    cache
        The texts that are kept.
    reader
        Reads texts in processes of their own.
    web
        Fetches texts; None to ask nobody.
    refresh
        Whether to look again for texts that are kept.
    """

    cache: FullTextCache
    reader: TextReader
    web: Web | None
    refresh: bool = False

    async def of(
        self,
        outcomes: Sequence[Outcome],
        attached: Mapping[str, Sequence[Path]],
        folders: Sequence[Path],
    ) -> AsyncGenerator[tuple[Outcome, TextReport], None]:
        """Look for the full text of each paper; yield each outcome with the result.

        A PDF counts only where its first page proves which paper it is.

        Parameters
        ----------
        outcomes
            How the searches for the papers ended. Services are asked by proved identifiers alone.
        attached
            Files that entries name, by the id of the paper.
        folders
            Folders of PDFs that may be any paper.

        Raises
        ------
        OSError
            If a full text cannot be kept.
        """
        kept = {outcome.paper.id: self._kept(outcome) for outcome in outcomes}
        missing = [outcome for outcome in outcomes if kept[outcome.paper.id] is None]
        local = await self._local([proved_paper(outcome) for outcome in missing], attached, folders)
        room = asyncio.Semaphore(AT_ONCE)

        async def one_of(outcome: Outcome) -> tuple[Outcome, TextReport]:
            search = kept[outcome.paper.id]
            if search is None:
                async with room:
                    search = await self._search(outcome, local.get(outcome.paper.id))
            return outcome, _report_of(search)

        tasks = [asyncio.create_task(one_of(outcome)) for outcome in outcomes]
        try:
            for ended in asyncio.as_completed(tasks):
                yield await ended
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _kept(self, outcome: Outcome) -> TextSearch | None:
        names = names_in_cache(outcome)
        found = next((kept for name in names if (kept := self.cache.get(name))), None)
        if found is None or (self.refresh and self.web is not None):
            return None
        old = _today() - found.at >= timedelta(days=DAYS_WITHOUT)
        return None if found.search.text is None and old else found.search

    async def _local(
        self,
        papers: Sequence[Paper],
        attached: Mapping[str, Sequence[Path]],
        folders: Sequence[Path],
    ) -> Mapping[str, Path]:
        """Return the user's own PDF of each paper that has one."""
        own = [path for paper in papers for path in attached.get(paper.id, ())]
        paths = dict.fromkeys((*own, *(pdfs_in(folders) if papers else ())))
        openings = await self.reader.openings(tuple(paths))
        found = proved_files(papers, [*openings], openings.__getitem__)
        named = {
            paper.id: path
            for paper in papers
            for path in reversed(attached.get(paper.id, ()))
            if is_opening_of(paper, openings.get(path, ""))
        }
        return {**found, **named}

    async def _search(self, outcome: Outcome, local: Path | None) -> TextSearch:
        """Look for a full text and keep the result, unless a service failed meanwhile."""
        paper = proved_paper(outcome)
        tried: tuple[Tried, ...] = ()
        if local is not None:
            search = await self._read_local(local)
            tried = search.tried
            if search.text is not None:
                self._keep(outcome, search, "")
                return search
        if self.web is None:
            return TextSearch(None, tried)
        fetching = _Fetching(paper, self.web, self.reader)
        pdf, licence = await fetching.pdf(outcome.found)
        search = await fetch_full_text(
            # Only what services have proved leads anywhere.
            paper if outcome.found else Paper(paper.id),
            fetching.get,
            fetching.read,
            pdf=pdf,
            arxiv=self.web.settings.services.arxiv_pages,
        )
        search = TextSearch(search.text, (*tried, *fetching.failures, *search.tried))
        # Where no paper was found there was nowhere to look: a later fetch may know more.
        if search.text is not None or (outcome.found and not fetching.failed):
            of_pdf = search.text is not None and search.tried[-1].source.address == pdf
            self._keep(outcome, search, licence if of_pdf else "")
        return search

    async def _read_local(self, path: Path) -> TextSearch:
        source = TextSource(Form.PDF, str(path))
        try:
            text, _ = await self.reader.read(Form.PDF, read_file(path, LARGEST_PDF))
        except (OSError, Unreadable) as reason:
            return TextSearch(None, (Tried(source, str(reason)),))
        return TextSearch(text, (Tried(source),))

    def _keep(self, outcome: Outcome, search: TextSearch, licence: str) -> None:
        self.cache.put(Kept(names_in_cache(outcome)[0], _today(), search, licence))


class _Fetching:
    """Fetches one paper's full text; ``failed`` tells whether a service did not answer."""

    def __init__(self, paper: Paper, web: Web, reader: TextReader) -> None:
        self._paper, self._web, self._reader = paper, web, reader
        self.failed = False
        self.failures: tuple[Tried, ...] = ()

    async def pdf(self, found: Sequence[Found]) -> tuple[str, str]:
        """Return the address of a PDF that may lawfully be read, and its licence."""
        pages = self._web.settings.services.arxiv_pages
        known = next(
            (answer for answer in found if answer.pdf and not answer.pdf.startswith(pages)), None
        )
        doi = self._paper.doi
        if known is not None or self._paper.arxiv_id or not found or not doi or is_arxiv_doi(doi):
            return (known.pdf, known.licence) if known else ("", "")
        try:
            said = (await Unpaywall(self._web).by_ids((self._paper,))).get(self._paper.id)
        except ServiceFailed as failed:
            self.failed = True
            self.failures = (Tried(TextSource(Form.PDF, ""), str(failed)),)
            return "", ""
        return (said.pdf, said.licence) if said else ("", "")

    async def get(self, address: str) -> bytes:
        """Fetch an address, see ``fulltext.fetch.Get``."""
        pages = self._web.settings.services.arxiv_pages
        service = "arxiv" if address.startswith(f"{pages}/") else "pdf"
        try:
            answer = await self._web.ask(service, address, accept="*/*", answers=(200, 404))
        except ServiceFailed as failed:
            self.failed = True
            raise NotFetched(str(failed)) from failed
        if answer.status == 404:
            raise NotFetched("there is none")
        return answer.body

    async def read(self, form: Form, data: bytes) -> FullText:
        """Read a full text, see ``fulltext.fetch.Read``; a PDF must be the paper's."""
        text, opening = await self._reader.read(form, data)
        if text.form is Form.PDF and not is_opening_of(self._paper, opening):
            raise Unreadable("its first page does not prove that it is this paper")
        return text


def _report_of(search: TextSearch) -> TextReport:
    if search.text is not None:
        return TextReport(search.text.form.value, search.text.notes)
    reasons = dict.fromkeys(f"{attempt.source.form}: {attempt.said}" for attempt in search.tried)
    return TextReport(f"none ({'; '.join(reasons)})" if reasons else "none (no place is known)")


def _today() -> date:
    return datetime.now(UTC).date()
