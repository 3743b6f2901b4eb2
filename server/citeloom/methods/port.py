"""The interface of a method, and the ports that a run gives it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from citeloom.methods.hireview.taxonomy import Taxonomy
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

if TYPE_CHECKING:
    from citeloom.models.embedders.port import Embedder


class Parameters(BaseModel):
    """Parameters of a method; this base is for a method that has none.

    Each field has a default and a description, which `--set` and the documents show.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


Item = TypeVar("Item")


class Progress(Protocol):
    """Receives how far a method is."""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Report that ``done`` of ``total`` steps of a stage are done (0 of 0: not known)."""
        return


class NoProgress(Progress):
    """Ignores progress."""


def counted(items: Sequence[Item], progress: Progress | None, stage: str) -> Iterator[Item]:
    """Yield items, and report how many of them are done; of many items every hundredth part."""
    each = max(1, len(items) // 100)
    for number, item in enumerate(items):
        if progress and number % each == 0:
            progress.stage(stage, number, len(items))
        yield item


class KeptElements(Protocol):
    """Keeps the key elements that a model extracted, paper by paper."""

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        """Return a paper's kept key elements, which may be none."""
        return ()

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        """Keep a paper's key elements; they replace earlier ones."""
        return


class NothingKept(KeptElements):
    """Keeps no elements."""


class FullTexts(Protocol):
    """The full texts of references that are kept on this machine; it fetches no others."""

    def of(self, paper: Paper) -> FullText | None:
        """Return a paper's kept full text; None where there is none."""
        return None


class NoFullTexts(FullTexts):
    """Keeps no full texts."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What a method may use besides its task.

    ``model`` and ``embedder`` are None where none is configured, or may not be asked. The model is
    asked for other answers than before: those from the number ``first_sample`` on.
    """

    progress: Progress = field(default_factory=NoProgress)
    model: LanguageModel | None = None
    prompts: Prompts = field(default_factory=Prompts)
    elements: KeptElements = field(default_factory=NothingKept)
    fence: Fence = field(default_factory=lambda: Fence(b""))
    texts: FullTexts = field(default_factory=NoFullTexts)
    embedder: "Embedder | None" = None
    first_sample: int = 0


P = TypeVar("P", bound=Parameters)


class Weaver(ABC, Generic[P]):
    """Weaves one new reference into a paragraph of the draft."""

    @abstractmethod
    async def weave(self, task: WeavingTask, parameters: P, ports: Ports) -> Weave:
        """Return the changes that bring a paper into a paragraph.

        Raises
        ------
        MethodError
            If the method cannot write about the paper; the message is for the author.
        """


class Method(ABC, Generic[P]):
    """A way to write related work; this base asks no language model.

    ``name`` is what the user types; ``summary`` says in one line what it does; ``parameters`` are
    what ``--set name.parameter=value`` may set. ``uses_model`` tells whether a language model
    writes any of its sentences; editors mark such text. ``has_outline`` tells whether it writes by
    a taxonomy: the task's, else its own. ``compares_texts`` tells whether it asks an embedder where
    there is one. ``weaver`` is None for a method that cannot weave a
    reference into a paragraph; see `citeloom.methods.registry.weaving_method`.
    """

    name: str
    summary: str
    parameters: type[P]
    uses_model: bool = False
    has_outline: bool = False
    compares_texts: bool = False
    weaver: Weaver[P] | None = None

    def notices(self, task: WritingTask, parameters: P) -> tuple[str, ...]:
        """Return what an author should know before a run: what is missing, and what follows."""
        return ()

    def reads_full_texts(self, parameters: P) -> bool:
        """Tell whether a run shows a model the full texts that are kept."""
        return False

    def reads_whole_texts(self, parameters: P) -> bool:
        """Tell whether it shows a model all of these texts and of the draft's, not parts alone."""
        return False

    def excerpts(
        self, task: WritingTask, parameters: P, texts: FullTexts, *, embedded: bool = False
    ) -> Mapping[str, str]:
        """Return the parts of full texts that a run would show a model, by the papers' ids.

        ``embedded``: an embedder will choose them, so that all which it may choose are returned.
        """
        return {}

    def draft_excerpt(self, task: WritingTask, parameters: P) -> str:
        """Return what a run would show a model of the draft besides its title and abstract."""
        return ""

    async def outline(self, task: WritingTask, parameters: P, ports: Ports) -> Taxonomy:
        """Return the taxonomy by which ``write`` would write; only of one that has an outline.

        Raises
        ------
        MethodError
            If the method has none, or cannot make one.
        ModelError
            As ``write`` does.
        """
        raise MethodError(f"the method '{self.name}' cannot follow an outline")

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
    """The method cannot write from its task; the message says why and what would help."""


class MethodFault(Exception):  # noqa: N818 (it says whose fault it is)
    """A method gave a wrong result; only a change of the method can mend that."""
