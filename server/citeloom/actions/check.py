"""Check a project: what would hurt its citations or its related work."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.keys import undefined_key
from citeloom.actions.papers import known_papers
from citeloom.draft.project import Project
from citeloom.draft.references import chosen_references
from citeloom.draft.target import related_work
from citeloom.placing.marks import find_marks
from citeloom.problem import Place, Problem, Severity
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_PER_BIB = 10
MOST_NAMED = 10
UNREAD_BIB = frozenset({"missing-bib", "unread-bib"})
IGNORED = re.compile(r"%[ \t]*citeloom:[ \t]*ignore\b")


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
    return check_project(open_project(main, context), context)


def check_project(opened: Opened, context: Context, *, every_place: bool = False) -> Checked:
    """Check a project that was read.

    ``every_place`` asks for a problem at every place that is wrong, not only at the first.
    A line with ``% citeloom: ignore`` has no problems.
    """
    project = opened.project
    found = [
        *opened.problems,
        *project.problems,
        *_broken_entries(project, every_place),
        *_undefined(project, every_place),
        *_duplicates(project, every_place),
        *_broken_marks(project),
    ]
    found += _without_abstract(project, context)
    found += _not_mentioned(project, opened.settings.related_work_titles)
    problems = [one for one in found if not _is_ignored(one, project)]
    problems.sort(key=lambda one: list(Severity).index(one.severity))
    cited = {key.key for one in project.flow.citations for key in one.citation.keys} - {"*"}
    files = len(project.documents) + len(project.bibliographies)
    return Checked(tuple(problems), files, len(cited), len(project.entries))


def _is_ignored(problem: Problem, project: Project) -> bool:
    place = problem.place
    if place is None or not place.line:
        return False
    source = project.source(place.file)
    return source is not None and IGNORED.search(source.line(place.line - 1)) is not None


def _broken_entries(project: Project, every_place: bool) -> Iterator[Problem]:
    for bib in project.bibliographies:
        broken = bib.facts.problems
        shown = broken if every_place else broken[:MOST_PER_BIB]
        for one in shown:
            place = bib.place(one.span.start, one.span.end)
            yield Problem(Severity.WARNING, "broken-entry", one.message, place)
        if len(broken) > len(shown):
            count = len(broken) - MOST_PER_BIB
            place = bib.place(broken[MOST_PER_BIB].span.start)
            message = f"and {count} more broken places in this file, the first of them here"
            yield Problem(Severity.WARNING, "broken-entry", message, place)


def _undefined(project: Project, every_place: bool) -> Iterator[Problem]:
    if any(one.rule in UNREAD_BIB for one in project.problems):
        return
    known = project.bibitem_keys | {"*"}
    found: dict[str, Problem] = {}
    for one in project.flow.citations:
        for cited in one.citation.keys:
            key = cited.key
            if key in found:
                if every_place:
                    yield replace(found[key], place=one.document.place(*cited.span))
            elif key not in known and project.entry(key) is None:
                found[key] = undefined_key(project, key)
                yield found[key]


def _duplicates(project: Project, every_place: bool) -> Iterator[Problem]:
    entries = defaultdict(list)
    for entry in project.entries:
        if entry.entry.key:
            entries[entry.entry.key].append(entry)
    for key, found in entries.items():
        if len(found) > 1:
            first, *others = (_key_place(project, one) for one in found)
            where = f"line {first.line}" if first.file == others[0].file else str(first)
            message = f"{len(found)} entries have the key '{key}'; the first, {where}, counts"
            advice = "rename or remove the others"
            for place in others if every_place else others[:1]:
                yield Problem(Severity.WARNING, "duplicate-key", message, place, advice)


def _key_place(project: Project, entry: ResolvedEntry) -> Place:
    span = entry.entry.key_span
    return project.bibliographies[entry.file].place(span.start, span.end)


def _broken_marks(project: Project) -> Iterator[Problem]:
    for document in project.documents.values():
        for broken in find_marks(document.text).problems:
            place = document.place(broken.span.start, broken.span.end)
            yield Problem(Severity.WARNING, "broken-mark", broken.message, place)


def _without_abstract(project: Project, context: Context) -> list[Problem]:
    problems: list[Problem] = []
    keys = chosen_references(project, None).keys
    entries = {entry.entry.key: entry for key in keys if (entry := project.entry(key)) is not None}
    for paper in known_papers(tuple(entries.values()), context, problems):
        if not paper.abstract:
            place = _key_place(project, entries[paper.key])
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
    head = sections[0]
    place = head.document.place(head.section.span.start, head.section.body.start)
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
