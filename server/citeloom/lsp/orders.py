"""What jobs can be ordered: the kinds that there are, with their words, and one order."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.writing.anchor import AnchoredSection
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.problem import Remedy


@dataclass(frozen=True)
class JobKind:
    """What a kind of job runs, how many of it at a time, and the words for it.

    ``forecast`` says of a request what that would take and send. ``button`` agrees to it;
    ``without_model`` is what helps where no model can be asked.
    """

    task: str
    forecast: str
    at_most: int
    command: str
    button: str
    doing: str
    done: str
    waits: str
    said_to_wait: str
    without_model: Remedy = Remedy.USE_NO_MODEL


RELATED_WORK = JobKind(
    task="citeloom.actions.writing.background:write_in_background",
    forecast="citeloom.actions.writing.forecast:forecast",
    at_most=2,
    command="citeloom.write",
    button="Write",
    doing="Writing related work",
    done="Related work is written",
    waits="waiting until another section is written",
    said_to_wait="Related work is written when another section is done.",
)
WEAVING = JobKind(
    task="citeloom.actions.writing.background:weave_in_background",
    forecast="citeloom.actions.writing.forecast:weaving_forecast",
    at_most=1,
    command="citeloom.weave",
    button="Weave in",
    doing="Weaving in",
    done="Ready to be woven in",
    waits="waiting until another reference is woven in",
    said_to_wait="The reference is woven in when another one is done.",
)
REVISING = JobKind(
    task="citeloom.actions.writing.background:revise_in_background",
    forecast="citeloom.actions.writing.forecast:revising_forecast",
    at_most=1,
    command="citeloom.revise",
    button="Write",
    doing="Revising",
    done="Revised",
    waits="waiting until another change is made",
    said_to_wait="The text is revised when another change of it is made.",
)
JUDGING = JobKind(
    task="citeloom.actions.checking.claims.background:judge_in_background",
    forecast="citeloom.actions.checking.claims.judging_plan:forecast_of_draft",
    at_most=1,
    command="citeloom.judgeClaims",
    button="Judge",
    doing="Judging claims",
    done="Judged",
    waits="waiting until another draft is judged",
    said_to_wait="The claims are judged when those of another draft are.",
    without_model=Remedy.NAME_MODEL,
)
KINDS = (RELATED_WORK, WEAVING, REVISING, JUDGING)


@dataclass(frozen=True)
class Order:
    """An order for the project of a root; the same is done once at a time.

    ``asked`` is what the user is asked to agree to, ``what`` what is said of it behind what is
    done. ``about`` is the section that is written, or what else tells two orders of a kind apart.
    ``text`` is that of the file in which the place of a revision is counted.
    """

    kind: JobKind
    root: Path
    request: WriteRequest | WeaveRequest | ReviseRequest | Path
    asked: str
    what: str = ""
    about: Hashable = None
    text: str = ""

    @property
    def section(self) -> AnchoredSection | None:
        """The section that is written; None for what writes none."""
        return self.about if isinstance(self.about, AnchoredSection) else None

    @property
    def key(self) -> str:
        """What names it: there is at most one unfinished job of a key."""
        at = self.request.at if isinstance(self.request, ReviseRequest) else None
        return f"{self.root} {self.about!r} {at}"

    @property
    def keeps_what_is_done(self) -> bool:
        """Whether the sentences that are done count when it is cancelled: of all stale ones."""
        return isinstance(self.request, ReviseRequest) and self.request.is_of_all_stale

    def title(self, place: str) -> str:
        """Return what is done: its progress is called so; ``place`` is the section in words."""
        return f"{self.kind.doing}{self.what}{f' for {place}' if place else ''}"

    def now(self, text: str) -> "Order":
        """Return the order of a revision for the text of its file as it is now.

        Raises
        ------
        InputError
            If the place of the revision has changed.
        """
        assert isinstance(self.request, ReviseRequest)
        return replace(self, request=self.request.now(self.text, text), text=text)


def writing(section: AnchoredSection, request: WriteRequest) -> Order:
    """Return the order to write related work for a section."""
    return Order(RELATED_WORK, section.root, request, "Write related work", about=section)


def weaving(request: WeaveRequest) -> Order:
    """Return the order to weave references in."""
    keys = tuple(request.keys)
    named = ", ".join(keys)
    asked = f"Weave {named} into the related work"
    return Order(WEAVING, request.main, request, asked, f" {named}", keys)


def revising(root: Path, request: ReviseRequest, text: str) -> Order:
    """Return the order to revise a text, which stands in a file with this text."""
    title = request.title
    doing = f"{title[0].lower()}{title[1:]}"
    about = (request.main, title)
    return Order(REVISING, root, request, title, f" ({doing})", about, text)


def judging(root: Path) -> Order:
    """Return the order to have a model judge the claims of the draft with a root."""
    return Order(JUDGING, root, root, "Judge the draft's claims by a model")
