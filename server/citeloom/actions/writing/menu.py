"""What can be done about related work at a place of a draft."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.checking.not_in_related_work import missing_of
from citeloom.actions.context import Opened
from citeloom.actions.user.agreement import Receiver
from citeloom.actions.writing.choices import seen_obstacle
from citeloom.actions.writing.insert import has_changed, replaces
from citeloom.actions.writing.section import SectionAt
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.actions.writing.write import WriteRequest


class MenuCommand(StrEnum):
    """What a menu item does, by the name of its command."""

    WRITE = "write"
    WEAVE = "weave"
    INSERT = "insert"
    PREVIEW = "preview"
    DISCARD = "discard"
    CANCEL = "cancel"


@dataclass(frozen=True)
class MenuItem:
    """One thing that can be done.

    ``short`` is the title over the section's heading, empty where it is not offered there. It is
    done to version ``version`` of ``text``, to ``job``, or in ``section`` with ``keys``.
    ``agreed`` is a request that is made again because the user agrees to what it sends. An
    ``obstacle`` says why it cannot be done now.
    """

    command: MenuCommand
    title: str
    short: str = ""
    text: WaitingText | None = None
    version: int = 0
    job: str = ""
    section: str | None = None
    keys: tuple[str, ...] = ()
    agreed: WriteRequest | WeaveRequest | None = None
    obstacle: str = ""

    @property
    def by_model(self) -> bool:
        """Whether it puts a text into the draft that a language model wrote."""
        return self.command is MenuCommand.INSERT and self.text is not None and self.text.by_model


@dataclass(frozen=True)
class SendingQuestion:
    """Whether what a request sends may go to a receiver: asked, and not answered yet."""

    request: WriteRequest | WeaveRequest
    receiver: Receiver


@dataclass(frozen=True)
class SectionWork:
    """What goes on about a section: what waits, which job writes, what was asked.

    ``queued``: the job waits for another section's.
    """

    waiting: WaitingText | None = None
    job: str = ""
    queued: bool = False
    question: SendingQuestion | None = None


def section_menu(
    opened: Opened, at: SectionAt, work: SectionWork, method: str, keys: tuple[str, ...] = ()
) -> Iterator[MenuItem]:
    """Yield what can be done about a section; ``keys`` are those that are selected in it."""
    if work.waiting is not None:
        yield from _inserting(opened, work.waiting)
    if work.job:
        title = "Cancel writing related work"
        more = ", which waits for another section" if work.queued else ""
        yield MenuItem(MenuCommand.CANCEL, f"{title}{more}", title, job=work.job)
    elif keys or at.related or at.empty:
        yield from _writing(at, work, method, keys)


def woven_menu(texts: Sequence[WaitingText]) -> Iterator[MenuItem]:
    """Yield what can be done about the texts that were woven into a draft's paragraphs."""
    for text in texts:
        what = f"what is woven in ({text.title})"
        if text.can_insert:
            yield MenuItem(MenuCommand.INSERT, f"Insert {what}", text=text)
        yield MenuItem(MenuCommand.PREVIEW, f"Preview {what}", text=text)
        yield MenuItem(MenuCommand.DISCARD, f"Discard {what}", text=text)


def weaving_menu(opened: Opened, key: str, question: SendingQuestion | None) -> Iterator[MenuItem]:
    """Yield what can be done about a key that is cited outside of the related work alone."""
    missing = missing_of(opened)
    if missing is None or not missing.cites or key not in missing.keys:
        return
    if question is not None:
        title = f"{_agree(question)}; weave in '{key}'"
        yield MenuItem(MenuCommand.WEAVE, title, keys=(key,), agreed=question.request)
    yield MenuItem(MenuCommand.WEAVE, f"Weave '{key}' into the related work", keys=(key,))


def _inserting(opened: Opened, text: WaitingText) -> Iterator[MenuItem]:
    verb = "Replace" if replaces(text, opened) else "Insert"
    changed = " – written before the draft or its references changed"
    note = changed if has_changed(text, opened) else ""
    for version, title in enumerate(text.titles):
        number = f" {version + 1}" if len(text.titles) > 1 else ""
        long = f"{verb} related work{number} ({title}){note}"
        short = "" if version else f"{verb} related work ({title})"
        yield MenuItem(MenuCommand.INSERT, long, short, text=text, version=version)
    yield MenuItem(MenuCommand.PREVIEW, "Preview related work", "Preview", text=text)
    yield MenuItem(MenuCommand.DISCARD, "Discard related work", text=text)


def _writing(
    at: SectionAt, work: SectionWork, method: str, keys: tuple[str, ...]
) -> Iterator[MenuItem]:
    write, obstacle = MenuCommand.WRITE, seen_obstacle(method)
    if question := work.question:
        title = f"{_agree(question)}; write ({question.request.method})"
        yield MenuItem(write, title, section=at.name, agreed=question.request)
    if keys:
        count = f"the {len(keys)} selected references" if len(keys) > 1 else f"'{keys[0]}'"
        title = f"Write related work about {count} in '{at.heading}' ({method})"
        yield MenuItem(write, title, section=at.name, keys=keys, obstacle=obstacle)
    if at.related or at.empty:
        again = "" if work.waiting is None else " again"
        title = f"Write related work{again} for '{at.heading}' ({method})"
        short = "" if again else "Write related work"
        yield MenuItem(write, title, short, section=at.name, obstacle=obstacle)


def _agree(question: SendingQuestion) -> str:
    to = question.receiver
    return f"Agree that the draft is sent to {to.model} at {to.host}"
