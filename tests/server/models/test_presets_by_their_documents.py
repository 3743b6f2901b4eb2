"""What goes to each provider, against what its documentation says that it takes.

After what could be seen of the providers' pages in November 2026, of some only excerpts; each
page is named beside what was read there.
"""

import asyncio
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from citeloom.models import local
from citeloom.models.answers import WrongAnswerError, read_answer, schema_of
from citeloom.models.local import find_local_models
from citeloom.models.port import ContextTooLongError, Message, Question, SetupError
from citeloom.models.presets import PRESETS, local_presets
from citeloom.models.setup import open_model, setup_of
from citeloom.settings import ModelSettings
from endpoint_server import Behaviour, running


@dataclass(frozen=True)
class Documented:
    """What a provider's page lists: base address, fields, forms of answers, name of the length."""

    page: str
    address: str
    fields: frozenset[str]
    length: str
    always: frozenset[str] = frozenset()


def named(names: str) -> frozenset[str]:
    """Return the names of a list with blanks between."""
    return frozenset(names.split())


OPENAI = named(
    "model messages temperature response_format max_completion_tokens max_tokens seed stream "
    "stream_options"
)

DOCUMENTED = {
    # max_tokens: "deprecated in favor of max_completion_tokens, and is not compatible with
    # o-series models" (same page).
    "openai": Documented(
        "https://platform.openai.com/docs/api-reference/chat/create",
        "https://api.openai.com/v1",
        OPENAI - {"max_tokens"},
        "max_completion_tokens",
    ),
    # POST {endpoint}/openai/v1/chat/completions; OpenAI's client with a key is documented, which
    # sends it as a bearer token.
    "azure": Documented(
        "https://learn.microsoft.com/azure/ai-foundry/openai/latest",
        "",
        OPENAI - {"max_tokens"},
        "max_completion_tokens",
    ),
    # response_format and provider.require_parameters: .../docs/features/structured-outputs.
    "openrouter": Documented(
        "https://openrouter.ai/docs/api-reference/overview",
        "https://openrouter.ai/api/v1",
        # stream_options: "This field has no effect. Full usage details are always included."
        # (.../docs/client-sdks/typescript/models/chatstreamoptions)
        named(
            "model messages temperature response_format max_tokens seed provider stream "
            "stream_options"
        ),
        "max_tokens",
        always=frozenset({"provider"}),
    ),
    "ollama": Documented(
        "https://docs.ollama.com/api/openai-compatibility",
        "http://127.0.0.1:11434/v1",
        named(
            "model messages temperature response_format max_tokens seed stop top_p stream "
            "stream_options"
        ),
        "max_tokens",
    ),
    # The page writes {"type": "json_schema", "schema": {...}}; the program reads OpenAI's form.
    "llamacpp": Documented(
        "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
        "http://127.0.0.1:8080/v1",
        OPENAI,
        "max_tokens",
    ),
    "vllm": Documented(
        "https://docs.vllm.ai/en/stable/serving/openai_compatible_server/",
        "http://127.0.0.1:8000/v1",
        OPENAI,
        "max_tokens",
    ),
    "lmstudio": Documented(
        "https://lmstudio.ai/docs/developer/openai-compat/structured-output",
        "http://127.0.0.1:1234/v1",
        # Its server takes stream_options too (CHANGELOG of 0.3.18).
        named(
            "model messages temperature response_format max_tokens seed stop top_p stream "
            "stream_options"
        ),
        "max_tokens",
    ),
}


class Inner(BaseModel):
    cites: list[str]


class Outer(BaseModel):
    reason: str = ""
    inner: list[Inner]


QUESTION = Question(
    "step",
    (Message("system", "Write."), Message("user", "<quoted-0a>\nparsing\n</quoted-0a>")),
    Outer,
    0.0,
)


def sent(name: str, tmp_path: Path, behaviour: Behaviour | None = None, **more: Any) -> list[Any]:
    async def ask(address: str) -> None:
        given = ModelSettings(provider=name, address=address, name="stand-in", **more)
        setup = setup_of(given, "sk-a-key-123456")
        assert setup is not None
        model = open_model(setup, tmp_path)
        try:
            await model.ask(QUESTION)
        finally:
            await model.close()

    with running(behaviour) as server:
        asyncio.run(ask(server.address))
        # Of a program on this machine it is asked how many calls it answers at once.
        assert set(server.paths) == {"/props", "/v1/chat/completions"}
        assert {one["authorization"] for one in server.headers} == {"Bearer sk-a-key-123456"}
        assert {one["content-type"] for one in server.headers} == {"application/json"}
        return server.asked


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_request_is_what_the_provider_documents(name: str, tmp_path: Path) -> None:
    told = DOCUMENTED[name]
    assert PRESETS[name].address == told.address
    (body,) = sent(name, tmp_path)
    assert {"model", "messages"} <= body.keys() <= told.fields
    assert told.always <= body.keys()
    assert body["stream"] is True
    assert body.get("stream_options", {"include_usage": True}) == {"include_usage": True}
    assert [set(one) for one in body["messages"]] == [{"role", "content"}] * 2
    assert all(isinstance(one["content"], str) for one in body["messages"])
    form = body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["name"].isidentifier()
    assert form["json_schema"]["strict"] is True
    check_strict(form["json_schema"]["schema"])
    if name == "openrouter":
        assert body["provider"] == {"require_parameters": True}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_with_a_limit_the_length_goes_by_the_documented_name(name: str, tmp_path: Path) -> None:
    (body,) = sent(name, tmp_path, tokens=100_000)
    told = DOCUMENTED[name]
    assert body.keys() <= told.fields
    assert {"max_tokens", "max_completion_tokens"} & body.keys() == {told.length}
    assert isinstance(body[told.length], int)


def check_strict(schema: Any) -> None:
    """Check OpenAI's rules for strict schemas, and the fewer keywords that Azure takes.

    https://platform.openai.com/docs/guides/structured-outputs#supported-schemas and
    https://learn.microsoft.com/azure/ai-foundry/openai/how-to/structured-outputs: objects are
    closed and all their properties required; Azure refuses lengths, patterns and bounds.
    """
    assert schema["type"] == "object"
    for one in objects(schema):
        if "properties" in one:
            assert one["additionalProperties"] is False
            assert one["required"] == list(one["properties"])
        assert not one.keys() & {
            "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "multipleOf",
            "patternProperties", "minItems", "maxItems", "uniqueItems", "default", "allOf", "oneOf",
        }  # fmt: skip
        if "$ref" in one:
            assert one.keys() == {"$ref"}
    assert json.dumps(schema)
    assert depth(schema, schema.get("$defs", {})) <= 5, "levels of objects"
    assert sum(len(one.get("enum", ())) for one in objects(schema)) <= 500


def depth(node: Any, named: Any) -> int:
    """Return how many objects lie in each other."""
    if isinstance(node, list):
        return max((depth(one, named) for one in node), default=0)
    if not isinstance(node, dict):
        return 0
    if "$ref" in node:
        return depth(named[node["$ref"].rpartition("/")[2]], named)
    own = [depth(value, named) for name, value in node.items() if name != "$defs"]
    return max(own, default=0) + (node.get("type") == "object")


def objects(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [found for one in node for found in objects(one)]
    if not isinstance(node, dict):
        return []
    return [node, *(found for one in node.values() for found in objects(one))]


def test_every_type_that_methods_ask_for_is_strict() -> None:
    from citeloom.methods.chatcite.key_elements import AnsweredElements, AnsweredSummary
    from citeloom.methods.chatcite.voting import vote_among
    from citeloom.methods.ckma.minigraph import AnsweredGraph
    from citeloom.methods.hireview.judging import Scores
    from citeloom.methods.hireview.names import AnsweredName
    from citeloom.methods.hireview.topic_texts import Introduction
    from citeloom_lab.baselines.ckma import FreeGraph
    from citeloom_lab.baselines.one_step import topics_type

    kinds: tuple[type[BaseModel], ...] = (
        AnsweredElements, AnsweredSummary, vote_among(3), AnsweredGraph,
        FreeGraph, Scores, AnsweredName, Introduction,
        topics_type(["P1", "P2"]), topics_type([f"P{n}" for n in range(501)]),
    )  # fmt: skip
    for kind in kinds:
        check_strict(schema_of(kind))


class Bounded(BaseModel):
    """A type with every kind of bound."""

    number: int = Field(ge=1, le=3, multiple_of=1)
    words: str = Field("x", min_length=1, max_length=5, pattern="x+")
    several: list[Annotated[int, Field(gt=0, lt=9)]] = Field(min_length=1, max_length=2)


def test_bounds_are_ours_to_check_and_not_the_endpoints() -> None:
    schema = schema_of(Bounded)
    check_strict(schema)
    assert set(schema["properties"]) == {"number", "words", "several"}
    assert read_answer('{"number": 3, "words": "x", "several": [1]}', Bounded).number == 3
    with pytest.raises(WrongAnswerError, match=r"^number: "):
        read_answer('{"number": 4, "words": "x", "several": [1]}', Bounded)


def test_presets_are_where_their_documents_say() -> None:
    assert set(DOCUMENTED) | {"custom", "editor"} == set(PRESETS)
    assert {one.name for one in local_presets()} == {"ollama", "llamacpp", "vllm", "lmstudio"}
    for name, told in DOCUMENTED.items():
        preset = PRESETS[name]
        assert preset.is_local == told.address.startswith("http://127.0.0.1")
        assert bool(preset.variable) == (not preset.is_local)


def test_lm_studio_takes_no_json_mode(tmp_path: Path) -> None:
    # It knows json_schema and text alone: where a model cannot do the first, words are left.
    asked = sent("lmstudio", tmp_path, Behaviour(forms=()))
    forms = [one.get("response_format", {}).get("type") for one in asked]
    assert forms == ["json_schema", "json_object", None]


def test_ollama_is_not_sent_what_it_would_cut(tmp_path: Path) -> None:
    long = Question("step", (Message("user", "word " * 4_000),), Outer)
    given = ModelSettings(provider="ollama", name="stand-in")

    async def ask(settings: ModelSettings) -> list[str]:
        setup = setup_of(settings)
        assert setup is not None
        model = open_model(setup, tmp_path)
        try:
            await model.ask(long)
        finally:
            notes = list(model.ledger.notes)
            await model.close()
        return notes

    with running() as server:
        settings = given.model_copy(update={"address": server.address})
        with pytest.raises(ContextTooLongError, match="4096"):
            asyncio.run(ask(settings))
        assert server.asked == []
        assert asyncio.run(ask(settings.model_copy(update={"context": 32_768}))) == []
        assert len(server.asked) == 1


def test_an_address_is_needed_where_every_user_has_another() -> None:
    for name in ("azure", "custom"):
        with pytest.raises(SetupError, match=r"model\.address"):
            setup_of(ModelSettings(provider=name, name="m"))


def test_a_local_program_is_found_by_its_list_of_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "SECONDS", 60)
    with running(Behaviour(models=("one", "two"))) as server:
        found = find_local_models([replace(PRESETS["vllm"], address=server.address)])
    assert [(one.preset.name, one.models) for one in found] == [("vllm", ("one", "two"))]
