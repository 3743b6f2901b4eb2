"""Notes of Select-Read-Write are kept with the project, and what is estimated knows of them."""

import asyncio
import gzip
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.user.data import clear, clear_full_texts, kept_answers, stored_data
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.rehearsal import rehearsed_estimate
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import Written, write
from citeloom.settings import UserSettings
from endpoint_server import Running
from endpoint_server import running as running_endpoint
from model_project import configure
from services.running import running
from services.sample import SAMPLE
from services.whole_fetch import fetched, project

PREPRINT = SAMPLE[2]
TEXT = rf"""\documentclass{{article}}\title{{{PREPRINT.title}}}\begin{{document}}\maketitle
\section{{Introduction}} Some preprints stay so.
\section{{Method}} We wait. \section{{Results}} They stayed.\end{{document}}
"""
READ = ("selecting", "selecting again", "reading", "condensing")


def draft(*keys: str, heading: str = "Related Work") -> str:
    return (
        r"\documentclass{article}\title{A tool}\begin{document}"
        r"\begin{abstract}We present a tool.\end{abstract}"
        rf"\section{{Introduction}} It is new \cite{{{','.join(keys)}}}."
        rf"\section{{{heading}}}\bibliography{{refs}}\end{{document}}"
    )


class Project:
    """A draft with one kept full text, and a model at a running endpoint."""

    def __init__(self, folder: Path, server: Running, data: Path) -> None:
        self.server = server
        self.context = Context(user=UserSettings(data_folder=data))
        self.main = project(folder, draft("garden", "graphs", "preprint"))
        source = ("application/gzip", gzip.compress(TEXT.encode()))
        with running(files={"/e-print/2101.00042": source}) as services:
            fetched(services.settings(), self.main, data, full_text=True)
        self.cite("garden", "preprint")

    def cite(self, *keys: str, heading: str = "Related Work") -> None:
        self.main.write_text(draft(*keys, heading=heading), "utf-8")

    def plan(self, selector: str = "sequential") -> Plan:
        given = {"selector": selector}
        return plan(WriteRequest(self.main, "select-read-write-selectors", given), self.context)

    def write(self, selector: str = "sequential") -> Written:
        return asyncio.run(write(self.plan(selector), self.context, None, configured_model()))

    def estimated(self, selector: str = "sequential") -> dict[str, int]:
        made = rehearsed_estimate([self.plan(selector)], self.context, configured_model())
        return {step.step: step.calls for step in made.cost.steps if step.calls}


@pytest.fixture
def own(tmp_path: Path) -> object:
    with running_endpoint() as server:
        configure(server)
        yield Project(tmp_path / "a", server, tmp_path / "d")


def asked(written: Written) -> dict[str, int]:
    steps = written.result.usage.steps
    return {step.step: step.calls - step.repeated for step in steps if step.calls}


def read_now(written: Written) -> list[tuple[str, int]]:
    path = written.result.trace["path"]
    last = max(step["run"] for step in path)
    return [(step["paper"], step["section"]) for step in path if step["run"] == last]


@pytest.mark.parametrize("selector", ["sequential", "random"])
def test_with_one_more_reference_only_it_is_read_as_was_estimated(
    own: Project, selector: str
) -> None:
    own.write(selector)
    own.cite("garden", "preprint", "graphs")
    kept_answers(own.context, clear=True)
    said = own.estimated(selector)
    written = own.write(selector)
    assert asked(written) == said == {"reading": 1, "writing": 1}
    graphs = written.plan.task.references[2].id
    assert read_now(written) == [(graphs, 1)]
    assert any("come from an earlier run" in line for line in written.result.warnings)
    kept_answers(own.context, clear=True)
    assert own.estimated(selector) == {"writing": 1} == asked(own.write(selector))


def test_another_project_and_another_section_have_notes_of_their_own(
    own: Project, tmp_path: Path
) -> None:
    own.write()
    kept_answers(own.context, clear=True)
    whole = asked(Project(tmp_path / "b", own.server, tmp_path / "d").write())
    assert whole["reading"] == 5
    kept_answers(own.context, clear=True)
    own.cite("garden", "preprint", heading="Background")
    assert own.estimated() == whole
    own.cite("garden", "preprint")
    assert own.estimated() == {"writing": 1}


@pytest.mark.parametrize("remove", [clear, clear_full_texts])
def test_they_are_named_and_go_with_the_data(own: Project, remove: object) -> None:
    own.write()
    stats = stored_data(own.context).stats
    assert stats is not None and stats.projects == 1
    remove(own.context)  # type: ignore[operator]
    stored = own.context.user.store.read_bytes()
    assert b"reading_steps" in stored and b"Some preprints" not in stored
    stats = stored_data(own.context).stats
    assert stats is not None and stats.projects == 0


def test_an_estimate_keeps_no_notes(own: Project) -> None:
    own.write("citation-graph")
    own.cite("garden", "preprint", "graphs")
    before = own.estimated("citation-graph")
    assert before["reading"] >= 1
    assert own.estimated("citation-graph") == before
