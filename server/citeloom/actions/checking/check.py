"""Check a project for problems with its citations or its related work."""

import dataclasses
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.checking.no_bibliography import no_bibliography
from citeloom.actions.checking.not_in_related_work import missing_keys
from citeloom.actions.checking.references import CheckedReference, checked_reference, unproved
from citeloom.actions.checking.retracted_citations import retraction_problems
from citeloom.actions.checking.search_problems import search_problems
from citeloom.actions.checking.stale_sentences import UNREAD_BIB, stale_problems
from citeloom.actions.checking.unused_entries import is_shared, unused_entries
from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.keys.undefined import undefined_key
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.known_abstracts import KnownAbstracts, abstracts_in
from citeloom.actions.papers.paper_reader import PaperReader, read_papers
from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.draft.section.marked_text import pasted
from citeloom.papers.abstracts import SHORTEST
from citeloom.placing.marks import find_marks
from citeloom.placing.sidecar import folder_of, is_left_by_merge, record_path
from citeloom.problem import Place, Problem, Remedy, Severity
from citeloom.visible import first_of
from citeloom_latex.bib.bounds import too_long
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.check_claims import ClaimsCheck
    from citeloom.actions.checking.claims.stored_judgements import KeptJudgements

MOST_OF_RULE = 100
"""Problems of one rule in one file; the last says how many more there are."""

MOST_BARE = 10
"""Papers without an abstract; of more the first place says so for all of them."""

MOST_NAMED = 10
BOOKS = frozenset({"book", "mvbook", "collection", "proceedings", "reference"})
_MERGED = "a merge left two versions of this record; Citeloom uses the one that matches the text"
IGNORED = re.compile(r"%[ \t]*citeloom:[ \t]*ignore\b")


@dataclass(frozen=True)
class CheckResult:
    """The problems of a project, and the numbers of its files, cited keys and entries.

    ``claims`` is what was found of its sentences, where that was asked for; ``references`` are the
    verdicts on the cited papers, by key.
    """

    problems: tuple[Problem, ...]
    files: int
    cited: int
    entries: int
    claims: "ClaimsCheck | None" = None
    references: Mapping[str, CheckedReference] = dataclasses.field(default_factory=dict)


def check(
    main: Path, context: Context, *, claims: bool = False, thorough: bool = False
) -> CheckResult:
    """Check the project that a .tex file belongs to.

    ``claims``: also what its sentences say of the papers that they cite, ``thorough``: all in them
    that the papers' texts do not say.

    Raises
    ------
    InputError
        If the file itself cannot be read.
    """
    opened = open_project(main, context)
    return check_project(opened, context, claims=claims, thorough=thorough)


def check_project(
    opened: Opened,
    context: Context,
    reader: PaperReader | None = None,
    *,
    every_place: bool = False,
    claims: bool = False,
    thorough: bool = False,
    references: bool = False,
    checked_claims: "ClaimsCheck | None" = None,
    judgements: "KeptJudgements | None" = None,
) -> CheckResult:
    """Check a project that was read.

    A line with ``% citeloom: ignore`` has no problems, nor has an entry right below one.

    Parameters
    ----------
    reader
        A reader that has read the project's papers before, so that it reads changes only.
    every_place
        Whether to report a problem at every place instead of at the first.
    claims
        Whether to check also what sentences say of the papers that they cite.
    thorough
        Whether to tell of all in them that the papers' texts do not say: much of it is right.
    references
        Whether to tell also which references were not found, or not asked for; of a .bib file
        alone these are all entries.
    checked_claims
        What an earlier check found of them: it is told of those that have not changed.
    judgements
        What a model said of claims: it is told of those that have not changed.
    """
    project = opened.project
    lacking = no_bibliography(project, context.files)
    found = [
        *opened.problems,
        *project.problems,
        *_broken_entries(project),
        *_left_out(project),
        *([lacking] if lacking else _undefined(project, every_place)),
        *_duplicates(project, every_place),
        *_broken_marks(project),
        *_unused(project, context, every_place),
    ]
    cited = cited_entries(project)
    if references and not project.documents:
        cited = tuple(entry for entry in project.entries if entry.entry.key)
    places = {entry.entry.key: _key_place(project, entry) for entry in cited}
    found += _too_long(cited, project)
    known = reader.read(cited, found) if reader else read_papers(cited, project, context, found)
    short = {entry.entry.key for entry in cited if _is_too_short(entry)}
    found += _without_abstract(known, places, short, every_place)
    volumes = {
        entry.entry.key: entry.values["volume"].strip()
        for entry in cited
        if entry.entry.type.lower() in BOOKS and "volume" in entry.values
    }
    checked = {
        key: checked_reference(paper) for paper in known for key in paper.own.keys if key in places
    }
    found += search_problems(known, places, volumes, checked)
    if references:
        found += unproved(checked, places)
    stale = tuple(stale_problems(project, known, context))
    found += stale
    if every_place:  # Elsewhere the problem of its entry is enough.
        places_of_stale = [problem.place for problem in stale if problem.place is not None]
        found += retraction_problems(project, known, places_of_stale)
    found += _not_mentioned(opened, abstracts_in(known, context.user))
    of_sentences = None
    if claims:
        from citeloom.actions.checking.claims.check_claims import check_claims

        of_sentences = check_claims(opened, context, [], reader, is_thorough=thorough)
    elif checked_claims is not None:
        from citeloom.actions.checking.claims.check_claims import claims_of_unchanged

        of_sentences = claims_of_unchanged(checked_claims, project, known)
    if of_sentences is not None:
        from citeloom.actions.checking.claims.claim_problems import claim_problems

        if judgements is not None:
            from citeloom.actions.checking.claims.stored_judgements import with_judgements

            of_sentences = with_judgements(of_sentences, judgements)
        found += claim_problems(of_sentences)
    problems = list(_with_counts(list(_without_ignored(found, project))))
    problems.sort(key=lambda problem: list(Severity).index(problem.severity))
    keys = {key.key for place in project.flow.citations for key in place.citation.keys} - {"*"}
    files = len(project.documents) + len(project.bibliographies)
    entries = len(project.entries)
    return CheckResult(tuple(problems), files, len(keys), entries, of_sentences, checked)


def _without_ignored(problems: Iterable[Problem], project: Project) -> Iterator[Problem]:
    @cache  # A line may be long, and have many problems.
    def is_ignored(file: Path, line: int) -> bool:
        source = project.source(file)
        if not line or source is None:
            return False
        # Between two entries of a .bib file everything is a comment; inside one, nothing is.
        above = isinstance(source, Bibliography) and line > 1
        return any(IGNORED.search(source.line(it)) for it in range(line - 1 - above, line))

    for problem in problems:
        if problem.place is None or not is_ignored(problem.place.file, problem.place.line):
            yield problem


def _with_counts(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the first problems of each rule in each file; the last says how many more there are."""
    kinds = [(it.place.file if it.place else None, it.rule) for it in problems]
    total, seen = Counter(kinds), Counter[tuple[Path | None, str]]()
    for problem, kind in zip(problems, kinds, strict=True):
        seen[kind] += 1
        more = total[kind] - MOST_OF_RULE
        if seen[kind] == MOST_OF_RULE and more > 0:
            message = f"{problem.message}; and {more:,} more like this in this file"
            yield replace(problem, message=message)
        elif seen[kind] <= MOST_OF_RULE:
            yield problem


def _broken_entries(project: Project) -> Iterator[Problem]:
    for bib in project.bibliographies:
        for syntax in bib.facts.problems:
            place = bib.place(syntax.span.start, syntax.span.end)
            yield Problem(Severity.WARNING, "broken-entry", syntax.message, place)


def _left_out(project: Project) -> Iterator[Problem]:
    """Yield the first place where values grow too large; what follows from it is the same fault."""
    for file, span, what in project.library.entries.stopped[:1]:
        message = f"{what} makes a value too large and is ignored; later ones may be ignored too"
        place = project.bibliographies[file].place(span.start, span.end)
        yield Problem(Severity.WARNING, "too-large", message, place)


def _too_long(cited: Iterable[ResolvedEntry], project: Project) -> Iterator[Problem]:
    """Yield the fields of cited entries that are longer than such fields are read."""
    for entry in cited:
        for field, bound in too_long(entry.entry):
            read = (
                "too long, so the field is ignored"
                if bound.is_name
                else f"only {bound.longest:,} of them are used"
            )
            length = field.value_end - field.value_start
            message = f"the field '{field.name}' of '{entry.entry.key}' has {length:,} characters"
            place = project.bibliographies[entry.file].place(field.name_start, field.name_end)
            yield Problem(Severity.WARNING, "too-large", f"{message}; {read}", place)


def _undefined(project: Project, every_place: bool) -> Iterator[Problem]:
    if any(problem.rule in UNREAD_BIB for problem in project.problems):
        return
    known = project.bibitem_keys | {"*"}
    found: dict[str, Problem] = {}
    for cited_at in project.flow.citations:
        for cited in cited_at.citation.keys:
            key = cited.key
            if key in found:
                if every_place:
                    yield replace(found[key], place=cited_at.document.place(*cited.span))
            elif key not in known and project.entry(key) is None:
                if len(found) < MOST_OF_RULE:
                    found[key] = undefined_key(project, key)
                else:  # To look for the nearest keys of each takes long.
                    place = cited_at.document.place(*cited.span)
                    message = f"undefined citation key '{key}'"
                    found[key] = Problem(Severity.ERROR, "undefined-key", message, place)
                yield found[key]


def _duplicates(project: Project, every_place: bool) -> Iterator[Problem]:
    if project.is_guessed:
        return  # Files that nobody names together may hold the same entries.
    advice = "rename or remove the others"
    for key in filter(None, project.library.doubled):
        found = project.library.places_with(key)
        first, *others = (project.bibliographies[file].place(*span) for file, span in found)
        where = f"line {first.line}" if first.file == others[0].file else str(first)
        message = f"{len(found)} entries have the key '{key}'; the first, {where}, is used"
        for place in others if every_place else others[:1]:
            yield Problem(Severity.WARNING, "duplicate-key", message, place, advice)


def _key_place(project: Project, entry: ResolvedEntry) -> Place:
    span = entry.entry.key_span
    return project.bibliographies[entry.file].place(span.start, span.end)


def _broken_marks(project: Project) -> Iterator[Problem]:
    folder = folder_of(project.root)
    for document in project.documents.values():
        blocks = find_marks(document.text)
        for block in blocks:
            if is_left_by_merge(folder, block.id):
                place = Place(record_path(folder, block.id))
                yield Problem(Severity.WARNING, "broken-mark", _MERGED, place, Remedy.WRITE)
        for broken in blocks.problems:
            place = document.place(broken.span.start, broken.span.end)
            yield Problem(Severity.WARNING, "broken-mark", broken.message, place)
    for (document, block), (other, copy) in pasted(project.documents.values()):
        first = document.place(block.begin_id.start)
        place = other.place(copy.begin.start, copy.begin.end)
        message = f"the marked text {copy.id} appears twice: it is also in {_short(first)}"
        advice = "remove one of the two copies with its marks"
        yield Problem(Severity.WARNING, "broken-mark", message, place, advice)


def _short(place: Place) -> str:
    return f"{place.file.name}, line {place.line},"


def _without_abstract(
    known: Sequence[PaperKnowledge],
    places: Mapping[str, Place],
    short: Collection[str],
    every_place: bool,
) -> Iterator[Problem]:
    """Yield the papers without an abstract; of many the first places say so for all of them."""
    bare = [it.paper for it in known if not (it.paper.abstract or it.abstract_says_so)]
    if len(bare) > MOST_BARE and not every_place:
        message = f"{len(bare)} of {len(known)} cited papers have no abstract: "
        message += first_of([paper.key for paper in bare], MOST_NAMED)
        place = Place(places[bare[0].key].file)
        yield Problem(Severity.NOTE, "no-abstract", message, place, Remedy.FETCH_ALL)
        return
    for paper in bare:
        message = f"'{paper.key}' has no abstract"
        if paper.key in short:
            message = f"the abstract of '{paper.key}' is too short: below {SHORTEST} characters"
        yield Problem(Severity.NOTE, "no-abstract", message, places[paper.key], Remedy.FETCH)


def _is_too_short(entry: ResolvedEntry) -> bool:
    return 0 < len(plain(entry.values.get("abstract", ""))) < SHORTEST


def _unused(project: Project, context: Context, every_place: bool) -> Iterator[Problem]:
    for bib in project.bibliographies:
        found = unused_entries(project, bib)
        if found and is_shared(bib, project, context):
            continue
        if every_place:
            for entry in found:
                message = f"'{entry.entry.key}' is never cited"
                yield Problem(Severity.NOTE, "unused-key", message, _key_place(project, entry))
        elif found:
            named = first_of([entry.entry.key for entry in found], MOST_NAMED)
            message = f"{len(found)} of {len(bib.facts.entries)} entries are never cited: {named}"
            yield Problem(Severity.NOTE, "unused-key", message, Place(bib.path))


def _not_mentioned(opened: Opened, abstracts: KnownAbstracts) -> Iterator[Problem]:
    missing = missing_keys(opened)
    if missing is None:
        return
    head = missing.sections[0]
    place = head.document.place(head.section.span.start, head.section.body.start)
    if not missing.cites:
        known = abstracts.said if abstracts.are_few else abstracts.count
        message = f"the related work has no citations yet; {known}"
        yield Problem(Severity.WARNING, "not-in-related-work", message, place, Remedy.WRITE)
    elif missing.keys:
        message = f"cited, but not in the related work: {first_of(missing.keys, MOST_NAMED)}"
        yield Problem(Severity.NOTE, "not-in-related-work", message, place)
