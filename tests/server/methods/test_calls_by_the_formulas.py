"""Calls and chains of the methods equal their formulas, for few and many references."""

from dataclasses import replace
from math import ceil, factorial
from typing import Any

import pytest
from covering import covering

from citeloom.methods.hireview.clustering import taxonomy_of
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.task import WritingTask
from citeloom.methods.verify import verify
from citeloom.models.tokens import text_tokens
from modelled_runs import task
from stand_in_model import StandIn
from virtual_time import timed

NUMBERS = (1, 2, 3, 7, 20, 45)
_LEAST, _MOST = 0.7, 2.5
"""Tokens that an estimate may say for one that is sent: the stand-in's answers are short."""

CKMA: tuple[dict[str, Any], ...] = (
    {},
    {"minigraph": False},
    {"types": False},
    {"volume": False},
    {"iteration": False},
    {"paths": False},
    {"chunk_summaries": False},
    {"permutations": False},
    {"router": False},
    {"themes": "never"},
)
CHATCITE: tuple[dict[str, Any], ...] = (
    {},
    {"key_elements": False},
    {"full_text": False},
    {"votes": "none"},
    {"votes": "whole"},
    {"temperature": 0.0},
    {"n_keep": 2},
    {"turns": "text"},
    {"turns": "paragraph"},
)


HIREVIEW: tuple[dict[str, Any], ...] = (
    {},
    {"versions": 1},
    {"versions": 3},
    {"sections": True},
)


def ckma_formula(number: int, switches: dict[str, Any]) -> tuple[int, int]:
    """Return calls and chain: 2c + min(E, c!) and c + 2; 1 + min(E, T!) and 2 for one chunk.

    Above 30 references each theme, of ten of them at most, has c chunks and E experts of its own.
    """
    is_many = number > 30 and switches.get("themes") != "never"
    themes = ceil(number / 10) if is_many else 1
    size = ceil(number / themes)
    sizes = [min(size, number - start) for start in range(0, number, size)]
    chunks = sum(ceil(own / 3) for own in sizes)
    graphs = chunks if switches.get("iteration", True) else 1
    graphs = graphs if switches.get("minigraph", True) else 0
    paths = switches.get("paths", True)
    summaries = chunks if chunks > 1 and paths and switches.get("chunk_summaries", True) else 0
    experts = 0
    for own in sizes:
        items = ceil(own / 3) if summaries else own
        some = min(3, factorial(items)) if switches.get("permutations", True) else 3
        experts += some if paths else 1
    return graphs + summaries + experts, graphs + bool(summaries) + 1


def chatcite_formula(number: int, switches: dict[str, Any]) -> tuple[int, int]:
    """Return calls and chain: T + 1, then n_s texts and n_v votes a turn; 1 + 2T."""
    samples = 2 if switches.get("votes") != "none" and switches.get("temperature", 0.7) else 1
    keep = switches.get("n_keep", 1)
    texts = [samples * min(keep, samples if turn else 1) for turn in range(number)]
    votes = [3 if number_of_texts > 1 else 0 for number_of_texts in texts]
    calls = number + 1 + sum(texts) + sum(votes)
    return calls, 1 + number + sum(vote > 0 for vote in votes)


def hireview_formula(given: WritingTask, switches: dict[str, Any]) -> tuple[int, int]:
    """Return calls and chain: C names in l levels, C·V texts, and V scores where V > 1."""
    taxonomy, _ = taxonomy_of(given.references, given.surroundings)
    topics, versions = sum(1 for _ in taxonomy.walk()), switches.get("versions", 2)
    calls = topics + topics * versions + versions * (versions > 1)
    return calls, taxonomy.depth + 1 + (versions > 1)


def check(name: str, given: WritingTask, switches: dict[str, Any], calls: int, chain: int) -> None:
    model, method = StandIn(), method_named(name)
    parameters = method.parameters.model_validate(switches)
    result, seconds = timed(method.write(given, parameters, Ports(model=model)))
    verify(result, given)
    assert result.uncited == ()
    assert model.calls.total() == calls
    # The stand-in takes a second a call, and nothing limits how many there are at once.
    assert seconds == pytest.approx(chain)
    cost = simulated_cost(method, given, parameters)
    assert {step.step: step.calls for step in cost.steps if step.calls} == dict(model.calls)
    assert (cost.calls, cost.chain) == (calls, chain)
    sent = sum(text_tokens(it.text) for question in model.asked for it in question.messages)
    assert _LEAST * sent < cost.input_tokens < _MOST * sent


@pytest.mark.parametrize(("number", "switches"), covering(NUMBERS, CKMA), ids=str)
def test_ckma(number: int, switches: dict[str, Any]) -> None:
    name = "ckma" if switches.keys() <= {"themes"} else "ckma-ablations"
    check(name, task(number), switches, *ckma_formula(number, switches))


@pytest.mark.parametrize("number", [30, 31])
@pytest.mark.parametrize("themes", ["auto", "never"])
def test_ckma_has_themes_above_thirty_references(number: int, themes: str) -> None:
    switches = {"themes": themes}
    calls, chain = ckma_formula(number, switches)
    check("ckma", task(number), switches, calls, chain)
    assert calls == (
        12 + 12 + 4 * 3 if (number, themes) == (31, "auto") else ceil(number / 3) * 2 + 3
    )


@pytest.mark.parametrize(("number", "switches"), covering(NUMBERS, CHATCITE), ids=str)
def test_chatcite(number: int, switches: dict[str, Any]) -> None:
    check("chatcite", task(number), switches, *chatcite_formula(number, switches))


def test_chatcite_with_many_references() -> None:
    check("chatcite", task(45), {}, *chatcite_formula(45, {}))


@pytest.mark.parametrize(("number", "switches"), covering(NUMBERS, HIREVIEW), ids=str)
def test_hireview(number: int, switches: dict[str, Any]) -> None:
    given = task(number)
    check("hireview", given, switches, *hireview_formula(given, switches))


@pytest.mark.parametrize(("number", "versions"), covering(NUMBERS, [1, 2]), ids=str)
def test_hireview_without_a_taxonomy(number: int, versions: int) -> None:
    given = task(number)
    taxonomy, _ = taxonomy_of(given.references, given.surroundings)
    clusters = sum(bool(topic.papers) for topic in taxonomy.walk())
    scores = versions * (versions > 1)
    calls, chain = clusters * versions + scores, 1 + (versions > 1)
    check("hireview-clusters", given, {"versions": versions}, calls, chain)


def test_hireview_has_several_levels_with_many_references() -> None:
    """The formula above counts levels of what is clustered: here there are several."""
    given = task(45)
    taxonomy, _ = taxonomy_of(given.references, given.surroundings)
    assert taxonomy.depth > 1


def test_hireview_with_a_given_taxonomy_names_what_has_no_name() -> None:
    nine = task(9)
    one, two, three = ([own.id for own in nine.references[at::3]] for at in range(3))
    inner = (Topic("Two", tuple(two)), Topic("", tuple(three)))
    given = replace(nine, taxonomy=Taxonomy((Topic("", (), inner), Topic("One", tuple(one)))))
    check("hireview", given, {}, 2 + 4 * 2 + 2, 2 + 2)


@pytest.mark.parametrize(
    ("number", "switches"), covering(NUMBERS, [{}, {"breadth": 3}, {"diversity": 0.3}]), ids=str
)
def test_citegeist(number: int, switches: dict[str, Any]) -> None:
    """It asks for T summaries and a text of each of T / b batches, these side by side."""
    batches = ceil(number / switches.get("breadth", 10))
    check("citegeist", task(number), switches, number + batches, 2)


@pytest.mark.parametrize("name", ["zero-shot", "chain-of-thought", "few-shot", "plan-based"])
def test_baselines_ask_once(name: str) -> None:
    check(name, task(20), {}, 1, 1)


@pytest.mark.parametrize("number", NUMBERS)
def test_baselines_that_ask_of_each_reference(number: int) -> None:
    """Two steps: T + 1 summaries and a text of all; reference-wise: T texts side by side."""
    check("two-step", task(number), {}, number + 2, 2)
    check("reference-wise", task(number), {}, number, 1)
