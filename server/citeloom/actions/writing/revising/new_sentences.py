"""New sentences about a few papers, in the place of others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from citeloom.actions.context import Context, Opened
from citeloom.actions.writing.models import usage_of
from citeloom.actions.writing.revising.request import ASKING, WRITING, ReviseRequest, Revision
from citeloom.actions.writing.revising.wanted_words import WantedWords
from citeloom.actions.writing.section import section_at
from citeloom.actions.writing.task.papers import RETRACTED
from citeloom.actions.writing.task.plan import Plan, plan_by
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.task.sendable import SENT
from citeloom.actions.writing.write import Written, write
from citeloom.draft.document import Document
from citeloom.methods.port import Method, Progress
from citeloom.methods.registry import METHODS, method_named
from citeloom.methods.result import SentenceKind, Usage
from citeloom.methods.task import Instruction
from citeloom.models.setup import Setup
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Origin, Record, record_of
from citeloom.placing.revising.replacing import New, RevisedText
from citeloom.problem import InputError, OutsideError

INSTEAD = "extractive"
_VERSIONS = 3
_SAMPLES = 10_000


def revising_method(request: ReviseRequest, opened: Opened, record: Record) -> Method[Any]:
    """Return the method that writes new words for a text: the chosen one.

    Where stale sentences are rewritten without a model, the one that wrote the text does it unless
    the request names another.

    Raises
    ------
    InputError
        If a paragraph is to be told from a point of view, for which it takes a model.
    """
    own = next((it for it in METHODS if it.name == record.origin.method), None)
    if request.revision in WRITING:
        chosen = chosen_method(request, opened)
        if chosen.uses_model:
            return chosen
        if request.revision is Revision.THEME:
            what = f"'{chosen.name}' cannot follow a theme"
            raise InputError(what, advice="choose a method with a language model")
        is_meant = bool(request.method) or (request.revision in ASKING and chosen.name != INSTEAD)
        if is_meant:
            return chosen
    return own if own is not None and not own.uses_model else method_named(INSTEAD)


def chosen_method(request: ReviseRequest, opened: Opened) -> Method[Any]:
    """Return the method that is chosen for new words."""
    return method_named(request.method or opened.settings.method)


def writer_for(
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    text: tuple[Document, MarkedBlock, Record],
    progress: Progress,
    setup: Setup | None = None,
) -> "SentenceWriter":
    """Return who writes new words for a marked text."""
    document, block, record = text
    method, at = revising_method(request, opened, record), block.begin_id.start
    return SentenceWriter(request, opened, context, document, at, record, progress, method, setup)


@dataclass(frozen=True)
class Made:
    """What new sentences took of a language model, and what their author should know of them.

    ``by_model`` is the name of the method by which one has written, empty where none has.
    """

    by_model: str = ""
    usage: Usage = field(default_factory=Usage)
    currency: str = ""
    warnings: tuple[str, ...] = ()

    def __add__(self, other: "Made") -> "Made":
        return Made(
            self.by_model or other.by_model,
            self.usage + other.usage,
            self.currency or other.currency,
            tuple(dict.fromkeys((*self.warnings, *other.warnings))),
        )


@dataclass(frozen=True)
class SentenceWriter:
    """Writes for a marked text, by one method.

    ``setup`` is the language model, where the method asks one. ``written`` are the texts that were
    written so far, ``notes`` what their author should know, ``used_in_vain`` what a model has used
    for texts that it did not bring, ``fitting`` how many versions there were to choose of.
    """

    request: ReviseRequest
    opened: Opened
    context: Context
    document: Document
    offset: int
    record: Record
    progress: Progress
    method: Method[Any]
    setup: Setup | None
    written: list[Written] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    used_in_vain: list[Usage] = field(default_factory=list)
    fitting: list[int] = field(default_factory=list)

    def plan(self, wanted: WantedWords) -> Plan:
        """Plan to write what is wanted.

        Raises
        ------
        InputError
            If a key has no entry, as its paper would be left out; if a paper was retracted, as
            nobody has named it here.
        """
        method, project = self.method, self.opened.project
        if gone := [key for key in wanted.keys if project.entry(key) is None]:
            named = ", ".join(f"'{key}'" for key in gone)
            what = f"{named} {'are' if len(gone) > 1 else 'is'} not in your .bib"
            raise InputError(
                f"{what}; new sentences could not cite {'them' if len(gone) > 1 else 'it'}",
                self.document.place(self.offset),
                "first rewrite the sentences whose sources have changed",
            )
        at = section_at(self.opened, self.document, self.offset)
        request = WriteRequest(
            self.document.path,
            method=method.name,
            parameters={"position": "no"} if method.uses_model else {},
            keys=wanted.keys,
            section=at.name if at is not None else "",
            paragraphs=1,
            words=max(1, wanted.words),
            seed=self.record.origin.seed,
            alternatives=0 if method.uses_model else _VERSIONS,
            theme=self.request.theme,
            instruction=self._instruction(wanted),
        )
        planned = plan_by(method, request, self.opened, self.context)
        if retracted := next((it for it in planned.problems if it.rule == RETRACTED), None):
            raise InputError(
                f"{retracted.message}; it gets no new sentence",
                advice="leave the sentence out, or write your own",
            )
        if not method.uses_model:
            return planned
        if self.request.instruction:
            planned.folder.check((self.document.path,), SENT)
        return replace(planned, first_sample=self._first_sample(wanted.instead_of))

    def _instruction(self, wanted: WantedWords) -> Instruction | None:
        if not (self.request.instruction and self.method.uses_model):
            return None
        before, sentence, after = wanted.standing
        return Instruction(self.request.instruction, sentence, before, after)

    def _first_sample(self, instead_of: str) -> int:
        """Return the number of the first answer to use, so that a new sentence is a new answer."""
        standing = (it.latex for it in self.record.sentences())
        said = "\n".join(filter(None, (*standing, instead_of)))
        return 1 + crc32(f"{self.request.seed} {said}".encode()) % _SAMPLES

    async def versions(self, wanted: WantedWords) -> list[New]:
        """Return texts that differ, each of which cites all papers.

        Raises
        ------
        InputError
            If there is none; as ServiceError if the model cannot be used.
        """
        planned = self.plan(wanted)
        ledgers = self.setup.ledgers if self.setup else None
        opened_before = len(ledgers or ())
        try:
            written = await write(planned, self.context, self.progress, self.setup)
        except BaseException:
            self.used_in_vain.extend(usage_of(it) for it in (ledgers or ())[opened_before:])
            raise
        self.written.append(written)
        origin = Origin(planned.method.name, planned.task.seed, planned.task.digest)
        found = []
        for version in (written.rendered, *written.alternatives):
            sentences = tuple(
                it
                for it in record_of(version, origin).sentences()
                if not it.is_heading and (wanted.leads or it.kind is not SentenceKind.LEAD)
            )
            for own in self._candidates(sentences, wanted):
                cited = {key for sentence in own for key in sentence.keys}
                if cited.issuperset(paper.key for paper in planned.task.references):
                    found.append(own)
        if not found:
            named = ", ".join(f"'{key}'" for key in wanted.keys)
            if self.method.uses_model:
                what = f"the model wrote nothing that cites {named}"
                raise InputError(what, advice="try another seed")
            raise InputError(f"no sentence that cites {named} can be written")
        return found

    def _candidates(self, sentences: New, wanted: WantedWords) -> Iterator[New]:
        """Yield a text; before that of a model, which may be long, its first sentence alone."""
        if self.method.uses_model and not wanted.leads:
            sentences = [sentence for sentence in sentences if sentence.keys]
            if len(wanted.numbers) == 1:
                yield sentences[:1]
        yield sentences

    def one_of(self, versions: Sequence[New]) -> New:
        """Return the version that the seed chooses."""
        self.fitting.append(len(versions))
        return versions[self.request.seed % len(versions)]

    def with_origin(self, after: RevisedText) -> RevisedText:
        """Return a text whose record names the method, where a language model has written."""
        record, name = after.record, self.method.name
        methods = record.origin.method.split(", ")
        if not self.written or not self.method.uses_model or name in methods:
            return after
        origin = replace(record.origin, method=", ".join((*methods, name)))
        return replace(after, record=replace(record, origin=origin))

    @property
    def made(self) -> Made:
        """What the new sentences took of a model."""
        if not self.method.uses_model or not (self.written or self.used_in_vain):
            return Made(warnings=tuple(self.notes))
        currency = self.setup.settings.currency if self.setup else ""
        by_model = self.method.name if self.written else ""
        made = Made(by_model, currency=currency, warnings=tuple(self.notes))
        for written in self.written:
            plan, outside = written.plan, tuple[str, ...]()
            if plan.closed:
                outside = (OutsideError(plan.folder.path, plan.closed, "sent").problem.message,)
            made += Made(usage=written.result.usage, warnings=(*outside, *written.result.warnings))
        return sum((Made(usage=usage) for usage in self.used_in_vain), made)
