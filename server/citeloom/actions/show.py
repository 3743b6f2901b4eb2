"""Show what is known of one cited paper, and where the draft leans on it."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.keys import nearest
from citeloom.actions.papers import known_papers
from citeloom.draft.mentions import Mention, mentions
from citeloom.papers.paper import Paper
from citeloom.problem import InputError, Place, Problem


@dataclass(frozen=True)
class Shown:
    """A paper, where its entry stands, and the draft's sentences that cite it."""

    paper: Paper
    place: Place
    mentions: tuple[Mention, ...]
    problems: tuple[Problem, ...]


def show(main: Path, key: str, context: Context) -> Shown:
    """Show the paper that a citation key stands for.

    Raises
    ------
    InputError
        If the file cannot be read or no .bib file of the project has the key.
    """
    project = open_project(main, context).project
    entry = project.entry(key)
    if entry is None:
        near = nearest(key, list(project.entry_of))
        advice = f"did you mean {' or '.join(near)}?" if near else ""
        raise InputError(f"no .bib entry '{key}'", Place(project.root), advice)
    problems: list[Problem] = []
    (paper,) = known_papers((entry,), context, problems)
    place = project.bibliographies[entry.file].place(entry.entry.key_span.start)
    keys = {key, entry.entry.key}
    return Shown(paper, place, mentions(project, keys), tuple(problems))
