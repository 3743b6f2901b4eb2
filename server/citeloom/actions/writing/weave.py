"""Weave new references into the related work that is there, one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from pathlib import Path
from time import perf_counter
from typing import Any

from citeloom.actions.context import Context, Opened, context_over, open_root
from citeloom.actions.writing.models import earlier_runs, no_model, ports, used
from citeloom.actions.writing.section_papers import SectionPapers
from citeloom.actions.writing.write import Plan, WriteRequest, open_draft, plan_by
from citeloom.draft.standing import paragraphs_of
from citeloom.draft.target import Target, target_of
from citeloom.methods.cost import Cost
from citeloom.methods.port import NoProgress, Ports, Progress, Weaver
from citeloom.methods.registry import method_named, weaving_method
from citeloom.methods.result import Paragraph, Usage
from citeloom.methods.verify import verify_weave
from citeloom.methods.weaving import Weave, WeavingTask
from citeloom.models.setup import Setup
from citeloom.papers.paper import Paper
from citeloom.placing.citation_style import CitationStyle, citation_style
from citeloom.placing.folding import split_lines
from citeloom.placing.marks import find_marks
from citeloom.placing.record import Origin, Record, record_of
from citeloom.placing.render import RenderError, render
from citeloom.placing.sidecar import folder_of, read_record
from citeloom.placing.weaving import NewSentence, WovenText, woven_text
from citeloom.problem import InputError, Place, Remedy
from citeloom_latex.edit import Edit, difference
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class WeaveRequest:
    """What to weave in.

    ``method``, ``parameters`` and ``section`` are as in ``WriteRequest``; where the method cannot
    weave, another one does, and the parameters are that one's. ``paragraph`` is a number in the
    section, from 1, None for the one that fits a reference best.
    """

    main: Path
    keys: Sequence[str]
    method: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    paragraph: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class WeavePlan:
    """What is about to be woven in: ``written`` has the new references, the section, the method.

    ``instead_of`` names the method that was chosen and cannot weave; it is empty if that one can.
    """

    request: WeaveRequest
    written: Plan
    weaver: Weaver[Any]
    instead_of: str
    paragraphs: int

    @property
    def uses_model(self) -> bool:
        """Whether a language model is asked."""
        return self.written.method.uses_model

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the author, whatever is woven: that another method weaves."""
        if not self.instead_of:
            return ()
        method = self.written.method.name
        return (f"'{self.instead_of}' cannot weave references in; '{method}' does it instead",)

    def cost(self, context: Context, setup: Setup | None) -> Cost:
        """Return the calls of a fault-free run; what earlier runs have kept costs none.

        Raises
        ------
        InputError
            As ``earlier_runs`` does.
        """
        with earlier_runs(context, setup, self.written.texts) as earlier:
            return self.weaver.cost(self.written.task, self.written.parameters, earlier)


@dataclass(frozen=True)
class WovenReference:
    """A reference in the text of its file, together with those that were woven in before.

    ``place`` is where its paragraph, of that number in the section, stood in the text before.
    """

    key: str
    paragraph: int
    place: Place
    path: Path
    text: WovenText
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class WovenFile:
    """A file before and after; what belongs to it as in ``WovenText``."""

    path: Path
    encoding: str
    before: str
    after: str
    records: Mapping[str, Record]
    replaced: tuple[str, ...]

    def difference(self, name: str) -> str:
        """Return what changes as a unified diff of a file of that name."""
        lines = unified_diff(
            split_lines(self.before), split_lines(self.after), name, name, lineterm=""
        )
        return "\n".join(lines)

    @property
    def edit(self) -> Edit:
        """The smallest single change that makes the one of the other."""
        return difference(self.before, self.after)


@dataclass(frozen=True)
class Woven:
    """What became of the references, in the order in which they were woven in.

    ``lost`` are the author's own sentences that would be replaced: with any of these nothing may
    be written.
    """

    plan: WeavePlan
    references: tuple[WovenReference, ...]
    notes: tuple[str, ...]
    usage: Usage

    @property
    def files(self) -> tuple[WovenFile, ...]:
        """The files that change."""
        return tuple(map(self._file, dict.fromkeys(woven.path for woven in self.references)))

    @property
    def places(self) -> Mapping[str, tuple[int, Place]]:
        """The number and the place of the paragraph that each key came into."""
        return {woven.key: (woven.paragraph, woven.place) for woven in self.references}

    @property
    def lost(self) -> tuple[str, ...]:
        return tuple(sentence for woven in self.references for sentence in woven.text.lost)

    @property
    def warnings(self) -> tuple[str, ...]:
        said = (warning for woven in self.references for warning in woven.warnings)
        return tuple(dict.fromkeys((*self.plan.notes, *said, *self.notes)))

    def _file(self, path: Path) -> WovenFile:
        document = self.plan.written.project.documents[path]
        texts = [woven.text for woven in self.references if woven.path == path]
        after = texts[-1].text
        ids = {block.id for block in find_marks(after)}
        records = {record.id: record for text in texts for record in text.records}
        return WovenFile(
            path,
            document.encoding,
            document.text,
            after,
            {name: record for name, record in records.items() if name in ids},
            tuple(name for text in texts for name in text.replaced if name not in ids),
        )


def plan_weave(request: WeaveRequest, context: Context) -> WeavePlan:
    """Read the project and say what there is to weave in.

    Raises
    ------
    InputError
        If the project cannot be read, a key has no entry or is cited in the section already, the
        section has no paragraph, or the request does not fit in another way.
    """
    opened = open_draft(request.main, context)
    chosen = method_named(request.method or opened.settings.method)
    method = weaving_method(chosen)
    written = plan_by(
        method,
        WriteRequest(
            request.main,
            method=method.name,
            parameters=request.parameters,
            keys=request.keys,
            section=request.section,
            seed=request.seed,
        ),
        opened,
        context,
    )
    project, target = written.project, written.target
    if target is None:
        raise InputError(
            "the draft has no related-work section",
            Place(project.root),
            Remedy.NAME_SECTION,
        )
    _check_keys(request, written, target)
    count = len(_Section(opened, request.section).paragraphs)
    if not count:
        raise InputError(
            "the section has no paragraph yet",
            target.document.place(target.section.span.start),
            Remedy.WRITE_FIRST,
        )
    if request.paragraph is not None and not 1 <= request.paragraph <= count:
        raise InputError(f"there is no paragraph {request.paragraph}: the section has {count}")
    instead_of = "" if method is chosen else chosen.name
    assert method.weaver is not None
    return WeavePlan(request, written, method.weaver, instead_of, count)


async def weave(
    plan: WeavePlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> Woven:
    """Weave in what was planned, each reference into the text with those before.

    No file is changed.

    Parameters
    ----------
    setup
        The language model that is asked, where the method asks one.

    Raises
    ------
    InputError
        If the method cannot write about a reference; as ServiceError if the model cannot be used.
    """
    if plan.uses_model and setup is None:
        raise no_model(plan.written.method.name)
    started = perf_counter()
    asked = setup if plan.uses_model else None
    done: list[WovenReference] = []
    try:
        opened = ports(context, asked, progress or NoProgress(), plan.written.texts)
        async with opened as (given, ledger):
            for paper in plan.written.task.references:
                done.append(await _weave_in(paper, plan, done, context, given))
    except RenderError as error:
        raise InputError(error.problem.message) from None
    usage = replace(used(ledger), seconds=round(perf_counter() - started, 3))
    return Woven(plan, tuple(done), tuple(ledger.notes), usage)


def _check_keys(request: WeaveRequest, written: Plan, target: Target) -> None:
    project = written.project
    if unknown := [key for key in request.keys if project.entry(key) is None]:
        problems = [str(problem) for problem in written.problems if problem.rule == "undefined-key"]
        said = "; ".join(problems) or ", ".join(unknown)
        raise InputError(f"not in a .bib file of the project: {said}")
    entries = [project.entry(key) for key in request.keys]
    for cited in project.flow.citations:
        if not target.flow.holds(cited.at):
            continue
        for key in cited.citation.keys:
            if (entry := project.entry(key.key)) is not None and entry in entries:
                place = cited.document.place(key.span.start)
                raise InputError(f"'{key.key}' is cited in the section already", place)


async def _weave_in(
    paper: Paper,
    plan: WeavePlan,
    done: Sequence[WovenReference],
    context: Context,
    given: Ports,
) -> WovenReference:
    """Weave a paper into the section as it stands with those that are done."""
    request, written = plan.request, plan.written
    opened = written.opened
    if done:
        texts = {step.path: LinedText(step.text.text) for step in done}
        over = context_over(texts, context.user, disk=context.files)
        opened = open_root(opened.project.root, over)
    section = _Section(opened, request.section, done)
    warnings: list[str] = []
    known = SectionPapers(section.project, section.paragraphs, context, warnings)
    number = request.paragraph or known.closest(paper)
    chosen = section.paragraphs[number - 1]
    standing = chosen.paragraph
    task = WeavingTask(
        written.task.draft,
        paper,
        tuple(known.sentence(sentence.text, sentence.keys) for sentence in standing.sentences),
        frozenset(
            at
            for at, sentence in enumerate(standing.sentences)
            if not known.has_all(sentence.keys) or not (sentence.plain or sentence.ours)
        ),
        known.papers_of(standing),
        request.seed,
    )
    weave = await plan.weaver.weave(task, written.parameters, given)
    verify_weave(weave, task)
    origin = Origin(written.method.name, request.seed, task.writing.digest)
    key_of = {**known.key_of(standing), paper.id: paper.key}
    new = _new_sentences(weave, key_of, section.style, origin, chosen.document.encoding)
    text = woven_text(chosen.document.text, standing, new, chosen.records, origin)
    place = chosen.document.place(standing.start)
    said = (*warnings, *weave.warnings)
    return WovenReference(paper.key, number, place, chosen.document.path, text, said)


def _new_sentences(
    weave: Weave,
    key_of: Mapping[str, str],
    style: CitationStyle,
    origin: Origin,
    encoding: str,
) -> list[NewSentence]:
    new = []
    for change in weave.changes:
        rendered = render([Paragraph("", (change.sentence,))], key_of, style, encoding=encoding)
        new += [
            NewSentence(change.start, change.end, sentence)
            for sentence in record_of(rendered, origin).sentences()
        ]
    return new


class _Section:
    """A section as it stands, with the records that were written and those that are to be."""

    def __init__(self, opened: Opened, name: str, done: Sequence[WovenReference] = ()) -> None:
        project = opened.project
        self.project = project
        self._pending = {record.id: record for step in done for record in step.text.records}
        target = target_of(project.flow, opened.related_work, name)
        assert target is not None
        self.style = citation_style([document.facts for document in project.documents.values()])
        commands = {name for name in (self.style.textual, self.style.parenthetical) if name}
        self.paragraphs = paragraphs_of(project.flow, target.flow, self._record, commands)

    def _record(self, result_id: str) -> Record | None:
        if result_id in self._pending:
            return self._pending[result_id]
        return read_record(folder_of(self.project.root), result_id)
