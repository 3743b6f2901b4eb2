"""What full texts say of other references of a draft: kept, refreshed, given to methods."""

import asyncio
import gzip
import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from citeloom.actions.checking.claims.judging_plan import JudgeRequest
from citeloom.actions.checking.claims.written_check import check_versions
from citeloom.actions.context import Context
from citeloom.actions.papers.show import show
from citeloom.actions.user.sending_agreement import has_agreed, keep_agreement
from citeloom.actions.writing.dry_run import dry_run
from citeloom.actions.writing.forecast import FULL_TEXTS, WHOLE_TEXTS, forecast
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from citeloom.cli.writing.write_json import written_json
from citeloom.lsp.questions.sending import question
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.settings import UserSettings
from endpoint_server import running as running_endpoint
from services.running import running
from services.sample import SAMPLE
from services.whole_fetch import fetched, project

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
TEXT = rf"""\documentclass{{article}}\title{{{PREPRINT.title}}}\begin{{document}}\maketitle
\section{{Introduction}} Some preprints stay so. Plants look at each other \cite{{g}}.
\section{{Related Work}} Gardens were studied \cite{{g}} beside programs \cite{{t,z}}.
\begin{{thebibliography}}{{9}}
\bibitem{{g}} A. Müller. {GARDEN.title}. doi:10.1000/garden.1, 2019.
\bibitem{{t}} R. O'Neil. Graphs \& Trees for C++ Programmers. Forest Conference, 2021.
\bibitem{{z}} Z. Zeno. Nobody in the draft cites this. 2001.
\end{{thebibliography}}\end{{document}}
"""
PLANTS = "Plants look at each other."
STUDIED = "Gardens were studied beside programs."


def draft(*keys: str) -> str:
    cited = ",".join(keys)
    return (
        rf"\documentclass{{article}}\begin{{document}}\section{{Introduction}} X \cite{{{cited}}}."
        r"\section{Related Work}\bibliography{refs}\end{document}"
    )


def context(data: Path) -> Context:
    return Context(user=UserSettings(data_folder=data))


def planned(main: Path, data: Path) -> Plan:
    return plan(WriteRequest(main), context(data))


def said(task: WritingTask) -> list[tuple[str, str, list[str], str, bool]]:
    key = {one.id: one.key for one in task.references}
    return [
        (key[one.by], one.text, [key[name] for name in one.paper_ids], one.heading,
         one.related_work)
        for one in task.surroundings.mentions
    ]  # fmt: skip


def fetch(main: Path, data: Path, text: str = TEXT) -> None:
    source = ("application/gzip", gzip.compress(text.encode()))
    with running(files={"/e-print/2101.00042": source}) as services:
        came = fetched(services.settings(), main, data, full_text=True)
    assert came["preprint"].full_text == "LaTeX source"


def kept(data: Path) -> list[tuple[str, str]]:
    query = "SELECT cited, sentence FROM citing ORDER BY at, cited"
    with closing(sqlite3.connect(data / "papers.sqlite")) as connection:
        return connection.execute(query).fetchall()


def test_what_a_full_text_says_of_others_is_kept_and_given_with_the_task(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    assert sorted(sentence for _, sentence in kept(data)) == [STUDIED, STUDIED, PLANTS]
    assert len({cited for cited, _ in kept(data)}) == 2
    task = planned(main, data).task
    assert said(task) == [
        ("preprint", PLANTS, ["garden"], "Introduction", False),
        ("preprint", STUDIED, ["garden", "graphs"], "Related Work", True),
    ]
    garden, graphs, preprint = task.references
    assert task.surroundings.headings == {preprint.id: ("Introduction", "Related Work")}
    assert task.surroundings.cites[preprint.id] == (garden.id, graphs.id)
    assert task.surroundings.cites[garden.id] == (graphs.id, preprint.id), "as a service says"
    assert [one.text for one in task.surroundings.mentions_of(garden)] == [PLANTS, STUDIED]
    assert [one.text for one in task.surroundings.mentions_of(graphs)] == [STUDIED]
    assert task.surroundings.mentions_of(preprint) == ()


def test_a_reference_that_the_draft_gains_is_looked_for_in_the_texts_that_are_kept(
    tmp_path: Path,
) -> None:
    main, data = project(tmp_path / "a", draft("graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    assert said(planned(main, data).task) == [
        ("preprint", STUDIED, ["graphs"], "Related Work", True)
    ]
    main.write_text(draft("graphs", "preprint", "garden"), "utf-8")
    task = planned(main, data).task
    assert [(one[1], one[2]) for one in said(task)] == [
        (PLANTS, ["garden"]), (STUDIED, ["graphs", "garden"]),
    ]  # fmt: skip
    main.write_text(draft("preprint", "garden"), "utf-8")
    assert [one[2] for one in said(planned(main, data).task)] == [["garden"], ["garden"]]
    assert len(kept(data)) == 3, "what is known for other drafts stays"


def test_nothing_is_read_again_that_was_searched_already(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    planned(main, data)
    with closing(sqlite3.connect(data / "papers.sqlite")) as connection, connection:
        connection.execute("UPDATE citing SET sentence = 'Not read again.'")
    assert {one[1] for one in said(planned(main, data).task)} == {"Not read again."}


def test_a_text_that_changed_is_read_again_and_one_that_went_is_forgotten(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    cache = FullTextCache(data / "full-texts")
    (name,) = planned(main, data).texts.keys() & {PREPRINT.id}
    found = cache.get(name)
    assert found is not None and found.search.text is not None
    only = replace(found.search.text, sections=found.search.text.sections[:1])
    cache.put(replace(found, search=replace(found.search, text=only)))
    assert [one[1] for one in said(planned(main, data).task)] == [PLANTS]
    cache.clear()
    task = planned(main, data).task
    assert (said(task), task.surroundings.headings, kept(data)) == ([], {}, [])


class Reading:
    """A method that reads the full texts that it can have."""

    name = "reading"
    uses_model = False
    compares_texts = False

    def __init__(self) -> None:
        self.read: dict[str, Sequence[str]] = {}

    async def write(self, task: WritingTask, parameters: object, ports: Ports) -> Result:
        for paper in task.references:
            if text := ports.texts.of(paper):
                self.read[paper.key] = [one.text for one in text.sections]
        return Result((), uncited=tuple(one.id for one in task.references))


def test_a_method_reads_full_texts_through_its_port(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "preprint")), tmp_path / "d"
    fetch(main, data)
    method = Reading()
    asked = replace(planned(main, data), method=method)  # type: ignore[arg-type]
    asyncio.run(write(asked, context(data)))
    assert [one.split(".")[0] for one in method.read.pop("preprint")] == [
        "Some preprints stay so", "Gardens were studied [@g] beside programs [@t; @z]",
    ]  # fmt: skip
    assert method.read == {}


def test_an_identifier_of_another_paper_brings_no_text_of_that(tmp_path: Path) -> None:
    wrong = r"""
@article{wrong, title={A Wholly Different Matter}, author={Roe, Jane}, year=2020,
  eprint={2101.00042}, archiveprefix={arXiv}}
"""
    data = tmp_path / "d"
    fetch(project(tmp_path / "a", draft("preprint")), data)
    main = project(tmp_path / "b", draft("wrong"), wrong)
    for _ in range(2):
        found = planned(main, data)
        assert (found.texts, found.task.surroundings.headings) == ({}, {})
        with running() as services:
            came = fetched(services.settings(), main, data, full_text=True)
        assert came["wrong"].outcome.misdirected is not None
        assert not came["wrong"].has_full_text


def test_show_tells_what_others_say_of_a_paper(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    details = show(main, "garden", context(data)).details
    assert details is not None
    assert [(one.key, one.heading, one.text) for one in details.mentions] == [
        ("preprint", "Introduction", PLANTS), ("preprint", "Related Work", STUDIED),
    ]  # fmt: skip
    details = show(main, "preprint", context(data)).details
    assert details is not None and details.mentions == ()


def test_what_a_text_says_changes_what_a_result_was_made_from(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    with running() as services:
        fetched(services.settings(), main, data)
    before = planned(main, data).task
    fetch(main, data)
    after = planned(main, data).task
    assert before.references == after.references
    assert before.digest != after.digest


SECTIONS = ("Some preprints stay so.", "were studied")


def test_the_sections_that_are_kept_are_counted_sent_and_read(tmp_path: Path) -> None:
    main, data = project(tmp_path / "a", draft("garden", "graphs", "preprint")), tmp_path / "d"
    fetch(main, data)
    given = {"selector": "sequential"}
    request = WriteRequest(main, method="select-read-write-selectors", parameters=given)
    with running_endpoint() as server:
        Path(os.environ["CITELOOM_CONFIG"]).write_text(
            f'[model]\nprovider = "custom"\naddress = "{server.address}"\nname = "stand-in"\n'
        )
        setup, planned = configured_model(), plan(request, context(data))
        made = forecast([planned], context(data), setup)
        assert {FULL_TEXTS, WHOLE_TEXTS} <= set(made.sent_parts) and made.full_texts == 1
        to_parts = (part for part in made.sent_parts if part != WHOLE_TEXTS)
        keep_agreement(data, main, made.receiver, tuple(to_parts))
        assert not has_agreed(data, main, made.receiver, made.sent_parts), "to parts is not to all"
        assert "and the complete full texts of 1. " in question(made, JudgeRequest(main))
        assert made.notices[0].startswith("2 of 3 references have no full text on this computer")
        assert "fetch full texts to get" in made.notices[0]
        shown = dry_run([planned], context(data))
        assert all(words in text for text in shown.texts.values() for words in SECTIONS)
        assert server.asked == []
        written = asyncio.run(write(planned, context(data), None, setup))
        asked = [step.calls - step.repeated for step in written.result.usage.steps]
    assert sum(asked) == made.estimate.cost.calls
    answer = json.loads(written_json(written, check_versions(written), trace=True))
    assert answer["trace"]["share_read"] == 1.0
    assert {graph["kind"] for graph in answer["graphs"]} == {"reading path", "co-citation"}
    path = next(graph for graph in answer["graphs"] if graph["kind"] == "reading path")
    assert ["preprint"] in [node["keys"] for node in path["nodes"]]
    assert path["dot"].startswith("digraph") and path["mermaid"].startswith("graph LR")
    assert all(any(words in str(body) for body in server.asked) for words in SECTIONS)
