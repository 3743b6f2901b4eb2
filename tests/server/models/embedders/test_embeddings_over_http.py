"""An embedder behind an endpoint: batches, prefixes, limits, and faults of every kind."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import numpy as np
import pytest

from citeloom.models.connection.pace import Pace
from citeloom.models.embedders.endpoint import EndpointEmbedder, read_vectors
from citeloom.models.embedders.port import Use, Vectors
from citeloom.models.embedders.setup import EmbedderSetup
from citeloom.models.keys import Key
from citeloom.models.port import BudgetExceededError, ContextTooLongError, ModelError
from citeloom.models.usage import Ledger, Limits
from citeloom.settings import EmbeddingSettings, ModelSettings
from embedding_answers import WIDTH, embedding_answer, vector_of
from endpoint_server import Behaviour, Body, Running, running

Value = TypeVar("Value")

RUNNER = asyncio.Runner()
TEXTS = ("parsing of sentences", "graphs of papers", "parsing of graphs")


class Impatient(Pace):
    """Waits no time after a fault."""

    def next_try(self, tries: int, headers: Any) -> float | None:
        wait = super().next_try(tries, headers)
        self._open_at = 0.0
        return None if wait is None else 0.0


def run(work: Coroutine[Any, Any, Value]) -> Value:
    return RUNNER.run(work)


def embedder_at(
    server: Running,
    *,
    dimensions: int = 0,
    batch: int = 64,
    key: str = "",
    seconds: float = 5.0,
    limits: Limits | None = None,
    text_prefix: str = "",
    query_prefix: str = "",
) -> EndpointEmbedder:
    settings = EmbeddingSettings(
        name="stand-in",
        dimensions=dimensions,
        batch=batch,
        timeout=seconds,
        text_prefix=text_prefix,
        query_prefix=query_prefix,
    )
    setup = EmbedderSetup("ollama", server.address, Key(key), settings, ModelSettings())
    ledger = Ledger(limits or Limits())
    return EndpointEmbedder(setup, Impatient(4), ledger)


def embedded(
    embedder: EndpointEmbedder, texts: Sequence[str] = TEXTS, use: Use = "text"
) -> Vectors:
    return run(embedder.embed(texts, use))


def right_rows(texts: Sequence[str], width: int = WIDTH) -> Vectors:
    rows = np.array([vector_of(text, width) for text in texts])
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_each_text_gets_its_own_vector_of_length_one_in_batches() -> None:
    texts = [f"paper number {number} about parsing" for number in range(10)]
    with running() as server:
        embedder = embedder_at(server, batch=3, key="a-key")
        rows = embedded(embedder, texts)
        assert rows.dtype == np.float32
        assert np.array_equal(rows, right_rows(texts))
        assert run(embedder.dimensions()) == WIDTH
        asked = sorted(server.asked, key=lambda body: texts.index(body["input"][0]))
        assert [len(body["input"]) for body in asked] == [3, 3, 3, 1]
        assert asked[0] == {"model": "stand-in", "input": texts[:3], "encoding_format": "float"}
        assert set(server.paths) == {"/v1/embeddings"}
        assert server.headers[0]["authorization"] == "Bearer a-key"
        assert not any(name.startswith("x-stainless") for name in server.headers[0])
        assert embedder.ledger.total.calls == 4
        assert embedder.ledger.total.input_tokens == 50


def test_empty_texts_are_not_sent_and_get_rows_of_zeros() -> None:
    with running() as server:
        rows = embedded(embedder_at(server), ["", "parsing", " \n\t "])
        assert np.array_equal(rows[[0, 2]], np.zeros((2, WIDTH), np.float32))
        assert np.array_equal(rows[1:2], right_rows(["parsing"]))
        assert [body["input"] for body in server.asked] == [["parsing"]]


def test_no_texts_give_no_rows_of_the_right_width() -> None:
    with running() as server:
        assert embedded(embedder_at(server, dimensions=4), []).shape == (0, 4)
        assert not server.asked
        assert embedded(embedder_at(server), []).shape == (0, WIDTH)


def test_texts_and_queries_get_their_own_prefix_and_the_name_tells_that_of_texts() -> None:
    with running() as server:
        embedder = embedder_at(server, text_prefix="passage: ", query_prefix="query: ")
        embedded(embedder, ["parsing\nof   graphs"])
        embedded(embedder, ["parsing"], "query")
        assert [body["input"] for body in server.asked] == [
            ["passage: parsing of graphs"],
            ["query: parsing"],
        ]
        assert embedder.name == "ollama/stand-in after 'passage: '"
        assert embedder_at(server).name == "ollama/stand-in"


def test_signs_that_cannot_be_sent_are_replaced() -> None:
    with running() as server:
        embedded(embedder_at(server), ["pars\ud800ing"])
        assert server.asked[0]["input"] == ["pars?ing"]


@pytest.mark.parametrize(
    "fault",
    ["429", "429:0", "500", "503", "reset", "half", "no-json", "no-choices", "failed-inside"],
)
def test_a_fault_that_passes_costs_another_try_and_nothing_else(fault: str) -> None:
    with running(Behaviour(faults=[fault])) as server:
        embedder = embedder_at(server)
        assert np.array_equal(embedded(embedder), right_rows(TEXTS))
        assert len(server.asked) == 2
        assert embedder.ledger.total.repeated == 1


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("429", "answers 429"),
        ("quota", "quota is used up"),
        ("401", "needs a key"),
        ("404", "has no model 'stand-in'"),
        ("redirect:http://127.0.0.1:9/v1", "Citeloom uses only the address in embeddings.address"),
        ("half", "cannot be reached or gave an invalid answer"),
        ("flood:200|application/json|[", "larger than"),
        ("hang", "did not answer in time"),
    ],
    ids=lambda value: value.partition("|")[0],
)
def test_a_fault_that_stays_is_told_in_words(fault: str, said: str) -> None:
    with running(Behaviour(always=fault)) as server:
        embedder = embedder_at(server, seconds=0.2 if fault == "hang" else 20.0)
        with pytest.raises(ModelError, match=said):
            embedded(embedder)


def changed(change: Callable[[list[dict[str, Any]]], Any]) -> Callable[[Body], Any]:
    """Return what answers with the right data after a change."""

    def embeds(body: Body) -> Any:
        answer = embedding_answer(body)
        answer["data"] = change(answer["data"])
        return answer

    return embeds


def with_first(embedding: Any) -> Callable[[Body], Any]:
    """Return what answers with another thing in the place of the first vector."""
    return changed(lambda data: [{**data[0], "embedding": embedding}, *data[1:]])


@pytest.mark.parametrize(
    ("embeds", "said"),
    [
        (changed(lambda data: data[1:]), "2 vectors for 3 texts"),
        (changed(lambda data: [*data, data[0]]), "4 vectors for 3 texts"),
        (changed(lambda data: [data[0], data[0], data[1]]), "which vector belongs to which text"),
        (
            changed(lambda data: [{**row, "index": "a"} for row in data]),
            "which vector belongs to which text",
        ),
        (
            changed(lambda data: [{**row, "index": row["index"] + 1} for row in data]),
            "belongs to which text",
        ),
        (changed(lambda data: "vectors"), "no vectors"),
        (changed(lambda data: ["vector"] * 3), "no vectors"),
        (with_first([1.0]), "different lengths"),
        (with_first([]), "something that is not a vector"),
        (with_first(None), "something that is not a vector"),
        (with_first([[1.0] * WIDTH]), "something that is not a vector"),
        (with_first([1.0] * (WIDTH - 1) + ["one"]), "something that is not a vector"),
        (with_first([1.0] * (WIDTH - 1) + [10**400]), "something that is not a vector"),
        (with_first([float("nan")] * WIDTH), "not numbers"),
        (with_first([float("inf")] * WIDTH), "not numbers"),
        (with_first([1.0] * (WIDTH - 1) + [None]), "not numbers"),
        (with_first("?"), "something that is not a vector"),
        (changed(lambda data: [{**row, "embedding": [0.0] * WIDTH} for row in data]), "zeros"),
        (lambda body: [], "no vectors"),
        (lambda body: {"error": {"message": "out of memory"}}, "out of memory"),
    ],
    ids=[
        *("one too few", "one too many", "one twice", "no place", "wrong places", "no list"),
        *("no objects", "a narrow one", "an empty one", "none", "a list of one", "a word"),
        *("a huge number", "NaN", "infinite", "a gap", "words", "zeros", "a list", "an error"),
    ],
)
def test_vectors_that_are_wrong_are_refused_and_asked_for_again(
    embeds: Callable[[Body], Any], said: str
) -> None:
    with running(Behaviour(embeds=embeds)) as server:
        with pytest.raises(ModelError, match=said):
            embedded(embedder_at(server))
        assert len(server.asked) == 6


def test_vectors_without_places_are_taken() -> None:
    def embeds(body: Body) -> Any:
        return {"data": [{"embedding": vector_of(text)} for text in body["input"]]}

    with running(Behaviour(embeds=embeds)) as server:
        embedder = embedder_at(server)
        assert np.array_equal(embedded(embedder), right_rows(TEXTS))
        assert embedder.ledger.total.input_tokens > 0


def test_very_small_and_very_large_numbers_get_length_one() -> None:
    rows, _ = read_vectors(b'{"data": [{"embedding": [3e300, 4e300]}]}', 1)
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]
    rows, _ = read_vectors(b'{"data": [{"embedding": [3e-300, 4e-300]}]}', 1)
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]


def test_a_width_is_asked_for_and_an_endpoint_that_ignores_it_is_told_of() -> None:
    with running() as server:
        assert embedded(embedder_at(server, dimensions=4)).shape == (3, 4)
        assert server.asked[0]["dimensions"] == 4
        server.behaviour.embeds = lambda body: embedding_answer({**body, "dimensions": WIDTH})
        with pytest.raises(ModelError, match="with 8 dimensions, and 4 were asked for") as found:
            embedded(embedder_at(server, dimensions=4))
        assert "set it to 8" in str(found.value)
        assert len(server.asked) == 2


def test_an_endpoint_that_refuses_a_width_is_told_of_and_not_asked_again() -> None:
    with running(Behaviour(refuses=frozenset({"dimensions"}))) as server:
        with pytest.raises(ModelError, match="has no vectors with 4 dimensions") as found:
            embedded(embedder_at(server, dimensions=4))
        assert "leave embeddings.dimensions out" in str(found.value)
        assert len(server.asked) == 1


def test_vectors_of_another_width_than_before_are_refused() -> None:
    with running() as server:
        embedder = embedder_at(server)
        embedded(embedder)
        server.behaviour.embeds = lambda body: embedding_answer({**body, "dimensions": 5})
        with pytest.raises(ModelError, match="vectors with 5 dimensions, and gave 8 before"):
            embedded(embedder)


def test_texts_that_are_too_long_are_shortened_until_they_fit_and_a_note_says_so() -> None:
    texts = [f"{number} " + "parsing " * 500 for number in range(4)]
    with running(Behaviour(longest=1_500)) as server:
        embedder = embedder_at(server, batch=1)
        rows = embedded(embedder, texts)
        assert rows.shape == (4, WIDTH)
        taken = [body["input"][0] for body in server.asked if len(body["input"][0]) <= 1_500]
        assert sorted(text.split()[0] for text in taken) == ["0", "1", "2", "3"]
        assert min(map(len, taken)) > 900
        assert any("reads no more than about" in note for note in embedder.ledger.notes)
        server.behaviour.longest = 10
        with pytest.raises(ContextTooLongError):
            embedded(embedder, texts)


def test_a_limit_stops_before_it_is_passed() -> None:
    texts = ["parsing " * 30] * 10
    with running() as server:
        with pytest.raises(BudgetExceededError, match="limit of 3 calls"):
            embedded(embedder_at(server, batch=1, limits=Limits(calls=3)), texts)
        assert len(server.asked) <= 3
        server.asked.clear()
        with pytest.raises(BudgetExceededError, match="limit of 250 tokens"):
            embedded(embedder_at(server, batch=1, limits=Limits(tokens=250)), texts)
        # A text takes 30 tokens and is taken for 80 before it is counted.
        assert 3 <= len(server.asked) <= 6
        server.asked.clear()
        limits = Limits(money=0.0002, input_price=1.0)
        with pytest.raises(BudgetExceededError, match=r"limit of 0\.0002"):
            embedded(embedder_at(server, batch=1, limits=limits), texts)
        assert 2 <= len(server.asked) <= 5


def test_a_failed_batch_stops_the_others() -> None:
    texts = [f"text {number}" for number in range(40)]
    with running(Behaviour(objects_to='text 3"', objects_by="401")) as server:
        with pytest.raises(ModelError, match="needs a key"):
            embedded(embedder_at(server, batch=1), texts)
        assert len(server.asked) < 40
