"""Select-Read-Write at an endpoint that ignores every schema, with full texts."""

import asyncio
import json
import re

import pytest
from reading_samples import sample

from answering_in_words import answer_in_words
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.verify import verify
from citeloom.models.quoting import Fence
from citeloom.models.tokens import text_tokens
from endpoint_server import Behaviour, Running, running
from modelled_runs import model_at

METHOD = method_named("select-read-write-selectors")
TASK, TEXTS = sample(4, 3, {0: (1,), 2: (0,)})
THERE = 2 + 3 * 3 + 1
SELECTORS = ("sequential", "random", "free", "co-occurrence-graph", "citation-graph")


async def write(server: Running, **parameters: object) -> Result:
    model = model_at(server)
    ports = Ports(model=model, fence=Fence(b"secret"), texts=TEXTS)
    try:
        return await METHOD.write(TASK, METHOD.parameters.model_validate(parameters), ports)
    finally:
        await model.close()


def asked_in(server: Running) -> list[str]:
    return ["\n".join(one["content"] for one in body["messages"]) for body in server.asked]


@pytest.mark.parametrize("selector", SELECTORS)
def test_it_is_driven_by_what_its_messages_say(selector: str) -> None:
    with running(Behaviour(says=answer_in_words)) as server:
        result = asyncio.run(write(server, selector=selector))
    verify(result, TASK)
    assert result.uncited == ()
    no_link = selector == "co-occurrence-graph"
    said = [line for line in result.warnings if "read from the abstract alone" not in line]
    assert ["no citation links" in line for line in said] == [True] * no_link
    trace = result.trace
    assert all(not step["wrong_choices"] and not step["fault"] for step in trace["path"])
    assert all(step["noted"] for step in trace["path"])
    for step in trace["path"]:
        assert [note["papers"] for note in step["noted"]] == [[step["paper"]]]
    assert len(trace["memory"]) == len(trace["path"])
    in_order = selector in ("sequential", "random")
    read = THERE if in_order else THERE - 1
    assert trace["ended"] == ("everything was read" if in_order else "the selector chose to stop")
    assert len(trace["path"]) == read
    # n + 1 calls in a fixed order, 2n + 2 where a model chooses and ends it
    assert len(server.asked) == (read + 1 if in_order else 2 * read + 2)
    assert all("JSON schema" not in text for text in asked_in(server))
    for paragraph in result.paragraphs:
        for sentence in paragraph.sentences:
            assert not re.search(r"\bP\d|\[|```|Sure", sentence.text)


def test_a_memory_that_grows_too_long_is_condensed_in_words() -> None:
    with running(Behaviour(says=answer_in_words)) as server:
        result = asyncio.run(write(server, selector="sequential", memory_tokens=200))
    verify(result, TASK)
    condensed = [step for step in result.trace["path"] if step["condensed"]]
    assert condensed and len(server.asked) == THERE + 1 + len(condensed)
    assert text_tokens(json.dumps(result.trace["memory"])) <= 220


@pytest.mark.parametrize("wrong", ["P9/9", "the second one", "P1"])
def test_a_wrong_choice_is_told_and_mended_in_words(wrong: str) -> None:
    def choose_wrongly(request: str) -> str:
        said = answer_in_words(request)
        if "What may be read now" in request and "cannot be read" not in request:
            return re.sub(r'"choice": "P\d+/\d+"', f'"choice": "{wrong}"', said)
        return said

    with running(Behaviour(says=choose_wrongly)) as server:
        result = asyncio.run(write(server, steps=3))
    path = result.trace["path"]
    assert [len(step["wrong_choices"]) for step in path] == [1] * len(path)
    again = [text for text in asked_in(server) if "Your last choice cannot be read" in text]
    assert len(again) == len(path) == 2


@pytest.mark.parametrize("field", ["choice", "notes", "papers", "note"])
def test_nothing_comes_of_a_field_that_the_messages_do_not_explain(field: str) -> None:
    def answer_without(request: str) -> str:
        unsaid = re.sub(rf'^- "{field}": .*', "", request, flags=re.MULTILINE)
        return answer_in_words(unsaid)

    with running(Behaviour(says=answer_without)) as server:
        result = asyncio.run(write(server, steps=4))
    assert result.uncited == ()
    path = result.trace["path"]
    if field == "choice":
        assert all("no answer of the right form" in step["wrong_choices"] for step in path)
    else:
        assert all(step["fault"] and not step["noted"] for step in path)
        assert result.trace["memory"] == []
