"""Which service should know which entries of real bibliographies, and with a network, which does.

``python -m bench.ways [--online] BIB...``. By the services' documents alone, nobody is asked; with
``--online`` the entries are fetched, at the services' pace, into a store that is thrown away.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.papers.failure_reasons import failure_reasons
from citeloom.actions.papers.fetch import FetchRequest, fetch
from citeloom.papers.from_bib import papers_of
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.all_services import services_of
from citeloom.papers.services.fields import is_life_science, is_physics
from citeloom.papers.source_names import source_name
from citeloom.papers.web.web import Web
from citeloom.settings import UserSettings, network_settings
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.file_encoding import decode


def main(arguments: Sequence[str] = ()) -> None:
    """Print for each .bib who should know its entries, and with ``--online`` who does."""
    online = "--online" in arguments
    files = [Path(argument) for argument in arguments if argument != "--online"]
    if not files:
        print("ways: name .bib files, `python -m bench.ways [--online] BIB...`")
    for file in files:
        text = decode(file.read_bytes()).text
        papers = papers_of(resolve([(text, scan_bib(text))]))
        print(f"{file.name}: {len(papers)} papers, {_count_abstracts(papers)} with an abstract")
        for line in _expected(papers):
            print(f"  {line}")
        if online:
            for line in asyncio.run(_found(file)):
                print(f"  {line}")


def _count_abstracts(papers: Sequence[Paper]) -> int:
    return sum(bool(paper.abstract) for paper in papers)


def _expected(papers: Sequence[Paper]) -> list[str]:
    """Say by identifiers and fields whom an entry may be asked of."""
    with_doi = [paper for paper in papers if paper.doi and not is_arxiv_doi(paper.doi)]
    titles = [
        paper for paper in papers if not (paper.doi or paper.arxiv_id or paper.pmid or paper.acl_id)
    ]
    may_know = {
        "Semantic Scholar": sum(
            bool(paper.doi or paper.arxiv_id or paper.pmid or paper.acl_id) for paper in papers
        ),
        "arXiv": sum(bool(paper.arxiv_id) for paper in papers),
        "Crossref": len(with_doi),
        "OpenAlex": sum(bool(paper.doi) for paper in papers),
    }
    with tempfile.TemporaryDirectory() as folder:
        for service in services_of(Web(network_settings(), Path(folder))):
            if hasattr(service, "may_know"):
                count = sum(
                    service.may_know(paper) and bool(paper.doi or paper.arxiv_id or paper.pmid)
                    for paper in papers
                )
                may_know[source_name(service.name)] = count
    fields = (
        f"{sum(map(is_physics, papers))} of physics, {sum(map(is_life_science, papers))} of life"
    )
    asked = ", ".join(f"{name} {count}" for name, count in may_know.items())
    return [f"by identifiers may know: {asked}", f"by title alone: {len(titles)}; {fields}"]


async def _found(file: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        context = Context(user=UserSettings(data_folder=Path(folder)))
        report = await fetch(FetchRequest(file), context)
    known = Counter(answer.service for entry in report.entries for answer in entry.outcome.found)
    abstracts = Counter(entry.abstract_from for entry in report.entries if entry.abstract)
    ended = Counter(str(entry.outcome.status) for entry in report.entries)
    return [
        f"abstracts: {abstracts.total()} of {len(report.entries)}, {_counts(abstracts)}",
        f"known: {_counts(Counter({source_name(name): n for name, n in known.items()}))}",
        f"ended: {_counts(ended)}",
        *(
            f"failed: {', '.join(failed.services)}: {failed.reason} ({len(failed.keys)} entries)"
            for failed in failure_reasons(report.entries)
        ),
    ]


def _counts(count: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in count.most_common())


if __name__ == "__main__":
    main(sys.argv[1:])
