"""Open the user's language model for actions, and estimate its cost."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from citeloom.actions.context import Context
from citeloom.actions.papers.citing import KeptTexts
from citeloom.methods.port import (
    KeptElements,
    KeptReadings,
    NoProgress,
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
    """Open the ports of a method; the ledger counts what it uses.

    ``project`` is the root of the project that is written for, ``section`` the heading of what is
    written there. ``texts`` are the names under which full texts are kept, by the papers' ids.

    Raises
    ------
    InputError
        If one of the user's own prompts cannot be used; as ServiceError if the model cannot be.
    """
    full_texts = KeptTexts(FullTextCache(context.user.full_texts), texts)
    if setup is None:
        yield Ports(progress=progress, texts=full_texts), Ledger()
        return
    folder = context.user.data_folder
    model = open_model(setup, folder)
    kept = _Kept(context, project, texts, section)
    fence = Fence(installation_secret(folder))
    prompts = Prompts(prompts_folder())
    try:
        yield (
            Ports(progress, model, prompts, kept.elements, fence, full_texts, kept.readings),
            model.ledger,
        )
    finally:
        kept.close()
        await model.close()


@contextmanager
def rehearsal_ports(
    context: Context,
    model: LanguageModel,
    project: Path,
    texts: Mapping[str, TextName],
    section: str = "",
    made_up: "MadeUp | None" = None,
) -> Iterator[Ports]:
    """Open the ports of a rehearsal with a model that asks nobody; what is kept is only read.

    ``project`` is the root of the project that is written for, ``section`` the heading of what is
    written there. ``texts`` are the names under which full texts are kept, by the papers' ids.
    ``made_up`` is what rehearsals of the same run would have kept; this one adds to it.
    """
    fence = Fence(installation_secret(context.user.data_folder))
    full_texts = KeptTexts(FullTextCache(context.user.full_texts), texts)
    prompts = Prompts(prompts_folder())
    with closing(_Kept(context, project, texts, section)) as kept:
        made = made_up if made_up is not None and kept.is_kept else MadeUp()
        elements, readings = _OnlyRead(kept.elements, made), _OnlyReadings(kept.readings, made)
        yield Ports(NoProgress(), model, prompts, elements, fence, full_texts, readings)


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


@dataclass
class _OnlyRead:
    """Gives kept key elements; those of a rehearsal are made up, and kept for its run alone."""

    kept: KeptElements
    made: MadeUp

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        return self.kept.get(paper) or self.made.elements.get(paper.id, ())

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        self.made.elements[paper.id] = tuple(elements)


@dataclass
class _OnlyReadings:
    """Gives kept readings; those of a rehearsal are kept for its run alone."""

    kept: KeptReadings
    made: MadeUp

    def get(self, name: str) -> KeptReading:
        return self.made.readings.get(name) or self.kept.get(name)

    def add(self, name: str, number: int, step: ReadingStep) -> None:
        before = self.get(name).steps[:number]
        self.made.readings[name] = KeptReading((*before, step))

    def end(self, name: str, ended: str, known: str) -> None:
        self.made.readings[name] = KeptReading(self.get(name).steps, ended, known)


class _Kept:
    """What was read of a project's papers; without a store a model is asked every time.

    ``texts`` are the names under which full texts are kept, by the papers' ids.
    """

    def __init__(
        self, context: Context, project: Path, texts: Mapping[str, TextName], section: str
    ) -> None:
        self._store: Store | None = None
        with suppress(StoreError):
            self._store = Store.open(context.user.store)
        self._project, self._texts = project, texts
        self.elements, self.readings = _KeptElements(self), _KeptReadings(self, section)

    @property
    def is_kept(self) -> bool:
        """Whether there is a store."""
        return self._store is not None

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
        return self.kept.read(elements_of, paper) or ()

    def put(self, paper: Paper, elements: Iterable[KeyElement]) -> None:
        self.kept.write(put_elements, paper, tuple(elements), self.kept.file_of(paper.id))


@dataclass(frozen=True)
class _KeptReadings:
    """A project's readings for a section."""

    kept: _Kept
    section: str

    def get(self, name: str) -> KeptReading:
        return self.kept.read(reading_of, self._name(name)) or KeptReading()

    def add(self, name: str, number: int, step: ReadingStep) -> None:
        file = self.kept.file_of(step.paper)
        self.kept.write(add_step, self._name(name), number, step, file)

    def end(self, name: str, ended: str, known: str) -> None:
        self.kept.write(end_reading, self._name(name), ended, known)

    def _name(self, name: str) -> str:
        return f"{name}; {self.section}"
