"""What can be done about related work at a place: for code actions and lenses alike."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tabled import tabled

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.writing import menu as of_menu
from citeloom.actions.writing.deciding.collisions import Collisions
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.menu import (
    MenuItem,
    SectionWork,
    section_menu,
    weaving_menu,
)
from citeloom.actions.writing.section import (
    related_sections,
    section_at,
    section_named,
    selected_keys,
)
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.actions.writing.write import write
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.merge import Collision
from citeloom_latex.spans import Span
from cursors import at_cursor
from projects import make_project, project_files
from writing_client import PAPER

STANDING = PAPER.replace(
    "\\section{Related Work}\n", "\\section{Related Work}\nThey grow old \\cite{elm}.\n"
)


@pytest.fixture
def draft(tmp_path: Path) -> Opened:
    return open_project(make_project(tmp_path, PAPER), Context())


def written(draft: Opened, **asked: Any) -> WaitingText:
    request = WriteRequest(draft.project.root, method="extractive", **asked)
    return waiting_related_work(asyncio.run(write(plan(request, Context()), Context())), request)


def menu(draft: Opened, work: SectionWork, *keys: str) -> list[MenuItem]:
    return [*section_menu(draft, section_named(draft), work, "extractive", keys)]


def titles(items: list[MenuItem]) -> list[str]:
    return [item.title for item in items]


def lenses(items: list[MenuItem]) -> list[str]:
    return [item.short for item in items if item.short]


@pytest.mark.parametrize("is_all", [True, False])
def test_a_lens_has_at_most_60_characters(
    draft: Opened, is_all: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = [Collision(str(at), ("a",), ("b",), None, None, taken=at > 88) for at in range(99)]
    for changed in (tuple(mine), tuple(mine[:88])):
        found = Collisions(None, changed, is_all)
        monkeypatch.setattr(of_menu, "replaces", lambda *_: True)
        monkeypatch.setattr(of_menu, "collisions_of", lambda *_, found=found: found)
        for work in (SectionWork(written(draft)), SectionWork(written(draft), job="1")):
            shown = lenses(menu(draft, work))
            assert found.words in shown[0] and max(map(len, shown)) <= 60


def test_a_section_can_be_written(draft: Opened) -> None:
    items = menu(draft, SectionWork())
    assert titles(items) == ["Write related work for 'Related Work' (extractive)"]
    assert lenses(items) == ["Write related work"]


HEAD = PAPER.partition("\\section{Related Work}")[0].lstrip()


@tabled(least=7)
def test_an_empty_section_can_be_written_wherever_the_cursor_is(tmp_path: Path, rest: str) -> None:
    bib = project_files(PAPER)["refs.bib"]
    draft, source, offset = at_cursor(tmp_path, f"%! refs.bib\n{bib}{HEAD}{rest}")
    at = section_at(draft, source, offset)
    assert at is not None and at.empty
    items = [*section_menu(draft, at, SectionWork(), "extractive")]
    assert titles(items) == ["Write related work for 'Related Work' (extractive)"]
    assert written(draft, section=at.name).title


def test_a_file_whose_heading_stands_elsewhere_has_its_section_at_its_beginning(
    tmp_path: Path,
) -> None:
    heading = "\\section{Related Work}\n"
    fixture = PAPER.replace(heading, f"{heading}\\input{{text}}\n")
    draft, source, _ = at_cursor(tmp_path, f"{fixture}\n%! text.tex\n% to come|\n")
    (at,) = related_sections(draft, source)
    assert (at.heading, at.span) == ("Related Work", Span(0, 0))


def test_any_empty_section_can_be_written_and_no_other(tmp_path: Path) -> None:
    fixture = PAPER.replace("\\section{Related Work}", "\\section{Trees| of Others} % TODO")
    draft, source, offset = at_cursor(tmp_path, fixture)
    at, other = (
        section_at(draft, source, offset),
        section_at(draft, source, source.text.index("ash")),
    )
    assert at is not None and other is not None and other.heading == "Introduction"
    items = [*section_menu(draft, at, SectionWork(), "extractive")]
    assert titles(items) == ["Write related work for 'Trees of Others' (extractive)"]
    assert [*section_menu(draft, other, SectionWork(), "extractive")] == []
    text = written(draft, section="Trees of Others")
    first, *_ = section_menu(draft, at, SectionWork(text), "extractive")
    assert first.title == f"Insert related work ({text.title})" and "3 of 3 cited" in text.title


@tabled(least=3)
def test_a_selection_is_written_about_and_nothing_else(
    draft: Opened, selected: str, keys: list[str], what: str
) -> None:
    source = draft.project.source(draft.project.root)
    assert source is not None
    start = source.text.index(selected)
    chosen = selected_keys(source, Span(start, start + len(selected)))
    assert chosen == tuple(keys)
    at = section_at(draft, source, start)
    assert at is not None
    items = [*section_menu(draft, at, SectionWork(), "extractive", chosen)]
    title = f"Write related work about {what} in 'Introduction' (extractive)"
    assert titles(items) == [title] * bool(keys)
    if keys:
        text = written(draft, keys=chosen)
        assert f"{len(keys)} of {len(keys)} cited" in text.title
        assert isinstance(text.content, SectionText)
        latex = text.content.versions[0].latex
        assert [key for key in ("ash", "elm", "yew", "oak") if key in latex] == [*keys]


def test_a_selection_in_the_related_work_comes_before_all_of_it(tmp_path: Path) -> None:
    fixture = PAPER.replace("\\section{Method}", "To sort \\cite{oak,yew}.\n\\section{Method}")
    items = menu(
        open_project(make_project(tmp_path, fixture), Context()), SectionWork(), "oak", "yew"
    )
    what = "the 2 selected references in 'Related Work' (extractive)"
    assert titles(items) == [
        f"Write related work about {what}",
        "Write related work for 'Related Work' (extractive)",
    ]
    assert items[0].keys == ("oak", "yew") and not items[0].short


def test_what_waits_can_be_inserted_version_by_version(tmp_path: Path) -> None:
    further = "rows and count them. We show that ash trees grow fast"
    project = make_project(tmp_path, PAPER.replace("rows and count them", further))
    draft = open_project(project, Context())
    text = written(draft, alternatives=1)
    items = menu(draft, SectionWork(text))
    assert [item.command for item in items] == [
        *("insert", "insert", "preview", "discard", "write"),
    ]
    assert [item.version for item in items[:2]] == [0, 1]
    assert titles(items)[:2] == [
        f"Insert related work {number} ({title})" for number, title in enumerate(text.titles, 1)
    ]
    assert titles(items)[-1].startswith("Write related work again for")
    assert lenses(items) == ["Insert related work", "Preview"]


def test_what_stands_between_our_marks_is_replaced(draft: Opened) -> None:
    text = written(draft)
    insert_into_files(text, draft, ProjectFolder(draft.project.root.parent.resolve()))
    again = open_project(draft.project.root, Context())
    first, *_ = menu(again, SectionWork(text))
    assert (first.title, first.short) == (
        f"Replace related work ({text.title})",
        "Replace related work",
    )


def test_what_was_written_before_a_change_says_so(draft: Opened) -> None:
    text = written(draft)
    root = draft.project.root
    root.write_text(root.read_text().replace("\\cite{yew}", "\\cite{yew,oak}"))
    first, *_ = menu(open_project(root, Context()), SectionWork(text))
    assert first.title.endswith("– written before the draft or its references changed")
    assert not first.short.endswith("changed")


@pytest.mark.parametrize(
    ("queued", "more"), [(False, ""), (True, ", queued behind another section")]
)
def test_what_is_being_written_can_be_cancelled(draft: Opened, queued: bool, more: str) -> None:
    items = menu(draft, SectionWork(job="7", queued=queued), "ash")
    assert titles(items) == [f"Cancel writing related work{more}"]
    assert lenses(items) == ["Cancel writing related work"]
    assert items[0].job == "7"


def test_what_a_model_is_missing_for_says_so(draft: Opened) -> None:
    (item,) = section_menu(draft, section_named(draft), SectionWork(), "zero-shot")
    assert item.obstacle.startswith("no language model is configured")


def test_a_key_that_the_related_work_lacks_can_be_woven_in(tmp_path: Path) -> None:
    draft = open_project(make_project(tmp_path, STANDING), Context())
    (item,) = weaving_menu(draft, "yew")
    assert (item.title, item.keys) == ("Weave 'yew' into the related work", ("yew",))
    assert not [*weaving_menu(draft, "elm")], "it is cited there"
