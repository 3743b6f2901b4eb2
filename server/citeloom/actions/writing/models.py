"""Open the user's language model for actions, and estimate its cost."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

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
from citeloom.papers.file_state import FileState
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.kept_reading import KeptReading, ReadingStep
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.papers.store.elements import elements_of, put_elements
from citeloom.papers.store.readings import add_step, end_reading, reading_of
from citeloom.papers.store.store import Store, StoreError
from citeloom.problem import InputError, Remedy
from citeloom.settings import network_settings, prompts_folder

Kept = TypeVar("Kept")


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
    section: str = "",
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
        with ports_to(model, context, progress, project, texts, section) as opened:
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
    section: str,
    made: "MadeUp | None" = None,
) -> Iterator[Ports]:
    """Open the ports of a method that asks a model.

    ``project`` is the root of the project that is written for, ``section`` the heading of what is
    written there. ``texts`` are the names under which full texts are kept, by the papers' ids. In a
    rehearsal ``made`` is what it makes up: what is kept is only read then.
    """
    fence = Fence(installation_secret(context.user.data_folder))
    full_texts = KeptTexts(FullTextCache(context.user.full_texts), texts)
    with closing(_Kept(context, project, texts, made)) as kept:
        elements, readings = _KeptElements(kept), _KeptReadings(kept, section)
        prompts = Prompts(prompts_folder())
        yield Ports(progress, model, prompts, elements, fence, full_texts, readings)


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


@dataclass
class MadeUp:
    """What rehearsals make up and a run would keep: key elements by paper, readings by name."""

    elements: dict[str, Sequence[KeyElement]] = field(default_factory=dict)
    readings: dict[str, KeptReading] = field(default_factory=dict)


class _Kept:
    """What was read of a project's papers; without a store a model is asked every time.

    ``texts`` are the names under which full texts are kept, by the papers' ids. ``made`` is what a
    rehearsal makes up in place of what a run keeps, None in a run.
    """

    def __init__(
        self, context: Context, project: Path, texts: Mapping[str, TextName], made: MadeUp | None
    ) -> None:
        self._store: Store | None = None
        with suppress(StoreError):
            self._store = Store.open(context.user.store)
        self._project, self._texts = project, texts
        # Without a store a run keeps nothing for the texts behind it.
        self.made = made if made is None or self._store is not None else MadeUp()

    def read(self, question: Callable[..., Kept], *given: object) -> Kept | None:
        """Ask the store about the project; None where it has no answer."""
        if self._store is not None:
            with suppress(StoreError):
                return self._store.read(question, self._project, *given)
        return None

    def write(self, change: Callable[..., None], *given: object) -> None:
        """Change what the store keeps of the project."""
        if self._store is not None:
            with suppress(StoreError):
                self._store.write(change, self._project, *given)

    def file_of(self, paper: str) -> FileState | None:
        """Return the file that the full text of a paper comes from, by the paper's id."""
        text = self._texts.get(paper)
        return text.file if text else None

    def close(self) -> None:
        if self._store is not None:
            self._store.close()


@dataclass(frozen=True)
class _KeptElements:
    """A project's key elements."""

    kept: _Kept

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        made = self.kept.made.elements if self.kept.made else {}
        return self.kept.read(elements_of, paper) or made.get(paper.id, ())

    def put(self, paper: Paper, elements: Iterable[KeyElement]) -> None:
        if self.kept.made:
            self.kept.made.elements[paper.id] = tuple(elements)
        else:
            self.kept.write(put_elements, paper, tuple(elements), self.kept.file_of(paper.id))


@dataclass(frozen=True)
class _KeptReadings:
    """A project's readings for a section."""

    kept: _Kept
    section: str

    def get(self, name: str) -> KeptReading:
        name, made = self._name(name), self.kept.made
        found = made.readings.get(name) if made else None
        return found or self.kept.read(reading_of, name) or KeptReading()

    def add(self, name: str, number: int, step: ReadingStep) -> None:
        if self.kept.made:
            steps = (*self.get(name).steps[:number], step)
            self.kept.made.readings[self._name(name)] = KeptReading(steps)
        else:
            file = self.kept.file_of(step.paper)
            self.kept.write(add_step, self._name(name), number, step, file)

    def end(self, name: str, ended: str, known: str) -> None:
        if self.kept.made:
            steps = self.get(name).steps
            self.kept.made.readings[self._name(name)] = KeptReading(steps, ended, known)
        else:
            self.kept.write(end_reading, self._name(name), ended, known)

    def _name(self, name: str) -> str:
        return f"{name}; {self.section}"
