"""An abstract that the user pastes: kept in the store, or written into the entry when asked."""

from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.keys.undefined import no_entry
from citeloom.actions.papers.entries.bib_edits import abstract_edit
from citeloom.actions.papers.entries.new_entries import WRITTEN
from citeloom.actions.papers.source_change import SourceChange
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.papers.abstracts import LONGEST, SHORTEST, clean_abstract
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.pdf.mending import join_lines, mend_line, vocabulary
from citeloom.papers.libraries.own_abstract import OwnAbstract
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import PASTED
from citeloom.papers.store.own_abstracts import forget_own_abstract, put_own_abstract
from citeloom.papers.store.store import Store
from citeloom.problem import InputError
from citeloom_latex.bib.resolve import ResolvedEntry

LONGEST_PASTED = 4 * LONGEST
"""Characters of a text beyond which nobody looks for an abstract in it."""


@dataclass(frozen=True)
class PastedAbstract:
    """The abstract of an entry in plain text, and the paper that it is of."""

    entry: ResolvedEntry
    paper: Paper
    text: str


def pasted_abstract(project: Project, key: str, text: str) -> PastedAbstract:
    """Return the abstract that a pasted text is, on one line, without broken words and a label.

    Raises
    ------
    InputError
        If the project has no such entry, or the text is no abstract.
    """
    entry, paper = _entry_and_paper(project, key)
    if len(text) > LONGEST_PASTED:
        raise InputError(f"this is not an abstract: it has {len(text):,} characters")
    lines = [mend_line(_printable(line)) for line in text.splitlines()]
    abstract = clean_abstract(join_lines(lines, vocabulary(lines)), paper.title)
    if not abstract:
        raise InputError(
            f"this is not an abstract of '{key}': it has fewer than {SHORTEST} characters, or says "
            "that there is none",
            advice="copy the abstract from the paper or its web page",
        )
    return PastedAbstract(entry, paper, abstract)


def keep_pasted(pasted: PastedAbstract, project: Project, context: Context) -> None:
    """Keep a pasted abstract in the store, in place of one that was pasted before.

    Raises
    ------
    InputError
        If the entry has an abstract itself, which would count, or the store cannot be used.
    """
    if pasted.paper.abstract:
        start = pasted.entry.entry.key_span.start
        place = project.bibliographies[pasted.entry.file].place(start)
        key = pasted.entry.entry.key
        raise InputError(
            f"the entry '{key}' already has an abstract, which takes precedence",
            place,
            "change it there",
        )
    with Store.open(context.user.store) as store:
        store.write(put_own_abstract, None, pasted.paper, OwnAbstract(pasted.text, PASTED))


def forget_pasted(project: Project, key: str, context: Context) -> bool:
    """Forget the pasted abstract of an entry; tell whether there was one."""
    _, paper = _entry_and_paper(project, key)
    if not context.user.store.exists():
        return False
    with Store.open(context.user.store) as store:
        return store.write(forget_own_abstract, paper, PASTED)


def change_of_entry(
    pasted: PastedAbstract, project: Project, folder: ProjectFolder
) -> SourceChange | None:
    """Return the change that writes an abstract into its entry; None where it has this one.

    Raises
    ------
    InputError
        If the entry is too broken to be changed; as OutsideError if its file is not the project's.
    """
    bib = project.bibliographies[pasted.entry.file]
    folder.check((bib.path,), WRITTEN)
    entry = pasted.entry.entry
    if not entry.whole:
        raise InputError(
            f"the entry '{entry.key}' has a syntax error",
            bib.place(entry.start),
            "fix the entry first",
        )
    made = abstract_edit(bib, pasted.entry, pasted.text)
    return SourceChange(bib, made.edit, folder) if made else None


def _entry_and_paper(project: Project, key: str) -> tuple[ResolvedEntry, Paper]:
    entry = project.entry(key)
    if entry is None:
        raise no_entry(project, key)
    # Among all that are cited, as others see it.
    papers = papers_of((*cited_entries(project), entry))
    return entry, next(paper for paper in papers if entry.entry.key in paper.keys)


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in line)
