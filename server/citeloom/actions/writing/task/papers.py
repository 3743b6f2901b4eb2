"""The papers of a task: those of the draft's keys, or those that a corpus has for the draft."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from citeloom.actions.context import Context
from citeloom.actions.keys.places import spellings
from citeloom.actions.keys.undefined import undefined_key
from citeloom.actions.papers.entries.new_entries import NewEntries
from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.draft.mentions import mentions
from citeloom.draft.project import Project
from citeloom.draft.references import ChosenKeys, own_citations
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import fill_gaps
from citeloom.problem import InputError, Problem, Remedy, Severity
from citeloom_latex.bib.resolve import ResolvedEntry

RETRACTED = "retracted"
"""The rule of retracted and withdrawn papers."""

_MOST_NAMED = 3
"""The most errors that are told where no cited key has an entry."""


def found_papers(
    papers: Sequence[Paper],
    new: NewEntries,
    project: Project,
    context: Context,
    problems: list[Problem],
) -> list[tuple[Paper, Paper]]:
    """Return papers of a corpus with their keys, and each as the .bib has it, or will have it.

    What is known of those that the .bib has is filled by the corpus; those of them that were
    retracted are left out.
    """
    old = dict.fromkeys(new.keys.values())
    for added in new.entries:
        del old[added.key]
    entries = {key: entry for key in old if (entry := project.entry(key)) is not None}
    read = read_papers(entries.values(), project, context, problems)
    left = without_retracted(read, (), problems)
    known = {key: each for each in left for key in each.paper.keys}
    retracted = {key for each in read if each not in left for key in each.paper.keys}
    found: dict[str, tuple[Paper, Paper]] = {}
    for paper in papers:
        key = new.keys[paper.id]
        if key in retracted:
            continue
        own = replace(paper, keys=(key,))
        pair = (own, own)
        if key in known:
            mine = known[key]
            pair = (replace(fill_gaps(mine.paper, paper), keys=(key,)), mine.own)
        if pair[0].id not in {it.id for it, _ in found.values()}:
            found.setdefault(key, pair)
    return [*found.values()]


def cited_papers(
    project: Project,
    chosen: ChosenKeys,
    named: Collection[str],
    context: Context,
    problems: list[Problem],
) -> list[tuple[Paper, Paper]]:
    """Return the papers with what the store knows of them, each with its .bib's own.

    Those that were retracted are left out, unless they are among the keys ``named``.
    """
    entries: dict[str, ResolvedEntry] = {}
    spelling: dict[str, str] = {}
    for key in chosen.keys:
        entry = project.entry(key)
        if entry is None:
            if key not in project.bibitem_keys or chosen.origin == "named":
                problems.append(undefined_key(project, key))
            continue
        entries.setdefault(entry.entry.key, entry)
        # BibTeX refuses a document that spells one key in two ways.
        spelling.setdefault(entry.entry.key, key)
    if not entries:
        errors = [problem for problem in problems if problem.severity == Severity.ERROR]
        more = [f"and {left:,} more"] if (left := len(errors) - _MOST_NAMED) > 0 else []
        missing = "; ".join([*map(str, errors[:_MOST_NAMED]), *more])
        raise InputError(
            f"none of the {len(chosen.keys)} cited keys is in a .bib file of the project",
            advice=missing or "name the .bib file with \\bibliography or \\addbibresource",
        )
    read = read_papers(entries.values(), project, context, problems)
    known = left_after_retractions(read, named, problems)
    return [
        (replace(each.paper, keys=tuple(spelling[key] for key in each.paper.keys)), each.own)
        for each in known
    ]


def left_after_retractions(
    known: Sequence[PaperKnowledge], named: Collection[str], problems: list[Problem]
) -> list[PaperKnowledge]:
    """Return the papers to write about, as ``without_retracted`` does.

    Raises
    ------
    InputError
        If all of them were retracted.
    """
    left = without_retracted(known, named, problems)
    if known and not left:
        message = "all cited papers were retracted or withdrawn"
        raise InputError(message, advice=Remedy.NAME_RETRACTED)
    return left


def without_retracted(
    known: Sequence[PaperKnowledge], named: Collection[str], problems: list[Problem]
) -> list[PaperKnowledge]:
    """Leave out papers that were retracted; ``problems`` gets a warning for each of them.

    ``named`` are the keys that the user has named: these are written about all the same.
    """
    left = []
    for paper in known:
        if not (said := retraction_words(paper.notices)):
            left.append(paper)
            continue
        is_named = any(key in named for key in paper.own.keys)
        message = f"'{paper.own.key}' {said}"
        if is_named:
            left.append(paper)
            problems.append(Problem(Severity.WARNING, RETRACTED, message))
        else:
            message = f"{message} and is not written about"
            problems.append(
                Problem(Severity.WARNING, RETRACTED, message, advice=Remedy.NAME_RETRACTED)
            )
    return left


_MOST = 3
"""How many sentences on one paper are read."""


def said_in_draft(project: Project, papers: Sequence[Paper]) -> dict[str, tuple[str, ...]]:
    """Return the author's first sentences that cite each paper without an abstract."""
    own = {citation.at for citation in own_citations(project)}
    found = {}
    for paper in papers:
        if paper.abstract.strip():
            continue
        keys = [spelling for key in paper.keys for spelling in spellings(project, key)]
        if sentences := tuple(mention.sentence for mention in mentions(project, keys, _MOST, own)):
            found[paper.id] = sentences
    return found
