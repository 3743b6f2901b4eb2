"""Requests, bytes and seconds of a fetch of 100 entries over HTTP, against the lower bound.

The services run on loopback and know what real ones may; pace and pauses are the real ones. The
lower bound is what requests of the documented sizes take at the services' allowed rates.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bench.shared.data import TESTS, papers
from citeloom.actions.context import Context
from citeloom.actions.papers.fetch import FetchRequest, fetch
from citeloom.papers.paper import Paper
from citeloom.papers.web.service_limits import SERVICE_LIMITS
from citeloom.settings import UserSettings

sys.path.insert(0, str(TESTS))

COUNT = 100


def main() -> None:
    """Print a table: who was asked how often, for entries with identifiers, and by title alone."""
    named = [
        replace(
            paper,
            year=2020,
            type="article",
            doi=f"10.1000/bench.{number}",
            arxiv_id="",
            s2_id=f"{number:040x}",
        )
        for number, paper in enumerate(papers(COUNT))
    ]
    print(f"{'entries':34} {'requests':44} {'kB':>6} {'seconds':>8} {'bound':>7}  abstracts")
    _measure("100 with DOI, all known to S2", named, named, {"s2": 1, "crossref": 1})
    half = [paper if n % 2 else replace(paper, s2_id="") for n, paper in enumerate(named)]
    _measure("100 with DOI, half known to S2", named, half, {"s2": 1, "crossref": 1})
    titles = [replace(paper, doi="") for paper in named[: COUNT // 5]]
    _measure("20 with their titles alone", titles, named, {"s2": len(titles), "crossref": 1})


def _measure(name: str, entries: list[Paper], known: list[Paper], least: dict[str, int]) -> None:
    from services.running import running

    with tempfile.TemporaryDirectory() as folder, running(known) as services:
        main = _project(Path(folder), entries)
        config = Path(folder) / "config.toml"
        lines = ['contact = "someone@example.org"', "[services]"]
        lines += [f'{service} = "{address}"' for service, address in services.addresses.items()]
        config.write_text("\n".join(lines), "utf-8")
        context = Context(user=UserSettings(data_folder=Path(folder) / "data"))
        started = time.perf_counter()
        os.environ["CITELOOM_CONFIG"] = str(config)
        report = asyncio.run(fetch(FetchRequest(main), context))
        seconds = time.perf_counter() - started
        asked = Counter(request.service for request in services.log)
        said = ", ".join(f"{service} {number}" for service, number in asked.items())
        bound = max(
            SERVICE_LIMITS[service].interval * (number - 1) for service, number in least.items()
        )
        with_abstract = sum(fetched.abstract for fetched in report.entries)
        print(
            f"{name:34} {said:44} {services.bytes() / 1000:6.0f} {seconds:8.1f} {bound:7.1f}"
            f"  {with_abstract} of {len(entries)}"
        )


def _project(folder: Path, entries: list[Paper]) -> Path:
    bib = []
    for number, paper in enumerate(entries):
        people = " and ".join(author.family for author in paper.authors)
        doi = f", doi={{{paper.doi}}}" if paper.doi else ""
        title = paper.title.replace("&", "\\&")
        fields = f"title={{{title}}}, author={{{people}}}, year={{{paper.year}}}{doi}"
        bib.append(f"@article{{k{number}, {fields}}}")
    (folder / "refs.bib").write_text("\n".join(bib), "utf-8")
    keys = ",".join(f"k{number}" for number in range(len(entries)))
    main = folder / "main.tex"
    main.write_text(f"\\cite{{{keys}}}\\bibliography{{refs}}", "utf-8")
    return main
