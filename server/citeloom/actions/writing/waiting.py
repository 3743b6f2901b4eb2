"""Texts that wait until the author inserts or discards them.

A waiting text can be written to disk. It holds no position in the draft: `insert` finds its place
in the draft as it is then.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import SerializerFunctionWrapHandler, WrapSerializer
from pydantic_core import to_jsonable_python

from citeloom.actions.checking.claims.written_scores import scores_of_versions
from citeloom.actions.context import Opened
from citeloom.actions.papers.entries.new_entries import new_entries_words
from citeloom.actions.writing.anchor import (
    Anchor,
    AnchoredSection,
    PassageAnchor,
    anchor_of,
    passage_around,
    passage_start,
)
from citeloom.actions.writing.cost_words import usage_words
from citeloom.actions.writing.graphs import result_graphs
from citeloom.actions.writing.outline.text import outline_text
from citeloom.actions.writing.task.retracted import RULE as RETRACTED
from citeloom.actions.writing.task.text_basis import TextBasis
from citeloom.draft.references import chosen_references, own_citations
from citeloom.draft.section.marked_text import no_section
from citeloom.draft.target import Target
from citeloom.grounding.support.citation_scores import CitationScores
from citeloom.methods.graph import Graph
from citeloom.methods.result import Usage
from citeloom.papers.paper import Paper
from citeloom.placing.record import Origin, Record
from citeloom.placing.render import RenderedText
from citeloom.problem import OutsideError, Remedy
from citeloom_latex.edit import Edit
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.writing.task.plan import Plan
    from citeloom.actions.writing.task.request import WriteRequest
    from citeloom.actions.writing.weave import Woven, WovenFile
    from citeloom.actions.writing.write import Written


WOVEN_IN = "what is woven in"


def _with_keys(papers: tuple[Paper, ...], dump: SerializerFunctionWrapHandler) -> list[object]:
    """Write papers with their keys, which a paper that is stored does not have."""
    return [{**dumped, "keys": it.keys} for dumped, it in zip(dump(papers), papers, strict=True)]


@dataclass(frozen=True)
class TaskReference:
    """A reference of the writing task, by the id of its paper.

    ``by_title``: the method knew its title alone.
    """

    id: str
    key: str
    title: str
    has_abstract: bool
    by_title: bool = False


@dataclass(frozen=True)
class SectionText:
    """A whole text for a section, and its alternatives.

    ``keys`` and ``exclude`` are as in ``WriteRequest``. The project has changed if `made_from` no
    longer gives ``made_from``. ``references`` are those of the task. ``brought`` are the papers
    that no .bib file of the project had, with their keys: their entries come with the text.
    ``by_model``: a language model wrote it. ``in_own_text`` is the number of references that are
    left out because the author's own text cites them; with ``all_cited`` none are. ``scores`` are
    the citation recall and precision of the versions; earlier versions of ours kept none.
    """

    anchor: Anchor
    versions: tuple[RenderedText, ...]
    keys: tuple[str, ...]
    exclude: tuple[str, ...]
    made_from: str
    references: tuple[TaskReference, ...]
    brought: Annotated[tuple[Paper, ...], WrapSerializer(_with_keys)] = ()
    by_model: bool = False
    all_cited: bool = False
    in_own_text: int = 0
    scores: tuple[CitationScores, ...] = ()

    def uncited(self, version: int = 0) -> tuple[TaskReference, ...]:
        """Return the references that a version does not cite."""
        cited = self._cited(version)
        return tuple(reference for reference in self.references if reference.id not in cited)

    def basis(self, version: int = 0) -> TextBasis:
        """Return what was known of the papers that a version cites."""
        cited = self._cited(version)
        return TextBasis(
            len(cited), sum(it.by_title for it in self.references if it.id in cited), self.by_model
        )

    def brought_by(self, version: int = 0) -> tuple[Paper, ...]:
        """Return the papers whose entries come with a version: those that it cites."""
        cited = self._cited(version)
        return tuple(paper for paper in self.brought if paper.id in cited)

    def _cited(self, version: int) -> set[str]:
        return {
            paper
            for paragraph in self.versions[version].paragraphs
            for rendered in paragraph.sentences
            for paper in rendered.sentence.cites
        }


@dataclass(frozen=True)
class PassageChange:
    """New sentences in a passage of a file, with their records.

    ``edit`` is one of the passage's text; ``replaced`` is as in ``FileChange``; ``difference``
    shows the change as a unified diff.
    """

    path: Path
    anchor: PassageAnchor
    edit: Edit
    records: tuple[Record, ...]
    replaced: tuple[str, ...]
    difference: str


@dataclass(frozen=True)
class WovenSentences:
    """Sentences for paragraphs of the draft.

    ``lost`` are the author's own sentences that they would replace. If there are any, the text can
    be previewed but not inserted. ``what`` says what they are, where they are offered.
    """

    changes: tuple[PassageChange, ...]
    lost: tuple[str, ...]
    what: str = WOVEN_IN

    def stands_before(self, opened: Opened) -> bool:
        """Tell whether all passages stand in a draft as they were before the change."""
        documents = opened.project.documents
        return all(
            change.path in documents
            and passage_start(documents[change.path].text, change.anchor) is not None
            for change in self.changes
        )

    @property
    def difference(self) -> str:
        """What changes, as a unified diff."""
        return "\n".join(change.difference for change in self.changes)


@dataclass(frozen=True)
class WaitingText:
    """A text that waits in the project of a root.

    ``titles`` say in a few words what each version is; woven sentences have one version.
    ``by_model``: a language model wrote it; ``usage`` has the cost, with money in ``currency``.
    ``trace`` records the method's steps, and ``graphs`` can be drawn. ``id`` is the id of the job
    that made it, or empty. ``inserted`` are the ids of its results once it was inserted: it waits
    again when none of them stands in the draft any more, as after an undo. ``taken`` are the ids of
    collisions at which its author wants the new text in place of their own.
    """

    root: Path
    content: SectionText | WovenSentences
    titles: tuple[str, ...]
    origin: Origin
    warnings: tuple[str, ...]
    by_model: bool
    usage: Usage
    currency: str = ""
    trace: Mapping[str, Any] = field(default_factory=dict)
    graphs: tuple[Graph, ...] = ()
    id: str = ""
    inserted: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title of the first version."""
        return self.titles[0]

    @property
    def section(self) -> AnchoredSection | None:
        """The section of the text; None for woven sentences."""
        if isinstance(self.content, WovenSentences):
            return None
        return AnchoredSection(self.root, self.content.anchor)

    def is_for(self, number: int, opened: Opened) -> bool:
        """Tell whether it is for the section that has this number in a draft."""
        return self.section is not None and self.section.is_number(number, opened)

    def stands_in(self, opened: Opened) -> bool:
        """Tell whether it was inserted and its marks are still in a draft.

        Where a revision has changed no mark, the passage as it was before tells of an undo.
        """
        if isinstance(self.content, WovenSentences) and self.content.stands_before(opened):
            return False
        return any(
            f"citeloom:begin {result_id}" in document.text
            for result_id in self.inserted
            for document in opened.project.documents.values()
        )

    @property
    def key_of(self) -> dict[str, str]:
        """The citation keys of the references of the task, by the papers' ids."""
        if isinstance(self.content, WovenSentences):
            return {}
        return {reference.id: reference.key for reference in self.content.references}

    @property
    def can_insert(self) -> bool:
        """Whether it replaces no words of the author, as far as is known."""
        return isinstance(self.content, SectionText) or not self.content.lost

    @property
    def lacks_abstracts(self) -> bool:
        """Whether of some papers that it cites the titles alone were known."""
        return isinstance(self.content, SectionText) and self.content.basis().by_title > 0

    @property
    def used(self) -> str:
        """The usage of a language model in words; empty where none was asked."""
        return usage_words(self.usage, self.currency) if self.by_model else ""


def section_target(plan: "Plan") -> Target:
    """Return the section to write.

    Raises
    ------
    InputError
        If the draft has none.
    """
    if plan.target is None:
        raise no_section(plan.project, Remedy.ADD_SECTION)
    return plan.target


def waiting_related_work(
    written: "Written", request: "WriteRequest", currency: str = ""
) -> WaitingText:
    """Return written related work as a waiting text.

    Raises
    ------
    InputError
        As ``section_target`` does.
    """
    plan, result = written.plan, written.result
    target = section_target(plan)
    references = tuple(
        TaskReference(
            paper.id, paper.key, paper.title, bool(paper.abstract), paper.id in plan.by_title
        )
        for paper in plan.task.references
    )
    keys, exclude = tuple(request.keys), tuple(request.exclude)
    content = SectionText(
        anchor_of(plan.opened, target.flow),
        (written.rendered, *written.alternatives),
        keys,
        exclude,
        made_from(plan.opened, target, keys, exclude, all_cited=request.all_cited),
        references,
        plan.brought,
        plan.method.uses_model,
        request.all_cited,
        len(plan.in_own_text),
        scores_of_versions(written),
    )
    method = plan.method
    return WaitingText(
        plan.project.root,
        content,
        tuple(_title(method.name, content, number) for number in range(len(content.versions))),
        Origin(
            method.name,
            plan.task.seed,
            plan.task.digest,
            outline=_outline_lines(written),
            from_titles=content.basis().is_titles_alone,
            section=target.moved_from or plain(target.flow.section.title),
            cited_elsewhere=_cited_elsewhere(plan),
            by_title=tuple(it.key for it in references if it.by_title),
        ),
        (*_outside(plan), *_left_out(plan), *_added(plan, content), *result.warnings),
        method.uses_model,
        result.usage,
        currency,
        to_jsonable_python(dict(result.trace)),
        result_graphs(result, plan.task.references),
    )


def waiting_sentences(woven: "Woven", currency: str = "") -> WaitingText:
    """Return woven sentences as a waiting text."""
    plan = woven.plan
    method, task = plan.written.method, plan.written.task
    places = ", ".join(
        f"{key} into paragraph {number} of {plan.paragraphs}"
        for key, (number, _) in woven.places.items()
    )
    return WaitingText(
        plan.written.project.root,
        WovenSentences(tuple(passage_change(file) for file in woven.files), woven.lost),
        (f"{method.name}: {places}",),
        Origin(method.name, task.seed, task.digest),
        woven.warnings,
        plan.uses_model,
        woven.usage,
        currency,
    )


def made_from(
    opened: Opened,
    target: Target,
    keys: tuple[str, ...],
    exclude: tuple[str, ...],
    *,
    all_cited: bool = False,
) -> str:
    """Return a hash of what a text is made from: references, title and abstract."""
    project = opened.project
    chosen = chosen_references(project, target, keys=keys, exclude=exclude, all_cited=all_cited)
    entries = [project.entry(key) for key in chosen.keys]
    values = [None if entry is None else sorted(entry.values.items()) for entry in entries]
    texts = [
        span.of(document.text)
        for document in project.documents.values()
        for span in (document.facts.title, document.facts.abstract)
        if span is not None
    ]
    return sha256(repr((chosen.keys, values, texts)).encode("utf-8", "replace")).hexdigest()


def _cited_elsewhere(plan: "Plan") -> tuple[str, ...]:
    """Return the keys of the task that the author's own text cites."""
    own = {key.key for place in own_citations(plan.project) for key in place.citation.keys}
    return tuple(paper.key for paper in plan.task.references if paper.key in own)


def _outside(plan: "Plan") -> tuple[str, ...]:
    """Say which text the model was not shown, because it stands outside of the project."""
    if not plan.closed:
        return ()
    return (OutsideError(plan.folder.path, plan.closed, "sent").problem.message,)


def _outline_lines(written: "Written") -> tuple[str, ...]:
    taxonomy = written.result.taxonomy
    if taxonomy is None:
        return ()
    papers = [replace(paper, title="") for paper in written.plan.task.references]
    return tuple(outline_text(taxonomy, papers).rstrip("\n").split("\n"))


def _left_out(plan: "Plan") -> tuple[str, ...]:
    """Say what an outline leaves out, and which papers were retracted."""
    rules = ("outline", RETRACTED)
    return tuple(problem.message for problem in plan.problems if problem.rule in rules)


def _added(plan: "Plan", content: SectionText) -> tuple[str, ...]:
    """Say which entries come with the text."""
    papers = content.brought_by()
    if not papers or plan.new is None:
        return ()
    return (new_entries_words([paper.key for paper in papers], plan.new.bibliography.path),)


def _title(method: str, content: SectionText, version: int) -> str:
    paragraphs_of = content.versions[version].paragraphs
    count = sum(not paragraph.is_heading for paragraph in paragraphs_of)
    paragraphs = f"{count} paragraph{'' if count == 1 else 's'}"
    whole = len(content.references)
    cited = whole - len(content.uncited(version))
    mark = content.basis(version).mark
    about = f"{cited} of {whole} cited"
    if own := content.in_own_text:
        written = f"{cited}" if cited == whole else f"{cited} of {whole}"
        about = f"{written} written about, {own} {'is' if own == 1 else 'are'} in your own text"
    return f"{method}, {paragraphs}, {about}{f', {mark}' if mark else ''}"


def passage_change(file: "WovenFile") -> PassageChange:
    """Return the change of a file as one of the passage around it."""
    edit = file.edit
    anchor, start = passage_around(file.before, edit.span)
    return PassageChange(
        file.path,
        anchor,
        Edit(Span(edit.span.start - start, edit.span.end - start), edit.new_text),
        tuple(file.records.values()),
        file.replaced,
        file.difference(file.path.name),
    )
