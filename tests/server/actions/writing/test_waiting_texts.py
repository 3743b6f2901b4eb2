"""Text that waits: a value that can be written to disk, placed in the draft as it is by then."""

import asyncio
import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.writing.insert import (
    drop_records,
    has_changed,
    insert_into_files,
    insertion_of,
    keep_records,
    replaces,
)
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import write
from citeloom.draft.folder import ProjectFolder
from citeloom.problem import InputError
from projects import make_project
from writing_client import PAPER

STANDING = "Trees stand still \\cite{ash}.\n\nThey grow old \\cite{elm}.\n"
RELATED = PAPER.replace("\\section{Related Work}\n", f"\\section{{Related Work}}\n{STANDING}")


def related_work(folder: Path) -> WaitingText:
    request = WriteRequest(make_project(folder, PAPER), method="extractive", alternatives=1)
    written = asyncio.run(write(plan(request, Context()), Context()))
    return waiting_related_work(written, request)


def sentences(folder: Path) -> WaitingText:
    request = WeaveRequest(make_project(folder, RELATED), keys=("oak", "yew"))
    return asyncio.run(weave(plan_weave(request, Context()), Context()))


both = pytest.mark.parametrize("made", [related_work, sentences])


def opened(folder: Path) -> Opened:
    return open_project(folder / "main.tex", Context())


@both
def test_it_can_be_written_to_disk_read_again_and_inserted(tmp_path: Path, made: object) -> None:
    text: WaitingText = made(tmp_path)
    adapter = TypeAdapter(WaitingText)
    data = adapter.dump_json(text)
    again = adapter.validate_json(data)
    assert again == text
    assert adapter.dump_json(again) == data
    draft = opened(tmp_path)
    folder = ProjectFolder(tmp_path.resolve())
    assert insertion_of(again, draft, folder) == insertion_of(text, draft, folder)
    insert_into_files(again, draft, folder)
    standing = (tmp_path / "main.tex").read_text()
    ids = {record.id for record in insertion_of(text, draft, folder).records}
    assert ids and all(f"citeloom:begin {result_id}" in standing for result_id in ids)
    assert {path.stem for path in (tmp_path / ".citeloom").glob("*.json")} == ids


@both
def test_records_that_are_kept_can_be_dropped(tmp_path: Path, made: object) -> None:
    insertion = insertion_of(made(tmp_path), opened(tmp_path), ProjectFolder(tmp_path.resolve()))
    new = keep_records(insertion)
    assert new == tuple(record.id for record in insertion.records)
    assert not keep_records(insertion), "they are there already"
    drop_records(insertion, new)
    assert not [*(tmp_path / ".citeloom").glob("*.json")]


@both
def test_a_file_that_has_changed_since_it_was_read_stays_as_it_is(
    tmp_path: Path, made: object
) -> None:
    text, draft, main = made(tmp_path), opened(tmp_path), tmp_path / "main.tex"
    folder = ProjectFolder(tmp_path.resolve())
    main.write_text(main.read_text() + "% later\n")
    changed = main.read_text()
    with pytest.raises(InputError, match="has changed since it was read"):
        insert_into_files(text, draft, folder)
    assert main.read_text() == changed
    assert not (tmp_path / ".citeloom").exists()


@both
def test_there_is_no_version_that_was_not_made(tmp_path: Path, made: object) -> None:
    text = made(tmp_path)
    for version in (-1, len(text.titles)):
        with pytest.raises(InputError, match=f"version {version} does not exist"):
            insertion_of(text, opened(tmp_path), ProjectFolder(tmp_path.resolve()), version)


def test_it_says_what_it_would_meet(tmp_path: Path) -> None:
    text, main = related_work(tmp_path), tmp_path / "main.tex"
    assert not has_changed(text, opened(tmp_path)) and not replaces(text, opened(tmp_path))
    insert_into_files(text, opened(tmp_path), ProjectFolder(tmp_path.resolve()))
    assert replaces(text, opened(tmp_path))
    assert not insertion_of(text, opened(tmp_path), ProjectFolder(tmp_path.resolve())).edits, (
        "it stands there already"
    )
    main.write_text(main.read_text().replace("\\cite{yew}", "\\cite{yew,oak}"))
    assert has_changed(text, opened(tmp_path))
    main.write_text(main.read_text().replace("Related Work", "Shrubs"))
    assert has_changed(text, opened(tmp_path)) and not replaces(text, opened(tmp_path))


def test_a_sentence_goes_into_its_paragraph_among_others_that_read_the_same(
    tmp_path: Path,
) -> None:
    twice = RELATED.replace("\\section{Method}", f"\\section{{Method}}\n{STANDING}")
    main = make_project(tmp_path, twice)
    request = WeaveRequest(main, keys=("oak",), paragraph=1)
    text = asyncio.run(weave(plan_weave(request, Context()), Context()))
    main.write_text(main.read_text().replace("\\section{Intro", "% a line\n\n\\section{Intro"))
    insert_into_files(text, opened(tmp_path), ProjectFolder(tmp_path.resolve()))
    first, _, second = main.read_text().partition("\\section{Method}")
    assert re.search(r"\\cite\{ash\}\.\n% citeloom:begin \w+ woven", first)
    assert "citeloom:" not in second
    changed = first.replace("still", "quietly") + "\\section{Method}" + second
    main.write_text(re.sub(r"(?m)^% citeloom.*\n|^.*oak.*\n", "", changed))
    with pytest.raises(InputError, match="the paragraph has changed since"):
        insertion_of(text, opened(tmp_path), ProjectFolder(tmp_path.resolve()))
