"""The estimate counts what is kept, and says how long a run takes."""

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context
from citeloom.actions.writing.cost_words import duration_words, time_words
from citeloom.actions.writing.estimates import writing_estimate
from citeloom.actions.writing.models import configured_model, estimate
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from citeloom.models.cost import Cost, StepCost
from citeloom.models.setup import Setup
from citeloom.models.usage import Speed
from endpoint_server import Behaviour, Running, running
from projects import make_project


def entry(number: int) -> str:
    return (
        f"@article{{key{number}, title={{Parsing of kind {number}}}, author={{Smith{number}, Ann}},"
        f"\n year=2020, abstract={{We parse texts of kind {number} in linear time. It reads any "
        f"malformed text of kind {number} without an error.}}}}"
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running() as found:
        Path(os.environ["CITELOOM_CONFIG"]).write_text(
            f'[model]\nprovider = "custom"\naddress = "{found.address}"\nname = "stand-in"\n'
        )
        yield found


def planned(folder: Path, number: int, method: str, **parameters: str) -> Plan:
    keys = ",".join(f"key{own}" for own in range(number))
    entries = "\n".join(entry(own) for own in range(number))
    main = make_project(
        folder,
        "%! main.tex\n\\documentclass{article}\n\\title{A tool}\n\\begin{document}\n"
        "\\begin{abstract}We present an editor that reads drafts.\\end{abstract}\n"
        f"\\section{{Introduction}}\nWe begin~\\cite{{{keys}}}.\n\\section{{Related Work}}\n"
        f"\\bibliography{{refs}}\n\\end{{document}}\n%! refs.bib\n{entries}\n",
    )
    return plan(WriteRequest(main, method=method, parameters=parameters), Context())


def setup_now() -> Setup:
    setup = configured_model()
    assert setup is not None
    return setup


async def run(given: Plan) -> None:
    await write(given, Context(), None, setup_now())


def estimated(given: Plan) -> Cost:
    return writing_estimate([given], Context(), setup_now()).cost


@tabled(least=9)
def test_the_estimate_equals_the_calls_with_every_memo(
    tmp_path: Path, server: Running, method: str, parameters: dict[str, str]
) -> None:
    first = planned(tmp_path / "a", 5, method, **parameters)
    whole = estimated(first)
    assert server.asked == []
    asyncio.run(run(first))
    assert len(server.asked) == whole.calls
    assert estimated(first) == Cost()
    # One more reference: what the run asks is what was said before.
    more = planned(tmp_path / "b", 6, method, **parameters)
    said = estimated(more)
    before = len(server.asked)
    asyncio.run(run(more))
    assert len(server.asked) == before + said.calls


def test_what_an_answer_decides_is_estimated_whole_until_it_is_there(
    tmp_path: Path, server: Running
) -> None:
    given = planned(tmp_path / "b", 5, "hireview-one-step")
    # A topic for each paper is the most that there can be.
    assert estimated(given).calls == 1 + 2 * 5 + 2
    asyncio.run(run(given))
    assert len(server.asked) <= 1 + 2 * 5 + 2
    assert estimated(given).calls == 0


def test_one_more_reference_is_six_calls_of_chatcite(tmp_path: Path, server: Running) -> None:
    asyncio.run(run(planned(tmp_path / "a", 7, "chatcite")))
    said = estimated(planned(tmp_path / "b", 8, "chatcite"))
    calls = {step.step: step.calls for step in said.steps if step.calls}
    assert calls == {"key elements": 1, "increments": 2, "votes": 3}
    assert said.chain == 3


def test_the_time_is_a_range_until_the_endpoint_was_measured(
    tmp_path: Path, server: Running
) -> None:
    server.behaviour.between = 0.001
    given = planned(tmp_path / "a", 4, "chatcite")
    before = writing_estimate([given], Context(), setup_now())
    assert before.seconds is not None and before.seconds[0] < before.seconds[1]
    assert "not known yet" in time_words(before)
    asyncio.run(run(given))
    more = planned(tmp_path / "b", 5, "chatcite", n_votes="4")
    after = writing_estimate([more], Context(), setup_now())
    assert after.speed > 0 and after.seconds is not None
    assert after.seconds[0] == after.seconds[1]
    assert re.fullmatch(
        r"about \d+ s, at the speed of earlier runs \(\d+ tokens a second\)", time_words(after)
    )


def test_the_time_follows_chain_length_and_calls_at_once() -> None:
    cost = Cost(
        (
            StepCost("many", 10, output_tokens=100, chain=1),
            StepCost("chained", 6, output_tokens=200, chain=3),
        )
    )
    # 10 calls, 4 at once: three rounds of 1 + 10 s; 3 turns of two calls: 3 of 1 + 20 s
    assert cost.seconds(1.0, 10.0, 4) == 3 * 11 + 3 * 21


def test_speed_of_earlier_calls_counts_and_fades() -> None:
    slow = Speed(calls=300, waited=300.0, wrote=3_000.0, tokens=30_000)
    now = Speed().with_call(0.5, 10.0, 1_000)
    assert now.is_known and (now.wait, now.tokens_a_second) == (0.5, 100.0)
    both = now.with_earlier(slow)
    assert 10.0 < both.tokens_a_second < 12.0
    assert both.calls == 151
    assert not Speed().with_call(0.5, 1.0, 20).is_known
    assert estimate(Cost(), None).seconds is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (99, "99 s"), (100, "2 min"), (3_570, "1 h 0 min"), (4_800, "1 h 20 min")],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


def test_an_endpoint_that_sends_whole_answers_is_measured_too(tmp_path: Path) -> None:
    with running(Behaviour(streams=False)) as server:
        Path(os.environ["CITELOOM_CONFIG"]).write_text(
            f'[model]\nprovider = "custom"\naddress = "{server.address}"\nname = "stand-in"\n'
        )
        given = planned(tmp_path / "a", 4, "chatcite")
        asyncio.run(run(given))
        assert writing_estimate([given], Context(), setup_now()).speed > 0
