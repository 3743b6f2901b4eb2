"""``citeloom fetch --write``: what was found goes into the .bib files."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.papers.entries.completing import CompletedEntries, complete_entries
from citeloom.actions.papers.entries.known_entries import KnownEntry
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.paper_words import paper_line
from citeloom.cli.console import print_message, print_source, short_path, shown_progress
from citeloom.cli.outside import with_outside
from citeloom.visible import visible_line


def write_found(
    main: Path,
    fetched: Sequence[FetchedEntry],
    context: Context,
    *,
    publications: bool,
    dry_run: bool,
    outside: bool,
) -> None:
    """Show the changes of the .bib files, and make them; in a terminal the user is asked first."""
    known = [_known(entry) for entry in fetched]

    def make() -> CompletedEntries:
        # The files may have changed while services were asked.
        project = open_project(main, context).project
        folder = project_folder(project, main, context)
        with shown_progress("interrupted; nothing was written") as progress:
            return complete_entries(
                known, project, folder, publications=publications, progress=progress
            )

    completed = with_outside(make, context, outside=outside)
    for change in completed.changes:
        print_source(change.difference(short_path(change.source.path).as_posix()))
    if completed.left:
        print_message(f"unchanged: {', '.join(completed.left)} (broken, or outside the project)")
    if not completed.changes:
        print_message("the .bib files are complete already; nothing was written")
        return
    names = " and ".join(str(short_path(change.source.path)) for change in completed.changes)
    if dry_run:
        print_message(f"would complete {completed.words}; nothing was written")
        return
    if _is_asked() and not typer.confirm(visible_line(f"Write this to {names}?"), err=True):
        print_message("nothing was written")
        return
    for change in completed.changes:
        change.write()
    print_message(f"completed {completed.words}")


def _known(entry: FetchedEntry) -> KnownEntry:
    known = KnownEntry(entry.key, entry.outcome, entry.paper)
    if not (candidates := known.candidates) or not _is_asked():
        return known
    print_message(f"'{entry.key}' may be:")
    for number, paper in enumerate(candidates, 1):
        print_message(f"  {number}. {paper_line(paper)}")
    number = typer.prompt("Which one? (0: none of them)", default=0, type=int, err=True)
    if not 0 < number <= len(candidates):
        return known
    return replace(known, chosen=candidates[number - 1])


def _is_asked() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()
