"""Texts for a draft: of a section they wait, of sentences they are taken at once or not at all.

A waiting text can be written to disk. It holds no position in the draft: `insert` finds its place
in the draft as it is then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from citeloom.actions.checking.claims.written_doubts import DoubtfulSentence
from citeloom.actions.context import Opened
from citeloom.actions.writing.anchor import (
    Anchor,
    AnchoredSection,
    PassageAnchor,
    passage_around,
)
from citeloom.actions.writing.cost_words import usage_words
from citeloom.actions.writing.task.text_basis import TextBasis
from citeloom.draft.document import Document
from citeloom.draft.references import chosen_references
from citeloom.draft.target import Target
from citeloom.grounding.support.citation_scores import CitationScores
from citeloom.keeping.paths import name_below
from citeloom.methods.graph import Graph
from citeloom.methods.result import Usage
from citeloom.papers.paper import Paper
from citeloom.placing.folding import excerpt, split_lines
from citeloom.placing.marks import find_marks
from citeloom.placing.record import Origin, Record
from citeloom.placing.render import RenderedText
from citeloom.problem import ServiceError
from citeloom_latex.edit import Edit, difference
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

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
    the citation recall and precision of the versions, ``doubtful`` their sentences that hold
    something that their papers do not say; earlier versions of ours kept none. ``after`` is the
    paragraph that a first text stands behind, where its user has named one.
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
    doubtful: tuple[tuple[DoubtfulSentence, ...], ...] = ()
    after: PassageAnchor | None = None

    @property
    def begins(self) -> str:
        """Its first words."""
        return excerpt(plain(self.versions[0].latex))

    def doubtful_in(self, version: int = 0) -> tuple[DoubtfulSentence, ...]:
        """Return the sentences of a version that hold something that their papers do not say."""
        return self.doubtful[version] if self.doubtful else ()

    def is_hardly_supported(self, version: int = 0) -> bool:
        """Tell whether a version of a model says what the papers that it cites do not."""
        return self.by_model and bool(self.scores) and self.scores[version].is_hardly_supported

    def marks(self, version: int = 0) -> tuple[str, ...]:
        """Return what is to be known of a version wherever it is offered, a few words each."""
        hardly = "hardly supported" if self.is_hardly_supported(version) else ""
        return tuple(filter(None, (self.basis(version).mark, hardly)))

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

    @classmethod
    def of(
        cls, document: Document, after: str, made: Iterable[Record], ids: Iterable[str], root: Path
    ) -> Self:
        """Return what changes in a file as a change of the passage around it.

        ``made`` are the records of its new texts, ``ids`` those of the texts that they replace, in
        the draft of ``root``.
        """
        path, before = document.path, document.text
        edit, name = difference(before, after), name_below(path, root.parent)
        anchor, start = passage_around(before, edit.span)
        lines = unified_diff(split_lines(before), split_lines(after), name, name, lineterm="")
        standing = {block.id for block in find_marks(after)}
        return cls(
            path,
            anchor,
            Edit(Span(edit.span.start - start, edit.span.end - start), edit.new_text),
            tuple({it.id: it for it in made if it.id in standing}.values()),
            tuple(it for it in ids if it not in standing),
            "\n".join(lines),
        )


@dataclass(frozen=True)
class WovenSentences:
    """Sentences for paragraphs of the draft.

    ``what`` says what they are, where they are offered. ``doubtful`` are those that hold something
    that their papers do not say.
    """

    changes: tuple[PassageChange, ...]
    what: str = WOVEN_IN
    doubtful: tuple[DoubtfulSentence, ...] = ()

    @property
    def baseless(self) -> tuple[DoubtfulSentence, ...]:
        """The sentences of which nothing is in what is known about their papers."""
        return tuple(it for it in self.doubtful if it.is_baseless)

    @property
    def difference(self) -> str:
        """What changes, as a unified diff."""
        return "\n".join(change.difference for change in self.changes)


class Unfinished(StrEnum):
    """Why a text has not all that was asked for."""

    CANCELLED = "cancelled"
    FAILED = "failed"


def why_unfinished(cut_short: BaseException | None) -> Unfinished | None:
    """Return why a text is unfinished, by what ended the run that made it."""
    if cut_short is None:
        return None
    is_failure = isinstance(cut_short, ServiceError)
    return Unfinished.FAILED if is_failure else Unfinished.CANCELLED


@dataclass(frozen=True, repr=False)  # As `Written`: a long text has megabytes of it.
class WaitingText:
    """A text that waits in the project of a root.

    ``titles`` say in a few words what each version is; woven sentences have one version.
    ``by_model``: a language model wrote it; ``usage`` has the cost, with money in ``currency``.
    ``trace`` records the method's steps, and ``graphs`` can be drawn. ``id`` is the id of the job
    that made it, or empty. ``inserted`` are the ids of its results once it was inserted: it waits
    again when none of them stands in the draft any more, as after an undo. ``taken`` are the ids of
    collisions at which its author wants the new text in place of their own. ``unfinished`` says why
    some of what was asked for is missing, None if nothing is. ``has_others``: who asks for the same
    sentences again gets other words. ``set_aside``: a newer text of its section waits in its place.
    ``unsaved`` are the files that it was inserted into in an editor, with the times at which they
    were last written: until one of them is written again, no other window offers it.
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
    unfinished: Unfinished | None = None
    has_others: bool = False
    set_aside: bool = False
    unsaved: tuple[tuple[Path, int], ...] = ()

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
        """Tell whether it was inserted and its marks are still in a draft."""
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
    def is_hardly_supported(self) -> bool:
        """Whether a model wrote it, and its papers say hardly anything of it."""
        if isinstance(self.content, SectionText):
            return self.content.is_hardly_supported()
        return self.by_model and bool(self.content.baseless)

    @property
    def lacks_abstracts(self) -> bool:
        """Whether of some papers that it cites the titles alone were known."""
        return isinstance(self.content, SectionText) and self.content.basis().by_title > 0

    def doubtful(self, version: int = 0) -> tuple[DoubtfulSentence, ...]:
        """Return the sentences of a version that hold something that their papers do not say."""
        if isinstance(self.content, WovenSentences):
            return self.content.doubtful
        return self.content.doubtful_in(version)

    @property
    def used(self) -> str:
        """The usage of a language model in words; empty where none was asked."""
        asked = self.by_model or self.usage.calls
        return usage_words(self.usage, self.currency) if asked else ""


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
        for stretches in (*project.titles, *project.abstracts)
        for document, span in stretches
    ]
    return sha256(repr((chosen.keys, values, texts)).encode("utf-8", "replace")).hexdigest()
