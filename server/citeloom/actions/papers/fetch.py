"""Fetch abstracts, identifiers, notices and full texts of the cited papers."""

from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citeloom.actions.context import Context, DraftTask, open_project, project_folder
from citeloom.actions.keys.undefined import undefined_key
from citeloom.actions.papers.attached import attached_files, library_pdfs
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.actions.user.service_keys import with_kept_keys
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.draft.references import cited_papers
from citeloom.methods.port import NoProgress, Progress
from citeloom.papers.completing import with_own_abstract
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName, names_in_cache, names_of_attached
from citeloom.papers.identity import identifier_ids
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.lookup import look_up
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.papers.store.store import Store
from citeloom.papers.store.trust import fill_gaps
from citeloom.papers.web.service_limits import SERVICE_LIMITS
from citeloom.problem import InputError, OutsideError, Place, Problem, Severity
from citeloom.settings import NetworkSettings, asked_services, network_settings
from citeloom_latex.bib.resolve import ResolvedEntry

if TYPE_CHECKING:
    from citeloom.actions.papers.full_texts import TextReport
    from citeloom.papers.web.web import Web

LOOKED_UP = "looked up"


@dataclass(frozen=True)
class FetchRequest:
    """What to fetch.

    Parameters
    ----------
    main
        A .tex file, to fetch the papers that its project cites; or a .bib file, to fetch them all.
    keys
        The citation keys of the entries to fetch instead.
    refresh
        Whether to ask again for what is stored.
    offline
        Whether to report what is stored and ask nobody.
    full_text
        Whether to look for full texts too.
    proves
        Whether to search for papers whose abstract the .bib has, too, until each is proved.
    """

    main: Path
    keys: Sequence[str] = ()
    refresh: bool = False
    offline: bool = False
    full_text: bool = False
    proves: bool = False


@dataclass(frozen=True)
class FetchReport:
    """The results for all entries, and notes for the user.

    ``refused`` says of which .bib files outside of the project nothing was looked up.
    """

    entries: tuple[FetchedEntry, ...]
    notes: tuple[str, ...]
    refused: OutsideError | None = None


@dataclass(frozen=True)
class FetchPlan:
    """The papers to fetch, as the .bib has them, and who may be asked.

    ``attached`` are the PDFs that entries name, by the id of the paper. ``libraries`` are read in
    the fetch. ``folder`` is that of the project; the entries of the .bib files ``outside`` are left
    out.
    """

    request: FetchRequest
    project: Project
    papers: tuple[Paper, ...]
    attached: Mapping[str, tuple[Path, ...]]
    network: NetworkSettings
    problems: tuple[Problem, ...]
    libraries: OwnLibraries
    folder: ProjectFolder
    outside: tuple[Path, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the entries, each of which gets an answer."""
        return tuple(key for paper in self.papers for key in paper.keys)

    @property
    def library_notes(self) -> tuple[Problem, ...]:
        """Why the user's own libraries were not read, or not all of them: known after the fetch."""
        return tuple(Problem(Severity.NOTE, "store", note) for note in self.libraries.notes)

    @property
    def by_title(self) -> int:
        """The number of papers that only a search by title can find."""
        return sum(
            bool(paper.title)
            and (self.request.proves or not paper.abstract)
            and not identifier_ids(paper)
            for paper in self.papers
        )

    @property
    def seconds(self) -> float:
        """The seconds that the searches by title take at the allowed rate."""
        return self.by_title * SERVICE_LIMITS["s2"].interval

    @property
    def services(self) -> tuple[str, ...]:
        """The names and hosts of the services that may be asked."""
        addresses = asked_services(self.network.services)
        if self.request.full_text:
            addresses["arxiv_pages"] = self.network.services.arxiv_pages
        said = [
            f"{source_name(service)} ({urlsplit(address).netloc})"
            for service, address in addresses.items()
        ]
        return (*said, *(["hosts of open PDFs"] if self.request.full_text else []))


@dataclass(frozen=True)
class FetchTask(DraftTask):
    """The input of a fetch in its own process."""

    request: FetchRequest


async def run_fetch(task: FetchTask, progress: Progress) -> FetchReport:
    """Fetch in the background."""
    progress.stage("reading the draft")
    return await fetch(task.request, task.context, progress)


async def fetch(
    request: FetchRequest, context: Context, progress: Progress | None = None
) -> FetchReport:
    """Fetch papers and keep what is found."""
    plan = plan_fetch(request, context)
    came = [fetched async for fetched in fetch_planned(plan, context, progress)]
    refused = OutsideError(plan.folder.path, plan.outside, LOOKED_UP) if plan.outside else None
    notes = map(str, (*plan.problems, *plan.library_notes))
    return FetchReport(tuple(came), tuple(notes), refused)


def plan_fetch(request: FetchRequest, context: Context) -> FetchPlan:
    """Read the project and return what there is to fetch; no service is asked.

    Raises
    ------
    InputError
        If the project or the user's settings cannot be read, or there is nothing to fetch; as
        OutsideError if all there is stands outside of the project.
    """
    project = open_project(request.main, context).project
    folder = project_folder(project, request.main, context)
    problems = list(project.problems)
    entries = _entries(project, request, problems)
    if not entries:
        raise InputError(
            "no entries to fetch",
            Place(request.main),
            "; ".join(str(problem) for problem in problems) or "cite papers, or name a .bib file",
        )
    outside: tuple[Path, ...] = ()
    if not request.offline and (outside := folder.outside(project.files_of(entries))):
        error = OutsideError(folder.path, outside, LOOKED_UP)
        entries = tuple(
            entry for entry in entries if set(outside).isdisjoint(project.files_of((entry,)))
        )
        if not entries:
            raise error
        problems.append(replace(error.problem, severity=Severity.WARNING))
    papers = papers_of(entries)
    network = network_settings()
    wanted = papers if request.full_text else ()
    attached = {paper.id: attached_files(project, paper) for paper in wanted}
    return FetchPlan(
        request,
        project,
        papers,
        attached,
        network if request.offline else with_kept_keys(network),
        tuple(problems),
        own_libraries(context.user),
        folder,
        outside,
    )


async def fetch_planned(
    plan: FetchPlan, context: Context, progress: Progress | None = None
) -> AsyncGenerator[FetchedEntry, None]:
    """Fetch what was planned; yield the result for each entry as soon as it is kept."""
    from citeloom.papers.web.web import Web

    web = Web(plan.network, context.user.data_folder)
    async with web, aclosing(fetch_through(web, plan, context, progress)) as fetched:
        async for entry in fetched:
            yield entry


async def fetch_through(
    web: "Web", plan: FetchPlan, context: Context, progress: Progress | None = None
) -> AsyncGenerator[FetchedEntry, None]:
    """Fetch through open connections; see ``fetch_planned``."""
    from citeloom.actions.papers.pdf_abstracts import PdfAbstracts

    shown, outcomes, libraries = progress or NoProgress(), [], plan.libraries
    with Store.open(context.user.store) as store:
        reading = PdfAbstracts(plan.project, store, libraries, plan.network.pdf_folders)
        own = await reading.read(plan.papers, shown, refresh=plan.request.refresh)
    owned, _ = libraries.fill(plan.papers)
    library = {paper.id: paper for paper in owned}
    of_bib = {paper.id: paper for paper in plan.papers}

    def ended_with(outcome: Outcome, text: "TextReport | None" = None) -> Iterator[FetchedEntry]:
        name = outcome.paper.id
        paper = fill_gaps(library[name], outcome.paper)
        paper = with_own_abstract(of_bib[name], paper, own.get(name, ()))
        name = source_name(paper.sources.get("abstract", "bib")) if paper.abstract else ""
        said = (text.status, text.notes, text.source and source_name(text.source)) if text else ()
        for key in outcome.paper.keys:
            yield FetchedEntry(key, outcome, paper, name, *said)

    shown.stage("looking papers up", 0, len(plan.papers))
    async with aclosing(_look_up(web, plan, context)) as ended:
        async for outcome in ended:
            outcomes.append(outcome)
            shown.stage("looking papers up", len(outcomes), len(plan.papers))
            if not plan.request.full_text:
                for entry in ended_with(outcome):
                    yield entry
    if not plan.request.full_text:
        return
    shown.stage("looking for full texts", 0, len(outcomes))
    done = 0
    found_texts = _find_full_texts(web, plan, context, outcomes, libraries)
    async with aclosing(found_texts) as texts:
        async for outcome, found in texts:
            done += 1
            shown.stage("looking for full texts", done, len(outcomes))
            for entry in ended_with(outcome, found):
                yield entry


async def _look_up(web: "Web", plan: FetchPlan, context: Context) -> AsyncGenerator[Outcome, None]:
    from citeloom.papers.services.all_services import services_of

    request = plan.request
    with Store.open(context.user.store) as store:
        ended = look_up(
            plan.papers,
            services_of(web),
            store,
            refresh=request.refresh,
            offline=request.offline,
            proves=request.proves,
        )
        async with aclosing(ended):
            async for outcome in ended:
                yield outcome


async def _find_full_texts(
    web: "Web",
    plan: FetchPlan,
    context: Context,
    outcomes: Sequence[Outcome],
    libraries: OwnLibraries,
) -> "AsyncGenerator[tuple[Outcome, TextReport], None]":
    from citeloom.actions.papers.full_texts import FullTextFinder, WantedText
    from citeloom.actions.papers.text_reader import TextReader

    cache = FullTextCache(context.user.full_texts)
    async with TextReader() as reader:
        texts = FullTextFinder(
            cache, reader, None if plan.request.offline else web, plan.request.refresh
        )
        own = {paper.id: paper for paper in plan.papers}
        of_libraries = library_pdfs(libraries, [outcome.paper for outcome in outcomes])
        wanted = [
            WantedText(own[name], it, plan.attached.get(name, ()), of_libraries.get(name, ()))
            for it in outcomes
            if (name := it.paper.id)
        ]
        found = texts.find(wanted, web.settings.pdf_folders)
        try:
            async with aclosing(found):
                async for text in found:
                    yield text
        except OSError as error:
            folder = Place(context.user.full_texts)
            raise InputError(f"full texts cannot be stored: {error.strerror}", folder) from None
    cache.forget_gone()
    _keep_citing(plan, outcomes, cache, context)


def _keep_citing(
    plan: FetchPlan, outcomes: Sequence[Outcome], cache: FullTextCache, context: Context
) -> None:
    """Store what the full texts say of each other's papers."""
    from citeloom.actions.papers.citing import TextIndex

    own = {paper.id: paper for paper in plan.papers}
    names = {}
    for outcome in outcomes:
        paper = own[outcome.paper.id]
        attached = names_of_attached(paper, plan.attached.get(paper.id, ()))
        if name := cache.first_kept((*attached, *map(TextName, names_in_cache(outcome)))):
            names[paper.id] = name
    with Store.open(context.user.store) as store:
        index = TextIndex(plan.project, cache, store)
        filled = [outcome.paper for outcome in outcomes]
        index.refresh([own[paper.id] for paper in filled], filled, names)


def _entries(
    project: Project, request: FetchRequest, problems: list[Problem]
) -> tuple[ResolvedEntry, ...]:
    if request.main.suffix.lower() == ".bib" and not request.keys:
        return tuple(
            entry
            for entry in project.entries
            if project.bibliographies[entry.file].path.resolve() == request.main.resolve()
        )
    entries: dict[str, ResolvedEntry] = {}
    for key in tuple(dict.fromkeys(request.keys)) or cited_papers(project):
        entry = project.entry(key)
        if entry is not None:
            entries.setdefault(entry.entry.key, entry)
        elif key not in project.bibitem_keys or request.keys:
            problems.append(undefined_key(project, key))
    return tuple(entries.values())
