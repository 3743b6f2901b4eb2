"""What becomes of a whole ``fetch`` while one service is faulty, as a value and as a table.

``PYTHONPATH=latex:server:tests python -m services.whole_fetch`` prints the table.
"""

import asyncio
import gzip
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.papers.fetch import FetchRequest, fetch_through, plan_fetch
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.papers.paper import Paper
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.web import Web
from citeloom.settings import NetworkSettings, UserSettings
from services.fake_clock import FakeClock
from services.faults import Fault
from services.patience import patiently
from services.running import Files, running
from services.sample import SAMPLE

DOWN_BESIDE = {
    "s2": (),
    "arxiv": ("s2",),
    "crossref": ("s2",),
    "europepmc": ("s2", "crossref", "hal", "openalex"),
    "datacite": ("s2", "arxiv"),
    "hal": ("s2", "crossref", "europepmc", "openalex"),
    "openalex": ("s2", "crossref", "europepmc", "hal"),
}
"""The services, and who else refuses us while one is faulty, so that it is needed."""

SERVICES = tuple(DOWN_BESIDE)
SOURCE = (
    rb"\documentclass{article}\begin{document}\section{Introduction}"
    rb"Some results stay preprints for good.\end{document}"
)
FILES: Files = {"/e-print/2101.00042": ("application/gzip", gzip.compress(SOURCE))}
DRAFT = r"""\documentclass{article}
\begin{document}
\cite{garden,graphs,preprint,teacup}
\bibliography{refs}
\end{document}
"""
BIB = """
@article{garden, title={Attention in Small Gardens: A Study of Plants},
  author={M{\\"u}ller, {\\"A}nne and van der Berg, Jan}, year=2019, doi={10.1000/garden.1}}
@inproceedings{graphs, title={Graphs \\& Trees for {C++} Programmers},
  author={O'Neil, R{\\'o}is{\\'i}n}, year=2021}
@misc{preprint, title={A Preprint That Was Never Published}, author={Li, Ming}, year=2021,
  eprint={2101.00042}, archiveprefix={arXiv}}
@article{teacup, title={Cold Fusion in a Teacup}, author={Hasty, Harriet}, year=2015,
  doi={10.1000/withdrawn.4}}
"""
"""One paper with a DOI that is on arXiv too, one with its title alone, one on arXiv alone, and
one, retracted, that Semantic Scholar does not know."""

MEANT = dict(zip(("garden", "graphs", "preprint", "teacup"), SAMPLE, strict=True))


async def _nowhere(host: str) -> Sequence[str]:
    raise OSError(f"no test asks {host}")


def project(folder: Path, draft: str = DRAFT, bib: str = BIB) -> Path:
    """Write the draft into a folder; return its main file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "refs.bib").write_text(bib, "utf-8")
    (folder / "main.tex").write_text(draft, "utf-8")
    return folder / "main.tex"


def fetched(
    network: NetworkSettings,
    main: Path,
    data: Path,
    *,
    keys: Sequence[str] = (),
    refresh: bool = False,
    offline: bool = False,
    full_text: bool = False,
    timeouts: Timeouts | None = None,
    clock: FakeClock | None = None,
) -> dict[str, FetchedEntry]:
    """Fetch with time that does not pass; return what came by key, each key once."""
    context = Context(user=UserSettings(data_folder=data))
    request = FetchRequest(main, keys, refresh, offline, full_text)

    async def run() -> list[FetchedEntry]:
        web = Web(
            network,
            data,
            clock=clock or FakeClock(),
            timeouts=timeouts,
            resolve=_nowhere,
            chance=lambda: 1.0,
        )
        async with web:
            plan = plan_fetch(request, context)
            return [one async for one in fetch_through(web, plan, context)]

    came = asyncio.run(run())
    assert len({one.key for one in came}) == len(came)
    return {one.key: one for one in came}


@dataclass(frozen=True, slots=True)
class Whole:
    """A fetch with a fault, and the one after it, when the service was well again."""

    faulty: dict[str, FetchedEntry]
    after: dict[str, FetchedEntry]
    waited: float
    requests: Counter[str]


def whole(service: str, fault: Fault, folder: Path) -> Whole:
    """Fetch the draft while a service has a fault, then again without."""
    return patiently(
        fault,
        partial(_whole, service, fault),
        lambda came: _others_are_well(came, service),
        folder,
    )


def _others_are_well(came: Whole, service: str) -> bool:
    failures = (failure for one in came.faulty.values() for failure in one.outcome.failures)
    return {failure.service for failure in failures} <= {service, *DOWN_BESIDE[service]}


def _whole(service: str, fault: Fault, timeouts: Timeouts, folder: Path) -> Whole:
    main, data = project(folder / "draft"), folder / "data"
    clock = FakeClock()
    faults = dict.fromkeys(DOWN_BESIDE[service], Fault.FORBIDDEN) | {service: fault}
    with running(faults=faults, files=FILES) as services:
        network = services.settings()
        faulty = fetched(network, main, data, timeouts=timeouts, clock=clock)
        requests = Counter(one.service for one in services.log)
    with running(files=FILES) as services:
        # What a service that failed did not say counts for a day alone.
        after = fetched(services.settings(), main, data, refresh=True)
    return Whole(faulty, after, clock.slept, requests)


def is_another(fetched: FetchedEntry, meant: Paper) -> bool:
    """Tell whether what was found is not the paper that is meant."""
    abstract = fetched.outcome.paper.abstract
    titles = {one.paper.title for one in fetched.outcome.found} - {meant.title}
    return bool(titles) or (bool(abstract) and abstract != meant.abstract)


def table() -> str:
    """Return what came of each fault at each of the services, as Markdown."""
    lines = [
        "| fault | service (and down beside it) | entries with an answer | with abstract "
        "| wrong papers | seconds waited | with abstract after |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for fault in Fault:
        alike: dict[tuple[int, int, int, int, int], list[str]] = defaultdict(list)
        for service in SERVICES:
            with tempfile.TemporaryDirectory() as folder:
                came = whole(service, fault, Path(folder))
            wrong = sum(is_another(one, MEANT[key]) for key, one in came.faulty.items())
            counted = (
                len(came.faulty),
                sum(one.abstract for one in came.faulty.values()),
                wrong,
                round(came.waited),
                sum(one.abstract for one in came.after.values()),
            )
            beside = f" (+ {', '.join(DOWN_BESIDE[service])})" if DOWN_BESIDE[service] else ""
            alike[counted].append(service + beside)
        for counted, services in alike.items():
            lines.append(f"| {fault} | {', '.join(services)} | {' | '.join(map(str, counted))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
