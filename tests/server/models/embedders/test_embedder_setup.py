"""Which embedder is configured, whose key it is sent, and who is asked only after agreement."""

import asyncio

import pytest

from citeloom.models.embedders.opening import open_embedder
from citeloom.models.embedders.setup import EmbedderSetup, embedder_setup
from citeloom.models.port import SetupError
from citeloom.models.receiver import Receiver
from citeloom.problem import InputError
from citeloom.settings import EmbeddingSettings, ModelSettings
from endpoint_server import running

NO_MODEL = ModelSettings()
OPENAI = ModelSettings(provider="openai", name="a-model")
ELSEWHERE = ModelSettings(provider="custom", address="https://models.example.edu/v1", name="m")
KEY = "sk-of-the-language-model"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CITELOOM_MODEL_KEY", "CITELOOM_EMBEDDINGS_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("citeloom.models.keys.stored_key", lambda _: "")


def setup_of(
    model: ModelSettings = NO_MODEL, handed_over: str = "", **settings: object
) -> EmbedderSetup:
    found = embedder_setup(EmbeddingSettings.model_validate(settings), model, handed_over)
    assert found is not None
    return found


def test_without_a_provider_and_a_name_there_is_none_whatever_the_language_model() -> None:
    assert embedder_setup(EmbeddingSettings(), OPENAI) is None
    assert embedder_setup(EmbeddingSettings(dimensions=256), NO_MODEL) is None


def test_a_name_alone_takes_the_language_models_provider_address_and_key() -> None:
    found = setup_of(OPENAI, KEY, name="text-embedding-3-small")
    assert (found.provider, found.address) == ("openai", "https://api.openai.com/v1")
    assert found.key.value == KEY
    found = setup_of(ELSEWHERE, KEY, name="e5")
    assert (found.provider, found.host) == ("custom", "models.example.edu")
    assert found.key.value == KEY
    of_address = ModelSettings(address="https://models.example.edu/v1", name="m")
    assert setup_of(of_address, name="e5").host == "models.example.edu"


def test_another_provider_may_embed() -> None:
    found = setup_of(OPENAI, provider="ollama", name="nomic-embed-text")
    assert found.host == "127.0.0.1:11434"
    assert found.is_local
    assert not setup_of(provider="openai", name="text-embedding-3-small").is_local


def test_the_language_models_key_is_sent_to_no_other_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_MODEL_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    assert setup_of(ELSEWHERE, KEY, provider="openai", name="e").key.value == "sk-openai"
    own = {"provider": "custom", "address": "https://vectors.example.edu/v1", "name": "e"}
    assert setup_of(ELSEWHERE, KEY, **own).key.value == ""
    # A provider's own variable is for the provider's own host.
    proxied = {**own, "provider": "openai"}
    assert setup_of(ELSEWHERE, KEY, **proxied).key.value == ""
    monkeypatch.setenv("CITELOOM_EMBEDDINGS_KEY", "sk-embeddings")
    assert setup_of(ELSEWHERE, KEY, **own).key.value == "sk-embeddings"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"name": "e5"}, "give the provider of 'e5'"),
        ({"provider": "nobody", "name": "e"}, "use one of sentence-transformers, openai"),
        ({"provider": "openai"}, "give the name of the model"),
        ({"provider": "custom", "name": "e"}, "needs the address"),
        ({"provider": "sentence-transformers"}, "name of the model, or its folder"),
        ({"provider": "wordllama"}, "unknown provider 'wordllama'; use one of"),
        (
            {"provider": "sentence-transformers", "address": "https://a.example.edu"},
            "runs on this machine",
        ),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_settings_that_say_too_little_or_too_much_are_refused(
    settings: dict[str, object], said: str
) -> None:
    with pytest.raises(SetupError, match=said):
        setup_of(NO_MODEL, **settings)


def test_nobody_beyond_this_machine_is_asked_without_agreement() -> None:
    setup = setup_of(OPENAI, name="text-embedding-3-small")
    for agreed in (
        Receiver(),
        Receiver("api.openai.com", "text-embedding-3-small"),
        Receiver("api.openai.com", "text-embedding-3-large", "embeddings"),
        Receiver("vectors.example.edu", "text-embedding-3-small", "embeddings"),
    ):
        with pytest.raises(
            InputError, match=r"text-embedding-3-small at api\.openai\.com; nothing"
        ):
            open_embedder(setup, agreed)
    assert setup.receiver == Receiver("api.openai.com", "text-embedding-3-small", "embeddings")

    async def opened() -> str:
        embedder = open_embedder(setup, setup.receiver)
        await embedder.close()
        return embedder.name

    assert asyncio.run(opened()) == "openai/text-embedding-3-small"


def test_an_endpoint_on_this_machine_embeds_as_the_settings_say() -> None:
    with running() as server:
        setup = setup_of(
            provider="custom",
            address=server.address,
            name="stand-in",
            dimensions=4,
            batch=1,
            text_prefix="text: ",
            query_prefix="query: ",
        )

        async def embedded() -> tuple[int, ...]:
            embedder = open_embedder(setup)
            try:
                await embedder.embed(["one", "two"])
                return (await embedder.embed(["three"], "query")).shape
            finally:
                await embedder.close()

        assert asyncio.run(embedded()) == (1, 4)
        sent = [body["input"] for body in server.asked]
        assert sorted(sent) == [["query: three"], ["text: one"], ["text: two"]]
        assert {body["dimensions"] for body in server.asked} == {4}


@pytest.mark.parametrize(
    "settings",
    [
        {"provider": "openai", "name": "e"},
        {"address": "http://127.0.0.1:1/v1", "name": "e", "text_prefix": "text: "},
        {"provider": "sentence-transformers", "name": "e", "text_prefix": "text: "},
    ],
    ids=["a provider", "an endpoint of one's own", "sentence-transformers"],
)
def test_the_name_of_the_vectors_is_known_before_the_embedder_is_opened(
    settings: dict[str, object],
) -> None:
    setup = setup_of(**settings)

    async def opened_name() -> str:
        embedder = open_embedder(setup, setup.receiver)
        await embedder.close()
        return embedder.name

    assert asyncio.run(opened_name()) == setup.vectors
