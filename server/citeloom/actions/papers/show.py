"""Show what is known of one cited paper, and where the draft leans on it."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.keys.places import spellings
from citeloom.actions.keys.undefined import nearest
from citeloom.actions.papers.from_entries import known_papers
from citeloom.actions.papers.said_by_others import Said, said_of
from citeloom.draft.mentions import Mention, mentions
from citeloom.draft.project import Project
from citeloom.papers.paper import Paper
from citeloom.papers.store import Store, StoreError
from citeloom.problem import InputError, Place, Problem


@dataclass(frozen=True)
class Shown:
    """A paper, where its entry stands, and who says what of it: the draft, and its references."""

    paper: Paper
    place: Place
    mentions: tuple[Mention, ...]
    said: tuple[Said, ...]
    problems: tuple[Problem, ...]


def show(main: Path, key: str, context: Context) -> Shown:
    """Show the paper that a citation key stands for.

    Raises
    ------
    InputError
        If the file cannot be read or no .bib file of the project has the key.
    """
    return show_key(open_project(main, context).project, key, context)


def show_key(project: Project, key: str, context: Context) -> Shown:
    """Show the paper that a citation key of a project stands for, as ``show`` does."""
    entry = project.entry(key)
    if entry is None:
        near = nearest(key, list(project.entry_of))
        advice = f"did you mean {' or '.join(near)}?" if near else ""
        raise InputError(f"no .bib entry '{key}'", Place(project.root), advice)
    problems: list[Problem] = []
    (paper,) = known_papers((entry,), context, problems)
    span = entry.entry.key_span
    place = project.bibliographies[entry.file].place(span.start, span.end)
    said = _said(paper, project, context)
    return Shown(paper, place, sentences_citing(project, key), said, tuple(problems))


def _said(paper: Paper, project: Project, context: Context) -> tuple[Said, ...]:
    # Where the store cannot be used, the search for the paper has said so.
    with suppress(StoreError), Store.open(context.user.store) as store:
        return said_of(paper, project, store)
    return ()


def sentences_citing(project: Project, key: str, most: int | None = None) -> tuple[Mention, ...]:
    """Return the draft's sentences, or the first few, that cite the paper of a key."""
    return mentions(project, spellings(project, key), most)


def authors_of(paper: Paper) -> str:
    """Return the names of a paper's authors as a list in words."""
    return ", ".join(f"{one.given} {one.family}".strip() for one in paper.authors)
