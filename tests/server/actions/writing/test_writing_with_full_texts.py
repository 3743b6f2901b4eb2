"""Writing the example by methods that know full texts: what is said before, asked, asked again."""

import asyncio
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from covering import covering
from kept_texts import CITES, keep_texts

from answering_in_words import answer_in_words
from citeloom.actions.context import Context
from citeloom.actions.writing.estimates import writing_estimate
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import Written, write
from citeloom.methods.verify import verify
from citeloom.models.cost import Cost
from endpoint_server import Behaviour, Running, running
from model_project import configure

EXAMPLE = Path(__file__).parents[4] / "examples"
ENDPOINTS: Mapping[str, Callable[[str], str] | None] = {"schema": None, "words": answer_in_words}
IN_ORDER = ("sequential", "random")
GRAPHS = ("co-occurrence-graph", "citation-graph")
APART = ("selecting again", "condensing", "coverage")

RUNS: tuple[tuple[str, dict[str, str]], ...] = (
    *(("select-read-write-selectors", {"selector": own}) for own in (*IN_ORDER, "free", *GRAPHS)),
    ("hireview", {}),
    ("hireview-by-paper", {"sections": "yes"}),
)


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(Behaviour(says=ENDPOINTS[request.param])) as endpoint:
        configure(endpoint)
        yield endpoint


@pytest.fixture
def main(tmp_path: Path, own_data_folder: Path) -> Path:
    """The example, of whose references five have a full text here."""
    keep_texts(own_data_folder)
    return shutil.copytree(EXAMPLE, tmp_path / "paper") / "main.tex"


def planned(main: Path, method: str, parameters: Mapping[str, str]) -> Plan:
    return plan(WriteRequest(main, method, parameters), Context())


def said(given: Plan) -> Cost:
    return writing_estimate([given], Context(), configured_model()).cost


def written(given: Plan) -> Written:
    found = asyncio.run(write(given, Context(), None, configured_model()))
    verify(found.result, given.task)
    assert found.result.uncited == ()
    return found


@pytest.mark.parametrize(("server", "run"), covering(ENDPOINTS, RUNS), ids=str, indirect=["server"])
def test_what_is_said_is_asked_and_nothing_is_asked_twice(
    server: Running, main: Path, run: tuple[str, dict[str, str]]
) -> None:
    method, parameters = run
    cost = said(planned(main, method, parameters))
    assert server.asked == []
    first = written(planned(main, method, parameters))
    usage = {step.step: step.calls - step.repeated for step in first.result.usage.steps}
    asked = {step: calls for step, calls in usage.items() if step not in APART}
    calls = {step.step: step.calls for step in cost.steps if step.calls}
    path = first.result.trace.get("path", ())
    if parameters.get("selector", "") in GRAPHS:
        ended = first.result.trace["ended"] == "the selector chose to stop"
        assert usage["selecting"] + usage["reading"] == 2 * len(path) + ended
    elif parameters.get("selector") != "free":
        assert asked == calls

    before = len(server.asked)
    again = planned(main, method, parameters)
    assert said(again).calls == 0
    second = written(again)
    assert len(server.asked) == before
    assert second.rendered == first.rendered
    assert second.result.trace.get("path", ()) == path


@pytest.mark.parametrize(("server", "selector"), covering(ENDPOINTS, GRAPHS), indirect=["server"])
def test_a_reading_walks_along_what_the_texts_say(
    server: Running, main: Path, selector: str
) -> None:
    """A text's one sentence on others cites all whom it cites, under Related Work."""
    found = written(planned(main, "select-read-write-selectors", {"selector": selector}))
    key_of = found.plan.key_of
    linked = {frozenset(map(key_of.__getitem__, pair)) for pair in found.result.trace["links"]}
    if selector == "citation-graph":
        assert linked == {frozenset((by, own)) for by, cited in CITES.items() for own in cited}
    else:
        assert linked == {frozenset(cited) for cited in CITES.values() if len(cited) > 1}
    at = ""
    for step in found.result.trace["path"]:
        at, paper = "" if step["back_to_draft"] else at, key_of.get(step["paper"], "")
        assert paper in ("", at) or not at or frozenset((at, paper)) in linked
        at = paper
    if server.behaviour.says:
        read = {key_of.get(step["paper"], "") for step in found.result.trace["path"]}
        assert CITES.keys() <= read, "the one that answers in words ends only when it must"


@pytest.mark.parametrize("server", ["schema"], indirect=True)
def test_topics_are_found_by_what_the_texts_cite(server: Running, main: Path) -> None:
    found = written(planned(main, "hireview", {}))
    assert found.result.trace["clustering"]["linked_by_citation"] == sum(map(len, CITES.values()))
