"""The interface of a method: what it does, and what a run gives it to do that with."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from citeloom.methods.cost import Cost
from citeloom.methods.parameters import Parameters
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.methods.weaving import Weave, WeavingTask
from citeloom.models.port import LanguageModel
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence
from citeloom.papers.fulltext.text import FullText
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.problem import InputError


class Progress(Protocol):
    """Where a method says how far it is."""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Say that ``done`` of ``total`` steps of the stage are done (0 of 0: not known)."""


class NoProgress:
    """Progress that nobody watches."""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        pass


class KeptElements(Protocol):
    """Where key elements that a model extracted are kept, paper by paper."""

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        """Return the key elements kept of a paper; none where there are none."""
        ...

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        """Keep key elements of a paper in place of earlier ones."""
        ...


class NothingKept:
    def get(self, paper: Paper) -> Sequence[KeyElement]:
        return ()

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        pass


class FullTexts(Protocol):
    """The full texts of references that are kept; nobody is asked for more."""

    def of(self, paper: Paper) -> FullText | None:
        """Return the full text of a paper by its sections; None where none is kept."""
        ...


class NoFullTexts:
    def of(self, paper: Paper) -> FullText | None:
        return None


@dataclass(frozen=True, slots=True)
class Ports:
    """What a method may use beside its task; ``model`` is None where none is configured."""

    progress: Progress = field(default_factory=NoProgress)
    model: LanguageModel | None = None
    prompts: Prompts = field(default_factory=Prompts)
    elements: KeptElements = field(default_factory=NothingKept)
    fence: Fence = field(default_factory=lambda: Fence(b""))
    texts: FullTexts = field(default_factory=NoFullTexts)


@dataclass(frozen=True, slots=True)
class EarlierRuns:
    """What earlier runs have kept, which makes the next one cheaper.

    ``model`` names the model that would be asked; nothing counts that another one has answered.
    """

    model: str = ""
    prompts: Prompts = field(default_factory=Prompts)
    elements: KeptElements = field(default_factory=NothingKept)
    texts: FullTexts = field(default_factory=NoFullTexts)


P = TypeVar("P", bound=Parameters)


class Weaver(ABC, Generic[P]):
    """How a method weaves one new reference into a paragraph that is there."""

    def cost(self, task: WritingTask, parameters: P, earlier: EarlierRuns) -> Cost:
        """Return the model calls of weaving in all references of the task, one by one."""
        return Cost()

    @abstractmethod
    async def weave(self, task: WeavingTask, parameters: P, ports: Ports) -> Weave:
        """Say how a paper comes into a paragraph.

        Raises
        ------
        MethodError
            If the method cannot write about the paper; the message is for the author.
        """


class Method(ABC, Generic[P]):
    """A way to write related work; as it stands, one that asks no language model.

    ``name`` is what the user types; ``summary`` says in one line what it does; ``parameters`` are
    what ``--set name.parameter=value`` may set. ``uses_model`` tells whether a language model
    writes any of its sentences: editors mark such text. ``weaver`` is None for a method that
    cannot weave a reference into a paragraph; see `citeloom.methods.registry.weaving_method`.
    """

    name: str
    summary: str
    parameters: type[P]
    uses_model: bool = False
    weaver: Weaver[P] | None = None

    def cost(self, task: WritingTask, parameters: P) -> Cost:
        """Return the model calls of a fault-free run."""
        return Cost()

    def reads_full_texts(self, parameters: P) -> bool:
        """Tell whether a run has a model read the full texts that are kept."""
        return False

    def excerpts(self, task: WritingTask, parameters: P, texts: FullTexts) -> Mapping[str, str]:
        """Return what a run would show a model of full texts, by the ids of the papers."""
        return {}

    @abstractmethod
    async def write(self, task: WritingTask, parameters: P, ports: Ports) -> Result:
        """Write about all references of the task that have an abstract.

        Raises
        ------
        MethodError
            If the method cannot write anything from this task; the message is for the author.
        ModelError
            If it asks a model that cannot be used, or that answers wrongly to the last.
        """


class MethodError(InputError):
    """A method that cannot write from its task; the message says why and what would help."""


class MethodFault(Exception):  # noqa: N818 (it says whose fault it is)
    """A method's result that is not as results must be: nobody else can mend that."""
