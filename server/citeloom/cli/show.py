"""``citeloom show``."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.papers.description import (
    DescribedItem,
    DescribedLinks,
    DescribedList,
    DescribedText,
    DescriptionPart,
    MissingAbstract,
)
from citeloom.actions.papers.show import ShownKey, show
from citeloom.cli.console import print_messages, print_page, short_path
from citeloom.cli.main_file import MainFile
from citeloom.problem import Place
from citeloom.visible import visible_line

WIDTH = 88


def register(app: typer.Typer) -> None:
    app.command("show", help="Show a cited paper and where the draft cites it.")(run)


def run(
    main: MainFile,
    key: Annotated[str, typer.Argument(help="A citation key.")],
) -> None:
    found = show(main, key, Context())
    print_messages(found.problems)
    print_page("\n\n".join(_paragraphs(found)))


def _paragraphs(found: ShownKey) -> Iterator[str]:
    for part in found.description:
        if paragraph := _paragraph(part):
            yield paragraph
    if found.details is not None and found.place is not None:
        yield f"Entry: {', '.join(found.details.own.keys)} ({_place(found.place)})"


def _paragraph(part: DescriptionPart) -> str:
    match part:
        case DescribedText(text):
            return _fill(text)
        case MissingAbstract():
            return _fill(part.text)
        case DescribedList(heading, items):
            return "\n".join((heading, *map(_item, items))) if items else ""
        case DescribedLinks(links):
            return "\n".join(visible_line(f"{it.name}: {_target(it.target)}") for it in links)


def _target(target: Path | str) -> Path | str:
    return short_path(target) if isinstance(target, Path) else target


def _item(item: DescribedItem) -> str:
    name = _place(item.name) if isinstance(item.name, Place) else item.name
    text = f"- {name}: {item.text}" if name else item.text
    return _fill(text, indent="  " if name else "")


def _fill(text: str, indent: str = "") -> str:
    # Only addresses are longer than a line; they stay whole.
    return fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _place(place: Place) -> str:
    return visible_line(f"{short_path(place.file)}:{place.line}")
