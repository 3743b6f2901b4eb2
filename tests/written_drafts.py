"""A small draft with related work that was written into it, for tests of what follows."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.write import write
from citeloom.methods.port import NoProgress
from citeloom.placing.marks import find_marks
from citeloom.placing.record import Record
from citeloom.placing.sidecar import folder_of, read_record
from citeloom_latex.bib.scan import scan_bib
from projects import make_project, sample

ABSTRACTS = {
    "ash": "We plant ash trees in rows and count their rings every year.",
    "elm": "We show that elm trees grow well in the cold north of the country.",
    "yew": "This paper measures how yew shrubs grow in the shade of tall walls.",
}
DRAFT = sample("written_drafts")


def entry(key: str, abstract: str = "", **more: str) -> str:
    fields = {"title": f"On {key.title()} Trees", "author": f"{key.title()}man, Ann", **more}
    if abstract:
        fields["abstract"] = abstract
    return f"@misc{{{key}, {', '.join(f'{name} = {{{it}}}' for name, it in fields.items())}}}\n"


def written_draft(
    folder: Path,
    abstracts: Mapping[str, str] = ABSTRACTS,
    years: Mapping[str, str] = MappingProxyType({}),
    words: int | None = None,
    dois: Mapping[str, str] = MappingProxyType({}),
    **parameters: str,
) -> Path:
    """Make the draft and write about the papers of ``abstracts`` by the extractive method."""
    more = {"year": years, "doi": dois}
    entries = (
        entry(key, abstracts.get(key, ""), **{it: of[key] for it, of in more.items() if key in of})
        for key in ABSTRACTS
    )
    main = make_project(folder, DRAFT + "".join(entries))
    request = WriteRequest(
        main, method="extractive", parameters=parameters, words=words, keys=tuple(abstracts)
    )
    write_into(request)
    return main


def write_into(request: WriteRequest) -> bool:
    """Write related work into its draft; tell whether a file has changed."""
    written = asyncio.run(write(plan(request, Context()), Context()))
    text = waiting_related_work(written, request)
    return bool(insert_into_files(text, written.plan.opened, written.plan.folder).edits)


def change(path: Path, old: str, new: str) -> None:
    """Change one place of a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), "utf-8", newline="")


def take_out(bib: Path, key: str) -> None:
    """Take an entry out of a .bib file."""
    text = bib.read_text("utf-8")
    (found,) = (it for it in scan_bib(text).entries if it.key == key)
    bib.write_text(text[: found.start] + text[found.end :], "utf-8", newline="")


def lines(main: Path) -> list[str]:
    """Return the lines of the one text between marks."""
    text = main.read_text("utf-8")
    (block,) = find_marks(text)
    return block.content.of(text).splitlines()


def record(main: Path) -> Record:
    """Return the record of that text."""
    (block,) = find_marks(main.read_text("utf-8"))
    found = read_record(folder_of(main), block.id)
    assert found is not None
    return found


def revised_by_a_model(asked: ReviseRequest) -> WaitingText:
    """Revise a draft by the configured model."""
    return asyncio.run(revise(asked, Context(), NoProgress(), configured_model()))


def inserted(main: Path, text: WaitingText) -> list[str]:
    """Insert a text into the files of a draft; return the lines of its main.tex."""
    opened = open_project(main, Context())
    insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    return lines(main)
