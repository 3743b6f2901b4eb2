"""Open the user's language model for actions, and estimate its cost."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.papers.citing import KeptTexts
from citeloom.methods.port import (
    Ports,
    Progress,
)
from citeloom.methods.result import Usage
from citeloom.models.cost import Cost
from citeloom.models.embedders.setup import EmbedderSetup, embedder_setup
from citeloom.models.port import LanguageModel
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence, installation_secret
from citeloom.models.setup import Setup, open_model, setup_of
from citeloom.models.tokens import StepUsage
from citeloom.models.usage import MILLION, USUAL_SPEEDS, USUAL_WAITS, Ledger, Speed
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.papers.store.elements import elements_of, put_elements
from citeloom.papers.store.store import Store, StoreError
from citeloom.problem import InputError, Remedy
from citeloom.settings import network_settings, prompts_folder

MadeUp = dict[str, Sequence[KeyElement]]
"""The key elements that simulated runs make up and a real run would keep, by the papers' ids."""


@dataclass(frozen=True)
class Estimate:
    """The estimated cost of a run: calls, tokens, money (None without prices), and the model.

    ``seconds`` are how long it takes, at least and at most; None where no model is configured.
    ``speed`` are the tokens a second of earlier answers, 0 where there are none to go by.
    """

    cost: Cost
    money: float | None
    currency: str
    model: str
    host: str
    seconds: tuple[float, float] | None = None
    speed: float = 0.0


def configured_model(handed_over: str = "") -> Setup | None:
    """Return the user's configured model; None where there is none.

    Raises
    ------
    InputError
        If the settings are wrong.
    """
    return setup_of(network_settings().model, handed_over)


def configured_embedder(handed_over: str = "") -> EmbedderSetup | None:
    """Return the user's configured embedder; None where there is none.

    ``handed_over`` is the key of the language model's endpoint, as an editor has it.

    Raises
    ------
    InputError
        If the settings are wrong.
    """
    settings = network_settings()
    return embedder_setup(settings.embeddings, settings.model, handed_over)


def no_model(method: str) -> InputError:
    """Return the error of a method that needs a language model where none is configured."""
    message = f"the method '{method}' needs a language model, but none is configured"
    return InputError(message, advice=Remedy.SET_MODEL)


def estimate(cost: Cost, setup: Setup | None, speed: Speed | None = None) -> Estimate:
    """Return what a run with these calls would cost, and how long it takes.

    ``speed`` is that of earlier answers; without one the time is a range.
    """
    money = None
    if setup is not None and (setup.settings.input_price or setup.settings.output_price):
        given = setup.settings
        money = cost.input_tokens * given.input_price + cost.output_tokens * given.output_price
        money = money / MILLION
    currency = setup.settings.currency if setup else ""
    if setup is None:
        return Estimate(cost, money, currency, "", "")
    at_once = setup.calls_at_once
    if speed is not None and speed.is_known:
        seconds = cost.seconds(speed.wait, speed.tokens_a_second, at_once)
        between, known = (seconds, seconds), speed.tokens_a_second
    else:
        usual = zip(USUAL_WAITS, USUAL_SPEEDS, strict=True)
        least, most = (cost.seconds(wait, tokens, at_once) for wait, tokens in usual)
        between, known = (least, most), 0.0
    return Estimate(cost, money, currency, setup.name, setup.host, between, known)


@asynccontextmanager
async def ports(
    context: Context,
    setup: Setup | None,
    progress: Progress,
    project: Path,
    texts: Mapping[str, TextName],
) -> AsyncIterator[tuple[Ports, Ledger]]:
    """Open the ports of a method as ``ports_to`` does; the ledger counts what it uses.

    Raises
    ------
    InputError
        If one of the user's own prompts cannot be used; as ServiceError if the model cannot be.
    """
    if setup is None:
        full_texts = KeptTexts(FullTextCache(context.user.full_texts), texts)
        yield Ports(progress=progress, texts=full_texts), Ledger()
        return
    model = open_model(setup, context.user.data_folder)
    try:
        with ports_to(model, context, progress, project, texts) as opened:
            yield opened, model.ledger
    finally:
        await model.close()


@contextmanager
def ports_to(
    model: LanguageModel,
    context: Context,
    progress: Progress,
    project: Path,
    texts: Mapping[str, TextName],
    made: MadeUp | None = None,
) -> Iterator[Ports]:
    """Open the ports of a method that asks a model.

    ``project`` is the root of the project that is written for. ``texts`` are the names under which
    full texts are kept, by the papers' ids. ``made`` is what a simulated run made up: what is
    kept is only read then.
    """
    fence = Fence(installation_secret(context.user.data_folder))
    full_texts = KeptTexts(FullTextCache(context.user.full_texts), texts)
    with closing(_KeptElements(context, project, texts, made)) as elements:
        prompts = Prompts(prompts_folder())
        yield Ports(progress, model, prompts, elements, fence, full_texts)


def model_name(ledger: Ledger, setup: Setup) -> str:
    """Return who answered, as the answers say; the configured name, where they do not."""
    return ", ".join(ledger.models) or setup.name


def usage_of(*ledgers: Ledger) -> Usage:
    """Return what a run has used of a model, and of an embedder, step by step."""
    total = sum((ledger.total for ledger in ledgers), StepUsage("all"))
    return Usage(
        total.calls,
        total.memo_hits,
        total.input_tokens,
        total.output_tokens,
        money=round(sum(0.0 if ledger.untold else ledger.money for ledger in ledgers), 6),
        steps=tuple(step for ledger in ledgers for step in ledger.steps.values()),
        untold=sum(ledger.untold for ledger in ledgers),
    )


class _KeptElements:
    """A project's key elements in the store; without a store a model is asked every time.

    ``texts`` are the names under which full texts are kept, by the papers' ids. ``made`` are those
    that a simulated run makes up, which are not kept; None in a run.
    """

    def __init__(
        self, context: Context, project: Path, texts: Mapping[str, TextName], made: MadeUp | None
    ) -> None:
        self._store: Store | None = None
        with suppress(StoreError):
            self._store = Store.open(context.user.store)
        self._project, self._texts = project, texts
        # Without a store a run keeps nothing for the texts behind it.
        self._made = made if made is None or self._store is not None else {}

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        kept: Sequence[KeyElement] = ()
        if self._store is not None:
            with suppress(StoreError):
                kept = self._store.read(elements_of, self._project, paper)
        return kept or (self._made or {}).get(paper.id, ())

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        if self._made is not None:
            self._made[paper.id] = elements
        elif self._store is not None:
            text = self._texts.get(paper.id)
            with suppress(StoreError):
                self._store.write(
                    put_elements, self._project, paper, elements, text.file if text else None
                )

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
