"""Show what is known about one cited paper, and where the draft cites it."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.keys.undefined import no_entry
from citeloom.actions.papers.description import (
    DescriptionPart,
    describe_bibitem,
    describe_paper,
)
from citeloom.actions.papers.knowledge import PaperDetails
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.problem import Place, Problem
from citeloom_latex.bib.resolve import ResolvedEntry


@dataclass(frozen=True)
class ShownKey:
    """The paper of a key; ``description`` is the same as in a hover.

    ``details`` and the ``place`` of the entry are None where the key has only a ``bibitem``.
    """

    description: Sequence[DescriptionPart]
    details: PaperDetails | None = None
    place: Place | None = None
    problems: tuple[Problem, ...] = ()


def show(main: Path, key: str, context: Context) -> ShownKey:
    """Show the paper that a citation key stands for.

    Raises
    ------
    InputError
        If the file cannot be read or nothing in the project defines the key.
    """
    project = open_project(main, context).project
    entry = project.entry(key)
    if entry is not None:
        return _show_entry(entry, project, context)
    if description := tuple(describe_bibitem(project, key)):
        return ShownKey(description)
    raise no_entry(project, key)


def _reader(project: Project, context: Context) -> PaperReader:
    return PaperReader(context.user.store, project.root, own_libraries(context.user))


def _show_entry(entry: ResolvedEntry, project: Project, context: Context) -> ShownKey:
    problems: list[Problem] = []
    with closing(_reader(project, context)) as reader:
        # Among all that are cited, as a fetch and the check see it.
        reader.read((*cited_entries(project), entry), problems)
        details = reader.look_closely(entry, project)
    problems = [it for it in problems if it.message != details.trouble]
    span = entry.entry.key_span
    place = project.bibliographies[entry.file].place(span.start, span.end)
    description = tuple(describe_paper(details, entry, project))
    return ShownKey(description, details, place, tuple(problems))
