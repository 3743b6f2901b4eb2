"""Fixtures with a cursor: a ``|`` in one file of a project, taken out before it is read."""

from pathlib import Path

from citeloom.actions.context import Context, Opened, open_project
from citeloom.draft.document import Source
from projects import make_project, project_files


def at_cursor(folder: Path, fixture: str) -> tuple[Opened, Source, int]:
    """Make a project; return it, the file with the cursor, and the cursor's offset there."""
    (name,) = [name for name, text in project_files(fixture).items() if "|" in text]
    offset = project_files(fixture)[name].index("|")
    make_project(folder, fixture.replace("|", ""))
    opened = open_project(folder / name, Context())
    source = opened.project.source(folder / name)
    assert source is not None
    return opened, source, offset


def marked(source: Source, spans: list[tuple[int, int]]) -> str:
    """Return a text with brackets around some of its spans."""
    text = source.text
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text
