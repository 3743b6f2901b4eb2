"""Papers of a made Anthology, and what is kept of it behind a download."""

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.papers.acl_anthology import (
    KeptAnthology,
    download_through,
)
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.methods.port import NoProgress
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Paper
from citeloom.papers.web.web import Web
from citeloom.problem import InputError
from citeloom.settings import NetworkSettings, UserSettings
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from services.acl_anthology_service import AnthologyPaper, packed
from services.fake_clock import FakeClock
from services.running import Running

ASH = AnthologyPaper(
    "2020.acl-main.1",
    "Counting Ash Trees in the North: A Corpus",
    "Smith, Ann  and\n      Jones, Bo",
    2020,
    "We count ash trees in the north and find fewer of them than ever before.",
    "10.18653/v1/2020.acl-main.1",
)
OAK = AnthologyPaper(
    "P19-1002",
    "Oak Trees of the South",
    "Roe, Jane",
    2019,
    "We follow oak trees in the south for a year and measure how fast they grow.",
)
OTHERS = tuple(
    AnthologyPaper(f"W18-{n:04}", f"Trees {n}", "Roe, Jane", 2018, f"{n} " * 40) for n in range(400)
)
PAPERS = (ASH, OAK, *OTHERS)
NEWER = replace(OAK, abstract="We follow oak trees in the south for two years by now, not for one.")


def entry(fields: str) -> Paper:
    text = f"@misc{{x, {fields}}}"
    return papers_of(resolve([(text, scan_bib(text))]))[0]


BY_AUTHORS = "title = {Oak trees of the South}, author = {Jane Roe}, year = 2019"


def context(tmp_path: Path) -> Context:
    return Context(user=UserSettings(data_folder=tmp_path / "data"))


def download(services: Running, own: Context, settings: NetworkSettings | None = None) -> object:
    """Return what is kept, or the error that is raised."""

    async def run() -> KeptAnthology:
        used = settings or services.settings()
        async with Web(used, own.user.data_folder, clock=FakeClock()) as web:
            return await download_through(web, own, NoProgress())

    try:
        return asyncio.run(run())
    except InputError as error:
        return error


def abstract(fields: str, own: Context) -> str:
    ((paper,), notes) = own_libraries(own.user).fill([entry(fields)])
    assert notes == ()
    assert paper.sources.get("abstract", "acl") == "acl"
    return paper.abstract


def files(own: Context) -> Mapping[str, bytes]:
    """Return what is kept by name, without what says when services were asked."""
    folder = own.user.data_folder
    return {path.name: path.read_bytes() for path in folder.glob("*acl*") if path.is_file()}


WHOLE = packed(PAPERS)
OTHER_BIB = gzip.compress(b"@article{x, title = {A Paper}, author = {A. B.}, year = 2020}\n")
