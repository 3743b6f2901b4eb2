"""What jobs for texts are ordered: the kinds that there are, with their words, and one order."""

from dataclasses import dataclass

from citeloom.actions.writing.anchor import AnchoredSection
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.work import RevisedPlace, WovenKeys


@dataclass(frozen=True)
class JobKind:
    """What a kind of job runs, how many of it at a time, and the words for it."""

    task: str
    at_most: int
    command: str
    doing: str
    done: str
    waits: str
    said_to_wait: str


RELATED_WORK = JobKind(
    task="citeloom.actions.writing.background:write_in_background",
    at_most=2,
    command="citeloom.write",
    doing="Writing related work",
    done="Related work is written",
    waits="waiting until another section is written",
    said_to_wait="Related work is written when another section is done.",
)
WEAVING = JobKind(
    task="citeloom.actions.writing.background:weave_in_background",
    at_most=1,
    command="citeloom.weave",
    doing="Weaving in",
    done="Woven in",
    waits="waiting until another reference is woven in",
    said_to_wait="The reference is woven in when another one is done.",
)
REVISING = JobKind(
    task="citeloom.actions.writing.background:revise_in_background",
    at_most=1,
    command="citeloom.revise",
    doing="Revising",
    done="Revised",
    waits="waiting until another change is made",
    said_to_wait="The text is revised when another change of it is made.",
)
KINDS = (RELATED_WORK, WEAVING, REVISING)


@dataclass(frozen=True)
class Order:
    """An order for a text: related work for a section, sentences for keys, or a revision.

    ``text`` is that of the file in which the place of a revision is counted.
    """

    about: AnchoredSection | WovenKeys | RevisedPlace
    request: WriteRequest | WeaveRequest | ReviseRequest
    text: str = ""

    @property
    def kind(self) -> JobKind:
        if isinstance(self.about, RevisedPlace):
            return REVISING
        return WEAVING if isinstance(self.about, WovenKeys) else RELATED_WORK

    @property
    def keeps_what_is_done(self) -> bool:
        """Whether the sentences that are done count when it is cancelled: of all stale ones."""
        return isinstance(self.request, ReviseRequest) and self.request.is_of_all_stale

    def title(self, place: str) -> str:
        """Return what is done: its progress is called so; ``place`` is the section in words."""
        if isinstance(self.about, RevisedPlace):
            return f"{self.kind.doing} ({self.about.doing})"
        keys = f" {', '.join(self.about.keys)}" if isinstance(self.about, WovenKeys) else ""
        return f"{self.kind.doing}{keys}{f' for {place}' if place else ''}"
