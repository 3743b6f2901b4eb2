"""Plan what related work is written about, and by which method."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from citeloom.actions.context import Context, Opened, open_project, project_folder
from citeloom.actions.corpus.found_references import FoundReferences
from citeloom.actions.draft_line import DraftLine, document_of, draft_line
from citeloom.actions.papers.entries.new_entries import NewEntries, new_entries
from citeloom.actions.writing.anchor import PassageAnchor, passage_around
from citeloom.actions.writing.outline.request import (
    check_outline_method,
    checked_outline,
    keys_in_outline,
)
from citeloom.actions.writing.section import section_at
from citeloom.actions.writing.surroundings import surroundings_of
from citeloom.actions.writing.task.papers import cited_papers, found_papers, said_in_draft
from citeloom.actions.writing.task.request import WriteRequest, parameters_of, wants_position
from citeloom.actions.writing.task.sendable import check_references, sendable_draft, without_target
from citeloom.actions.writing.task.text_basis import TextBasis
from citeloom.draft.draft_text import draft_text
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.draft.references import ChosenKeys, chosen_references
from citeloom.draft.section.marked_text import check_marks
from citeloom.draft.target import Target, target_in
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.modelled.showing_papers import usable_mentions
from citeloom.methods.port import Method, Parameters
from citeloom.methods.registry import method_named
from citeloom.methods.task import WritingTask
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.paper import Paper
from citeloom.placing.placement import section_block
from citeloom.problem import InputError, Place, Problem, Remedy, Severity
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span


@dataclass(frozen=True)
class Plan:
    """A plan to write: the task, the method and the section.

    ``texts`` are the names of the references' full texts in the cache, by their ids. ``closed`` are
    the files outside of the project whose text a language model would be shown, but is not.
    ``found`` are the references of a corpus, and ``new`` the entries that those of them get which
    no .bib file of the project has. ``in_own_text`` are the keys that are left out because the
    author's own text in the section cites them. ``first_sample`` is the number of the first answer
    to each question that counts: a new text needs new answers. ``after`` is the paragraph that a
    first text follows, where the user has named one.
    """

    opened: Opened
    folder: ProjectFolder
    target: Target | None
    method: Method[Any]
    parameters: Parameters
    task: WritingTask
    problems: tuple[Problem, ...]
    texts: Mapping[str, TextName] = field(default_factory=dict)
    closed: tuple[Path, ...] = ()
    found: FoundReferences | None = None
    new: NewEntries | None = None
    in_own_text: tuple[str, ...] = ()
    first_sample: int = 0
    after: PassageAnchor | None = None

    @property
    def project(self) -> Project:
        return self.opened.project

    @property
    def key_of(self) -> dict[str, str]:
        """The citation key of each paper, by its id."""
        return {paper.id: paper.key for paper in self.task.references}

    @property
    def brought(self) -> tuple[Paper, ...]:
        """The references that no .bib file of the project has yet, with their new keys."""
        keys = {entry.key for entry in self.new.entries} if self.new else set()
        return tuple(paper for paper in self.task.references if paper.key in keys)

    @property
    def draft_parts(self) -> dict[str, str]:
        """The title of the draft, and its abstract or what is read instead, by their names."""
        draft = self.task.draft
        parts = {"title": draft.title, draft.abstract_source: draft.abstract}
        return {name: text for name, text in parts.items() if text}

    @property
    def ids_with_abstract(self) -> list[str]:
        """The ids of the references that have an abstract."""
        return [paper.id for paper in self.task.references if paper.abstract]

    @property
    def ids_with_mentions(self) -> list[str]:
        """The ids of the references without an abstract that other references mention."""
        around = self.task.surroundings
        return [it.id for it in self.task.references if usable_mentions(it, around)]

    @cached_property
    def by_title(self) -> frozenset[str]:
        """The ids of the references of which the method knows the titles alone."""
        around = self.task.surroundings
        asks, texts = self.method.uses_model, self.method.reads_full_texts(self.parameters)
        return frozenset(
            paper.id
            for paper in self.task.references
            if not paper.abstract.strip()
            and not (asks and usable_mentions(paper, around))
            and not (texts and paper.id in around.headings)
        )

    @property
    def ids_of_texts_read(self) -> list[str]:
        """The ids of the references whose full text the method shows a model."""
        reads = self.method.reads_full_texts(self.parameters)
        return list(self.task.surroundings.headings) if reads else []

    @property
    def notices(self) -> tuple[str, ...]:
        """What the author should know before the method runs."""
        known = TextBasis(len(self.task.references), len(self.by_title), self.method.uses_model)
        own = self.method.notices(self.task, self.parameters)
        if self.task.theme and self.method.uses_model:
            own = (f"the theme “{self.task.theme}” is also sent", *own)
        return (known.notice, *own) if known.notice else own

    @property
    def whole_texts(self) -> bool:
        """Whether a model is shown these full texts, and the draft's, as a whole."""
        return bool(self.ids_of_texts_read) and self.method.reads_whole_texts(self.parameters)

    @property
    def draft_excerpt(self) -> str:
        """What the method shows a model of the draft besides its title and abstract."""
        return self.method.draft_excerpt(self.task, self.parameters)


def plan(request: WriteRequest, context: Context, found: FoundReferences | None = None) -> Plan:
    """Read the project and plan what to write about.

    ``found`` are the references that a corpus has for the draft, where the request wants these.

    Raises
    ------
    InputError
        If the project cannot be read, the request does not fit it, or nothing can be written.
    """
    opened = open_draft(request.main, context)
    method = method_named(request.method or opened.settings.method)
    return plan_by(method, request, opened, context, found)


def open_draft(main: Path, context: Context) -> Opened:
    """Read the project that a .tex file belongs to.

    Raises
    ------
    InputError
        If it cannot be read, or the file is a .bib file.
    """
    if main.suffix.lower() == ".bib":
        advice = "name the .tex file that cites from it"
        raise InputError("is a .bib file", Place(main), advice)
    return open_project(main, context)


def plan_by(
    method: Method[Any],
    request: WriteRequest,
    opened: Opened,
    context: Context,
    found: FoundReferences | None = None,
) -> Plan:
    """Plan what to write about in an opened project, by this method."""
    project = opened.project
    folder = project_folder(project, request.main, context)
    parameters = parameters_of(method, request)
    target, after = _target(opened, request)
    problems = list(project.problems)
    taxonomy: Taxonomy | None = None
    new: NewEntries | None = None
    in_own_text: tuple[str, ...] = ()
    if found is not None:
        new = new_entries(found.papers, opened, folder)
        known = found_papers(found.papers, new, project, context, problems)
        if method.uses_model:
            check_references(new.keys.values(), project, folder)
    else:
        chosen = _chosen_keys(method, request, project, target)
        problems += _idle_exclusions(request, project)
        in_own_text = chosen.in_own_text
        if method.uses_model:
            check_references(chosen.keys, project, folder)
        named = [*request.keys]
        if request.outline is not None:
            named += keys_in_outline(request.outline, project)
        known = cited_papers(project, chosen, named, context, problems)
    if request.outline is not None:
        outline = checked_outline(request.outline, [paper for paper, _ in known], problems)
        taxonomy, left_out_papers = outline.taxonomy, {*outline.left_out}
        known = [(paper, own) for paper, own in known if paper.id not in left_out_papers]
    papers = tuple(paper for paper, _ in known)
    surrounded = surroundings_of([own for _, own in known], papers, project, context, problems)
    closed: tuple[Path, ...] = ()
    if method.uses_model:
        draft, closed = sendable_draft(opened, target, folder, problems)
    else:
        draft = draft_text(project, without_target(opened, target))
    task = WritingTask(
        draft,
        papers,
        paragraphs=request.paragraphs,
        words=request.words,
        seed=request.seed,
        alternatives=request.alternatives or 0,
        surroundings=surrounded.known,
        titles=tuple(_titles(project)) if method.uses_model else (),
        taxonomy=taxonomy,
        said_in_draft={} if method.uses_model else said_in_draft(project, papers),
        theme=request.theme,
        position=method.uses_model and wants_position(request),
        instruction=request.instruction,
    )
    return Plan(
        opened,
        folder,
        target,
        method,
        parameters,
        task,
        tuple(problems),
        surrounded.texts,
        closed,
        found,
        new,
        in_own_text,
        after=after,
    )


def _target(opened: Opened, request: WriteRequest) -> tuple[Target | None, PassageAnchor | None]:
    """Return the section to write, and the paragraph in it that is named."""
    if not request.after:
        return opened.meant_section(request.section, request.main), None
    return _paragraph_in_line(opened, draft_line(request.after, opened.project.folder))


def _paragraph_in_line(opened: Opened, line: DraftLine) -> tuple[Target, PassageAnchor]:
    """Return the paragraph that a line is a part of, and the section that it stands in.

    Raises
    ------
    InputError
        If the file is none of the draft, or there is no such section or a text of ours in it.
    """
    document, place = document_of(opened.project, line), Place(line.file, line.number)
    number, flow = min(line.number, len(document.lines)) - 1, opened.project.flow
    at = document.lines.start_of(number)
    section = section_at(opened, document, at) if document.line(number).strip() else None
    target = None if section is None else target_in(flow, flow.sections[section.number])
    if target is None or target.document is not document:
        what = "there is no paragraph below a heading here"
        raise InputError(what, place, "name a line of running text")
    if section_block(document.text, target.section, document.facts) is not None:
        message = f"Citeloom has already written a text in '{plain(target.section.title)}'"
        raise InputError(message, place, "to rewrite that text, name the section and no line")
    return target, passage_around(document.text, Span(at, at + 1))[0]


def _titles(project: Project) -> Iterator[str]:
    """Yield the titles of all entries; a large .bib has too many to keep all values."""
    entries = project.library.entries
    return (entries.glance(number)[0].get("title", "") for number in range(len(entries)))


def _idle_exclusions(request: WriteRequest, project: Project) -> Iterator[Problem]:
    """Yield the keys to be left out that the draft does not cite: they may be mistyped."""
    cited = {key.key for place in project.flow.citations for key in place.citation.keys}
    for key in request.exclude:
        if key not in cited and key not in request.keys:
            message = f"'{key}' cannot be left out: the draft does not cite it"
            yield Problem(Severity.WARNING, "input", message)


def _chosen_keys(
    method: Method[Any], request: WriteRequest, project: Project, target: Target | None
) -> ChosenKeys:
    """Return the keys of the draft's own references that are to be written about."""
    chosen = chosen_references(
        project,
        target,
        keys=request.keys,
        exclude=request.exclude,
        all_cited=request.all_cited,
    )
    if request.outline is not None:
        check_outline_method(method)
        named = keys_in_outline(request.outline, project)
        further = (key for key in named if key not in request.exclude)
        own = tuple(key for key in chosen.in_own_text if key not in named)
        keys = tuple(dict.fromkeys((*chosen.keys, *further)))
        chosen = replace(chosen, keys=keys, in_own_text=own)
    if not chosen.keys and chosen.in_own_text and target is not None:
        check_marks(project, target)  # Without its mark a text of ours looks like the author's.
        count = len(chosen.in_own_text)
        cited = "the one cited paper is" if count == 1 else f"all {count} cited papers are"
        raise InputError(
            f"{cited} already in your own text of this section",
            target.document.place(target.section.span.start),
            Remedy.INCLUDE_WRITTEN,
        )
    if not chosen.keys:
        raise InputError(
            "the draft cites no paper" if not request.exclude else "no cited paper is left",
            project.documents[project.root].place(0),
            Remedy.NAME_KEYS,
        )
    return chosen
