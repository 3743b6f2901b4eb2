"""Check a project: what would hurt its citations or its related work."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.actions.keys import undefined_key
from citeloom.actions.papers import known_papers
from citeloom.draft.project import Project
from citeloom.draft.references import chosen_references
from citeloom.draft.target import related_work
from citeloom.placing.marks import find_marks
from citeloom.problem import Problem, Severity

MOST_PER_BIB = 10
MOST_NAMED = 10
UNREAD_BIB = frozenset({"missing-bib", "unread-bib"})


@dataclass(frozen=True)
class Checked:
    """What a check found, and how large the project is: files read, keys cited, entries."""

    problems: tuple[Problem, ...]
    files: int
    cited: int
    entries: int


def check(main: Path, context: Context) -> Checked:
    """Check the project that a .tex file belongs to.

    Raises
    ------
    InputError
        If the file itself cannot be read.
    """
    opened = open_project(main, context)
    project = opened.project
    problems = [
        *project.problems,
        *_broken_entries(project),
        *_undefined(project),
        *_duplicates(project),
        *_broken_marks(project),
    ]
    problems += _without_abstract(project, context)
    problems += _not_mentioned(project, opened.settings.related_work_titles)
    problems.sort(key=lambda one: list(Severity).index(one.severity))
    cited = {key.key for one in project.flow.citations for key in one.citation.keys} - {"*"}
    files = len(project.documents) + len(project.bibliographies)
    return Checked(tuple(problems), files, len(cited), len(project.entries))


def _broken_entries(project: Project) -> Iterator[Problem]:
    for bib in project.bibliographies:
        broken = bib.facts.problems
        for one in broken[:MOST_PER_BIB]:
            place = bib.place(one.span.start)
            yield Problem(Severity.WARNING, "broken-entry", one.message, place)
        if len(broken) > MOST_PER_BIB:
            count = len(broken) - MOST_PER_BIB
            place = bib.place(broken[MOST_PER_BIB].span.start)
            message = f"and {count} more broken places in this file, the first of them here"
            yield Problem(Severity.WARNING, "broken-entry", message, place)


def _undefined(project: Project) -> Iterator[Problem]:
    if any(one.rule in UNREAD_BIB for one in project.problems):
        return
    known = project.bibitem_keys | {"*"}
    keys = dict.fromkeys(key.key for one in project.flow.citations for key in one.citation.keys)
    for key in keys:
        if key not in known and project.entry(key) is None:
            yield undefined_key(project, key)


def _duplicates(project: Project) -> Iterator[Problem]:
    places = defaultdict(list)
    for entry in project.entries:
        if entry.entry.key:
            bib = project.bibliographies[entry.file]
            places[entry.entry.key].append(bib.place(entry.entry.key_span.start))
    for key, (first, *others) in places.items():
        if others:
            where = f"line {first.line}" if first.file == others[0].file else str(first)
            message = f"{len(others) + 1} entries have the key '{key}'; the first, {where}, counts"
            advice = "rename or remove the others"
            yield Problem(Severity.WARNING, "duplicate-key", message, others[0], advice)


def _broken_marks(project: Project) -> Iterator[Problem]:
    for document in project.documents.values():
        for broken in find_marks(document.text).problems:
            place = document.place(broken.span.start)
            yield Problem(Severity.WARNING, "broken-mark", broken.message, place)


def _without_abstract(project: Project, context: Context) -> list[Problem]:
    problems: list[Problem] = []
    keys = chosen_references(project, None).keys
    entries = {entry.entry.key: entry for key in keys if (entry := project.entry(key)) is not None}
    for paper in known_papers(tuple(entries.values()), context, problems):
        if not paper.abstract:
            entry = entries[paper.key]
            place = project.bibliographies[entry.file].place(entry.entry.key_span.start)
            message = f"'{paper.key}' has no abstract"
            advice = "add an 'abstract' field to be able to write about it"
            problems.append(Problem(Severity.NOTE, "no-abstract", message, place, advice))
    return problems


def _not_mentioned(project: Project, titles: tuple[str, ...]) -> Iterator[Problem]:
    # A Background section need not mention every paper that is cited.
    sections = related_work(project.flow, [one for one in titles if one != "background"])
    if not sections:
        return
    inside = [
        project.entry(key.key)
        for one in project.flow.citations
        if any(section.holds(one.at) for section in sections)
        for key in one.citation.keys
    ]
    place = sections[0].document.place(sections[0].section.span.start)
    if not inside:
        message, advice = "the related work cites nothing yet", "citeloom write --in-place"
        yield Problem(Severity.WARNING, "not-in-related-work", message, place, advice)
        return
    mentioned = {entry.entry.key for entry in inside if entry is not None}
    missing = [
        key
        for key in chosen_references(project, None).keys
        if (entry := project.entry(key)) is not None and entry.entry.key not in mentioned
    ]
    if missing:
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        message = f"cited, but not in the related work: {', '.join(missing[:MOST_NAMED])}{more}"
        yield Problem(Severity.NOTE, "not-in-related-work", message, place)
