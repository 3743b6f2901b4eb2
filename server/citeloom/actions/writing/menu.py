"""The menu of what a user can do about related work at a place of a draft."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from citeloom.actions.checking.not_in_related_work import missing_keys
from citeloom.actions.context import Opened
from citeloom.actions.papers.known_abstracts import KnownAbstracts
from citeloom.actions.writing.choices import seen_obstacle
from citeloom.actions.writing.deciding.collisions import (
    Collisions,
    SelectedPlace,
    changes_in_words,
    collisions_of,
    decided,
)
from citeloom.actions.writing.insert import has_changed, replaces
from citeloom.actions.writing.outline.current import follows_outline, standing_id
from citeloom.actions.writing.outline.files import edited_outline, result_of
from citeloom.actions.writing.revising.place import block_at
from citeloom.actions.writing.section import SectionAt, selected_keys
from citeloom.actions.writing.sections.new_section import HEADING, new_section_places
from citeloom.actions.writing.standing_section import StandingSection
from citeloom.actions.writing.task.text_basis import TITLES_ALONE
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.draft.document import Document, Source
from citeloom.draft.section.own_text import paragraph_span
from citeloom.draft.target import target_in
from citeloom.placing.folding import excerpt

MOST_WOVEN = 30
"""So many new references are offered to be woven in at once."""

EDIT_OUTLINE = "Edit the outline of the related work"


class MenuCommand(StrEnum):
    """The command of a menu item, by its name."""

    WRITE = "write"
    WEAVE = "weave"
    INSERT = "insert"
    DECIDE = "decide"
    CHANGES = "changes"
    PREVIEW = "preview"
    DISCARD = "discard"
    CANCEL = "cancel"
    OUTLINE = "outline"
    ABSTRACTS = "abstracts"
    ADD_SECTION = "addSection"
    EARLIER = "earlierTexts"


@dataclass(frozen=True)
class MenuItem:
    """An item of the menu.

    ``short`` is its title over the section's heading, empty where it is not offered there. It acts
    on version ``version`` of ``text``, on ``job``, or in ``section`` with ``keys``. ``outline`` is
    the one to write by, ``after`` a line in the paragraph to write behind. ``taken`` are the
    collisions at which the new text is to stand, None where that is not decided here; ``below``
    inserts below the existing text. ``at`` is a place in the paragraph that is meant, whose author
    chooses from ``keys``. ``obstacle`` says why it cannot act now.
    """

    command: MenuCommand
    title: str
    short: str = ""
    text: WaitingText | None = None
    version: int = 0
    job: str = ""
    section: str | None = None
    keys: tuple[str, ...] = ()
    outline: Path | None = None
    after: str = ""
    taken: tuple[str, ...] | None = None
    below: bool = False
    at: int | None = None
    obstacle: str = ""

    @property
    def by_model(self) -> bool:
        """Whether it inserts a text that a language model wrote."""
        return self.command is MenuCommand.INSERT and self.text is not None and self.text.by_model


@dataclass(frozen=True)
class SectionWork:
    """The work on a section: the waiting text, and the job that writes.

    ``queued``: the job waits for the job of another section. ``has_earlier``: earlier texts of it
    can be had again.
    """

    waiting: WaitingText | None = None
    job: str = ""
    queued: bool = False
    has_earlier: bool = False


def section_menu(
    opened: Opened,
    at: SectionAt,
    work: SectionWork,
    method: str,
    keys: tuple[str, ...] = (),
    abstracts: KnownAbstracts | None = None,
    selected: SelectedPlace | None = None,
) -> Iterator[MenuItem]:
    """Yield the menu of a section; ``keys`` are selected in it.

    ``abstracts`` are those of the cited papers, None where that is not known yet. ``selected`` is
    where the menu is asked for, None for all of the section.
    """
    if work.waiting is not None:
        yield from _inserting(opened, work.waiting, selected)
    if work.has_earlier:
        yield MenuItem(MenuCommand.EARLIER, "Earlier texts…", section=at.name)
    if work.job:
        title = "Cancel writing related work"
        more = ", queued behind another section" if work.queued else ""
        yield MenuItem(MenuCommand.CANCEL, f"{title}{more}", title, job=work.job)
    elif keys or at.related or at.empty:
        yield from _writing(at, work, method, keys, abstracts)
        if abstracts is not None and abstracts.cited and abstracts.are_few:
            title = f"Get abstracts of cited papers ({abstracts.count})"
            yield MenuItem(MenuCommand.ABSTRACTS, title, abstracts.count, section=at.name)


def paragraph_menu(
    opened: Opened, at: SectionAt, source: Source, offset: int, method: str
) -> Iterator[MenuItem]:
    """Yield the menu of a paragraph that cites papers, in a draft without related work."""
    keys = selected_keys(source, paragraph_span(source.text, offset))
    if keys and not opened.written_sections:
        title = f"Write about the papers cited here ({method})"
        place, obstacle = str(source.place(offset)), seen_obstacle(method)
        yield MenuItem(
            MenuCommand.WRITE, title, section=at.name, keys=keys, after=place, obstacle=obstacle
        )


def new_section_menu(opened: Opened, at: SectionAt) -> Iterator[MenuItem]:
    """Yield the menu of a heading in a draft without related work: to add that behind it."""
    if opened.related_work:
        return
    for place in new_section_places(opened.project):
        if place.number == at.number:
            title = f"Add a section '{HEADING}' after '{place.after}'"
            yield MenuItem(MenuCommand.ADD_SECTION, title, section=place.after)


def outline_menu(opened: Opened, at: SectionAt, work: SectionWork) -> Iterator[MenuItem]:
    """Yield the menu of the outlines of a section: of its text, and as the author has edited it."""
    target = target_in(opened.project.flow, opened.project.flow.sections[at.number])
    standing = standing_id(target)
    if standing and work.waiting is None and follows_outline(standing, opened):
        yield MenuItem(MenuCommand.OUTLINE, EDIT_OUTLINE, section=at.name)
    name = standing if work.waiting is None else result_of(work.waiting)
    edited = None if work.job else edited_outline(name, opened)
    if edited is not None:
        title = "Write related work again from the edited outline"
        yield MenuItem(MenuCommand.WRITE, title, section=at.name, outline=edited)


def outline_item(work: SectionWork) -> MenuItem:
    """Return the action of an open outline: cancel the job on its section, or write again."""
    if work.job:
        return MenuItem(MenuCommand.CANCEL, "Cancel writing related work", job=work.job)
    return MenuItem(MenuCommand.WRITE, "Write again from this outline")


def weaving_menu(opened: Opened, key: str) -> Iterator[MenuItem]:
    """Yield the menu of a key that the related work does not cite."""
    if key in _new_references(opened):
        yield MenuItem(MenuCommand.WEAVE, f"Weave '{key}' into the related work", keys=(key,))


def is_own_paragraph(opened: Opened, at: SectionAt, source: Source, offset: int) -> bool:
    """Tell whether a paragraph of related work is its author's own."""
    if not (at.related and isinstance(source, Document)) or block_at(source, offset) is not None:
        return False
    section = StandingSection(opened, at.name, file=source.path)
    return section.paragraph_at(source.path, offset) is not None


def own_paragraph_menu(opened: Opened, at: SectionAt, offset: int) -> Iterator[MenuItem]:
    """Yield the menu of a paragraph of the author's own: to weave in what is not cited."""
    if keys := _new_references(opened):
        yield MenuItem(MenuCommand.WEAVE, "Weave in…", section=at.name, keys=keys, at=offset)


def new_references_menu(opened: Opened, at: SectionAt) -> Iterator[MenuItem]:
    """Yield the menu of the references that the related work does not cite, to weave in all."""
    keys = _new_references(opened)
    if 0 < len(keys) <= MOST_WOVEN:
        what = f"{len(keys)} new references" if len(keys) > 1 else f"the new reference '{keys[0]}'"
        yield MenuItem(MenuCommand.WEAVE, f"Weave in {what}", section=at.name, keys=keys)


def _new_references(opened: Opened) -> tuple[str, ...]:
    """Return the keys that a related work which cites some does not cite."""
    missing = missing_keys(opened)
    return missing.keys if missing is not None and missing.cites else ()


def _inserting(
    opened: Opened, text: WaitingText, selected: SelectedPlace | None
) -> Iterator[MenuItem]:
    stands = replaces(text, opened)
    verb = "Replace" if stands else "Insert"
    changed = " – written before the draft or its references changed"
    note = changed if has_changed(text, opened) else ""
    found = [
        collisions_of(text, opened, version) if stands else Collisions()
        for version in range(len(text.titles))
    ]
    for version, title in enumerate(text.titles):
        number = f" {version + 1}" if len(text.titles) > 1 else ""
        whose = f"; {words}" if (words := found[version].words) else ""
        long = f"{verb} related work{number} ({title}){whose}{note}"
        marks = text.content.marks(version) if isinstance(text.content, SectionText) else ()
        brief = whose or (f" ({marks[-1]})" if marks else "")
        short = "" if version else f"{verb} related work{brief}"
        yield MenuItem(MenuCommand.INSERT, long, short, text=text, version=version)
    for version, collisions in enumerate(found):
        number = f" of related work {version + 1}" if len(found) > 1 else ""
        yield from _deciding(text, version, number, collisions, selected)
    yield MenuItem(MenuCommand.PREVIEW, "Preview related work", "Preview", text=text)
    if stands:
        yield MenuItem(
            MenuCommand.CHANGES, "Show changes of related work", "Show changes", text=text
        )
    if text.origin.outline:
        yield MenuItem(MenuCommand.OUTLINE, EDIT_OUTLINE, "Edit outline", text=text)
    yield MenuItem(MenuCommand.DISCARD, "Discard related work", text=text)


def _deciding(
    text: WaitingText,
    version: int,
    number: str,
    collisions: Collisions,
    selected: SelectedPlace | None,
) -> Iterator[MenuItem]:
    """Yield what can be decided where the author has changed the text that stands there."""
    if not collisions.all:
        return

    def decide(title: str, ids: Sequence[str], *, taken: bool) -> MenuItem:
        now = decided(text, ids, taken=taken)
        return MenuItem(MenuCommand.DECIDE, title, text=text, version=version, taken=now)

    here = () if selected is None else collisions.at(selected)
    for collision in here:
        if collision.taken:
            yield decide(
                f"Keep your words here: '{excerpt(collision.own)}'", [collision.id], taken=False
            )
        else:
            new = excerpt(" ".join(collision.new))
            yield decide(f"Take the new text{number} here: '{new}'", [collision.id], taken=True)
    ids, taken = collisions.ids, collisions.taken
    if collisions.is_all:
        title = f"Take the new text{number} in place of the marked text"
    else:
        title = f"Take the new text{number} at {changes_in_words(len(ids))}"
    if len(taken) < len(ids):
        yield decide(title, ids, taken=True)
    if taken:
        yield decide("Keep your own words", ids, taken=False)
    below = f"Insert the new text{number} below the existing text"
    yield MenuItem(MenuCommand.INSERT, below, text=text, version=version, below=True)


def _writing(
    at: SectionAt,
    work: SectionWork,
    method: str,
    keys: tuple[str, ...],
    abstracts: KnownAbstracts | None,
) -> Iterator[MenuItem]:
    write, obstacle = MenuCommand.WRITE, seen_obstacle(method)
    if abstracts is not None and abstracts.cited and not abstracts.known:
        method = f"{method}, {TITLES_ALONE}"
    if keys:
        count = f"the {len(keys)} selected references" if len(keys) > 1 else f"'{keys[0]}'"
        title = f"Write related work about {count} in '{at.heading}' ({method})"
        yield MenuItem(write, title, section=at.name, keys=keys, obstacle=obstacle)
    if at.related or at.empty:
        again = "" if work.waiting is None else " again"
        title = f"Write related work{again} for '{at.heading}' ({method})"
        short = "" if again else "Write related work"
        yield MenuItem(write, title, short, section=at.name, obstacle=obstacle)
