"""The menu of what a user can do about related work at a place of a draft."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.checking.not_in_related_work import missing_keys
from citeloom.actions.context import Opened
from citeloom.actions.user.sending_agreement import Receiver
from citeloom.actions.writing.choices import seen_obstacle
from citeloom.actions.writing.insert import has_changed, replaces
from citeloom.actions.writing.section import SectionAt
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.actions.writing.write import WriteRequest


class MenuCommand(StrEnum):
    """The command of a menu item, by its name."""

    WRITE = "write"
    WEAVE = "weave"
    INSERT = "insert"
    PREVIEW = "preview"
    DISCARD = "discard"
    CANCEL = "cancel"


@dataclass(frozen=True)
class MenuItem:
    """An item of the menu.

    ``short`` is its title over the section's heading, empty where it is not offered there. It acts
    on version ``version`` of ``text``, on ``job``, or in ``section`` with ``keys``. ``agreed`` is
    the request to repeat once the user agrees to what it sends. ``obstacle`` says why it cannot
    act now.
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
        """Whether it inserts a text that a language model wrote."""
        return self.command is MenuCommand.INSERT and self.text is not None and self.text.by_model


@dataclass(frozen=True)
class SendingQuestion:
    """An open question to the user: may a request send to this receiver?"""

    request: WriteRequest | WeaveRequest
    receiver: Receiver


@dataclass(frozen=True)
class SectionWork:
    """The work on a section: the waiting text, the job that writes, the open question.

    ``queued``: the job waits for the job of another section.
    """

    waiting: WaitingText | None = None
    job: str = ""
    queued: bool = False
    question: SendingQuestion | None = None


def section_menu(
    opened: Opened, at: SectionAt, work: SectionWork, method: str, keys: tuple[str, ...] = ()
) -> Iterator[MenuItem]:
    """Yield the menu of a section; ``keys`` are selected in it."""
    if work.waiting is not None:
        yield from _inserting(opened, work.waiting)
    if work.job:
        title = "Cancel writing related work"
        more = ", which waits for another section" if work.queued else ""
        yield MenuItem(MenuCommand.CANCEL, f"{title}{more}", title, job=work.job)
    elif keys or at.related or at.empty:
        yield from _writing(at, work, method, keys)


def woven_menu(texts: Sequence[WaitingText]) -> Iterator[MenuItem]:
    """Yield the menu of texts that wait to be woven into a draft's paragraphs."""
    for text in texts:
        what = f"what is woven in ({text.title})"
        if text.can_insert:
            yield MenuItem(MenuCommand.INSERT, f"Insert {what}", text=text)
        yield MenuItem(MenuCommand.PREVIEW, f"Preview {what}", text=text)
        yield MenuItem(MenuCommand.DISCARD, f"Discard {what}", text=text)


def weaving_menu(opened: Opened, key: str, question: SendingQuestion | None) -> Iterator[MenuItem]:
    """Yield the menu of a key that the related work does not cite."""
    missing = missing_keys(opened)
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
