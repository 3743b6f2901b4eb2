"""Find full texts of papers that were looked up: first the user's own PDFs, then the network."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from citeloom.actions.papers.text_reader import TextReader
from citeloom.keeping.reading import LARGEST_PDF, read_file
from citeloom.papers.file_state import FileState, file_state
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.cache_names import (
    name_of_attached,
    names_in_cache,
    names_of_attached,
    proved_paper,
)
from citeloom.papers.fulltext.fetch import (
    NotFetched,
    TextSearch,
    TextSource,
    Tried,
    fetch_full_text,
)
from citeloom.papers.fulltext.local import pdfs_in, proved_files
from citeloom.papers.fulltext.reference_papers import id_on_opening, is_opening_of
from citeloom.papers.fulltext.text import Form, FullText, Unreadable
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import ATTACHED_PDF, OWN_PDF, source_name
from citeloom.papers.store.trust import merge_answers
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web

AT_ONCE = 4
"""Papers whose full texts are looked for at the same time."""

NOT_PROVED = "its first page does not identify it as this paper"

DAYS_WITHOUT = 14
"""Days after which a missing full text is looked for again."""


@dataclass(frozen=True, slots=True)
class TextReport:
    """The result of a search for a full text.

    ``status`` is the form of the text that is kept now (``PDF``), or why there is none. ``notes``
    say which parts of it were left out or are doubtful, such as invisible text. ``source`` is the
    PDF on this disk that it was read from (``source_names.PDFS``); empty for one of the network.
    """

    status: str = ""
    notes: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class WantedText:
    """A paper whose full text is wanted.

    ``own`` is the paper as the .bib has it, ``outcome`` how the search for it ended, and
    ``attached`` are the PDFs that its entries name. ``of_libraries`` are those that the user's own
    libraries have of it, each with its source.
    """

    own: Paper
    outcome: Outcome
    attached: Sequence[Path] = ()
    of_libraries: Sequence[tuple[str, Path]] = ()

    @property
    def named(self) -> Sequence[tuple[str, Path]]:
        """The PDFs that entries and libraries name, each with its source, the attached first."""
        return (*((ATTACHED_PDF, path) for path in self.attached), *self.of_libraries)


@dataclass(frozen=True, slots=True)
class _LocalPdf:
    """A PDF on this disk that is proved to be a paper, and the lines of its first page."""

    path: Path
    opening: str
    source: str


@dataclass(frozen=True, slots=True)
class _Found:
    """What a search gave, and the PDF on this disk that gave it; see ``TextReport.source``."""

    search: TextSearch
    source: str = ""


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

    async def find(
        self, wanted: Sequence[WantedText], folders: Sequence[Path]
    ) -> AsyncGenerator[tuple[Outcome, TextReport], None]:
        """Look for the full text of each paper; yield each outcome with the result.

        A PDF counts only where its first page proves which paper it is. The text of an attached
        PDF is kept for its entry alone; that of the user's own PDF for all projects, under a name
        that services or the first page prove.

        Parameters
        ----------
        wanted
            The papers. Services are asked by proved identifiers alone.
        folders
            Folders of the user's own PDFs, which may be any paper.

        Raises
        ------
        OSError
            If a full text cannot be kept.
        """
        kept = {text.own.id: self._kept(text) for text in wanted}
        missing = [
            text for text in wanted if (was := kept[text.own.id]) is None or was.search.text is None
        ]
        local = await self._named(missing)
        unknown = [it for it in missing if kept[it.own.id] is None and it.own.id not in local]
        local |= await self._of_folders(unknown, folders)
        room = asyncio.Semaphore(AT_ONCE)

        async def one_of(text: WantedText) -> tuple[Outcome, TextReport]:
            name = text.own.id
            found = kept[name]
            if found is None or name in local:
                before = found.search if found else None
                async with room:
                    found = await self._search(text, local.get(name), before)
            if found.search.text is not None or name in local:
                return text.outcome, _report_of(found)
            async with room:
                return text.outcome, _report_of(found, await self._unused(text))

        tasks = [asyncio.create_task(one_of(text)) for text in wanted]
        try:
            for ended in asyncio.as_completed(tasks):
                yield await ended
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _kept(self, wanted: WantedText) -> _Found | None:
        """Return what is kept of a paper and still counts, a text before the lack of one."""
        attached = names_of_attached(wanted.own, wanted.attached)
        names = (*(name.name for name in attached), *names_in_cache(wanted.outcome))
        kept = [found for name in names if (found := self.cache.get(name))]
        if not kept or (self.refresh and self.web is not None):
            return None
        found = next((it for it in kept if it.search.text is not None), kept[0])
        old = _today() - found.day >= timedelta(days=DAYS_WITHOUT)
        if found.search.text is None and old:
            return None
        return _Found(found.search, ATTACHED_PDF if found.attached else found.source)

    async def _named(self, wanted: Sequence[WantedText]) -> dict[str, _LocalPdf]:
        """Return the first proved PDF of each paper of those that entries and libraries name."""
        paths = dict.fromkeys(path for text in wanted for _, path in text.named)
        openings = await self.reader.openings(tuple(paths))
        return {
            text.own.id: _LocalPdf(path, openings[path], source)
            for text in wanted
            for source, path in reversed(text.named)
            if is_opening_of(proved_paper(text.outcome), openings.get(path, ""))
        }

    async def _unused(self, wanted: WantedText) -> list[str]:
        """Say why none of the PDFs that entries or libraries name for a paper is its text."""
        openings = await self.reader.openings(tuple(path for _, path in wanted.named))
        reasons = []
        for source, path in wanted.named:
            said = NOT_PROVED
            if not openings.get(path):
                search = await self._read_local(path)
                said = search.tried[-1].said or said
            reasons.append(f"{source_name(source)}: {said}")
        return reasons

    async def _of_folders(
        self, wanted: Sequence[WantedText], folders: Sequence[Path]
    ) -> Mapping[str, _LocalPdf]:
        """Return the PDF in the user's own folders of each paper that has one."""
        paths = tuple(dict.fromkeys(pdfs_in(folders))) if wanted else ()
        openings = await self.reader.openings(paths)
        papers = [proved_paper(text.outcome) for text in wanted]
        found = proved_files(papers, [*openings], openings.__getitem__)
        return {name: _LocalPdf(path, openings[path], OWN_PDF) for name, path in found.items()}

    async def _search(
        self, wanted: WantedText, pdf: _LocalPdf | None, before: TextSearch | None
    ) -> _Found:
        """Look for a full text and keep the result, unless a service failed meanwhile."""
        outcome, paper = wanted.outcome, proved_paper(wanted.outcome)
        tried: tuple[Tried, ...] = ()
        if pdf is not None:
            state = file_state(pdf.path)
            search = await self._read_local(pdf.path)
            if search.text is not None and state is not None:
                self._keep_local(wanted, search, pdf, state)
                return _Found(search, pdf.source)
            tried = search.tried
        if self.web is None:
            return _Found(TextSearch(None, tried))
        if before is not None:
            return _Found(TextSearch(None, (*tried, *before.tried)))
        fetching = _Fetching(paper, self.web, self.reader)
        pages = self.web.settings.services.arxiv_pages
        pdfs = (it.pdf for it in outcome.found if it.pdf and not it.pdf.startswith(pages))
        search = await fetch_full_text(
            # Only what services have proved leads anywhere.
            paper if outcome.found else Paper(paper.id),
            fetching.get,
            fetching.read,
            pdf=next(pdfs, ""),
            arxiv=pages,
        )
        # Where no paper was found there was nowhere to look: a later fetch may know more.
        if search.text is not None or (outcome.found and not fetching.failed):
            self.cache.put(Kept(names_in_cache(outcome)[0], _today(), search))
        return _Found(TextSearch(search.text, (*tried, *search.tried)))

    async def _read_local(self, path: Path) -> TextSearch:
        source = TextSource(Form.PDF, str(path))
        try:
            text, _ = await self.reader.read(Form.PDF, read_file(path, LARGEST_PDF))
        except (OSError, Unreadable) as reason:
            return TextSearch(None, (Tried(source, str(reason)),))
        return TextSearch(text, (Tried(source),))

    def _keep_local(
        self, wanted: WantedText, search: TextSearch, pdf: _LocalPdf, state: FileState
    ) -> None:
        if pdf.source == ATTACHED_PDF:
            name = name_of_attached(wanted.own, state).name
            self.cache.put(Kept(name, _today(), search, attached=state))
            return
        outcome = wanted.outcome
        said = merge_answers(outcome.found) if outcome.found else None
        is_proved = said is not None and is_opening_of(said, pdf.opening)
        on_page = id_on_opening(proved_paper(outcome), pdf.opening)
        name = names_in_cache(outcome)[0] if is_proved else on_page
        self.cache.put(Kept(name, _today(), search, source=pdf.source))


class _Fetching:
    """Fetches one paper's full text; ``failed`` tells whether a service did not answer."""

    def __init__(self, paper: Paper, web: Web, reader: TextReader) -> None:
        self._paper, self._web, self._reader = paper, web, reader
        self.failed = False

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
            raise NotFetched("not available")
        return answer.body

    async def read(self, form: Form, data: bytes) -> FullText:
        """Read a full text, see ``fulltext.fetch.Read``; a PDF must be the paper's."""
        text, opening = await self._reader.read(form, data)
        if text.form is Form.PDF and not is_opening_of(self._paper, opening):
            raise Unreadable(NOT_PROVED)
        return text


def _report_of(found: _Found, unused: Sequence[str] = ()) -> TextReport:
    search = found.search
    if search.text is not None:
        return TextReport(search.text.form.value, search.text.notes, found.source)
    tried = (f"{attempt.source.form}: {attempt.said}" for attempt in search.tried)
    reasons = dict.fromkeys((*unused, *tried))
    return TextReport(f"none ({'; '.join(reasons)})" if reasons else ("none (no source found)"))


def _today() -> date:
    return datetime.now(UTC).date()
