"""``citeloom show``."""

from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.papers.said_by_others import Said
from citeloom.actions.papers.show import Shown, show
from citeloom.cli.console import messages, output, shown


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("show", help="Show a cited paper and where the draft cites it.")(run)


def run(
    main: Annotated[Path, typer.Argument(help="Any .tex file of the project.")],
    key: Annotated[str, typer.Argument(help="A citation key.")],
) -> None:
    """Show a paper."""
    found = show(main, key, Context())
    messages(found.problems)
    output(_worded(found))


def _worded(found: Shown) -> str:
    paper = found.paper
    names = [f"{author.given} {author.family}".strip() for author in paper.authors]
    facts = [str(paper.year) if paper.year else "", paper.venue]
    links = [
        f"https://doi.org/{paper.doi}" if paper.doi else "",
        f"https://arxiv.org/abs/{paper.arxiv_id}" if paper.arxiv_id else "",
    ]
    entry = f"{', '.join(paper.keys)} ({shown(found.place.file)}:{found.place.line})"
    lines = [paper.title, ", ".join(names), ", ".join(filter(None, facts)), *links, entry]
    parts = ["\n".join(filter(None, lines))]
    if paper.abstract:
        source = paper.sources.get("abstract", "bib")
        parts.append(f"Abstract ({source}):\n{fill(paper.abstract, 88)}")
    else:
        parts.append("No abstract is known.")
    if found.said:
        others = (fill(_said(one), 88) for one in found.said)
        parts.append("What others of your references say of it:\n" + "\n".join(others))
    if found.mentions:
        cited = (
            fill(f"{shown(one.place.file)}:{one.place.line}: {one.sentence}", 88)
            for one in found.mentions
        )
        parts.append("The draft cites it here:\n" + "\n".join(cited))
    else:
        parts.append("The draft does not cite it.")
    return "\n\n".join(parts)


def _said(one: Said) -> str:
    return f"{one.key} ({one.heading}): {one.text}" if one.heading else f"{one.key}: {one.text}"
