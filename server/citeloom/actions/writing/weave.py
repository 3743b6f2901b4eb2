"""Weave new references into the related work that is there, one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from pathlib import Path
from time import perf_counter

from citeloom.actions.context import Context, Opened, context_over, open_root
from citeloom.actions.writing.models import known_elements, no_model, ports, used
from citeloom.actions.writing.section_papers import SectionPapers
from citeloom.actions.writing.write import Plan, WriteRequest, plan
from citeloom.draft.standing import SectionParagraph, paragraphs_of
from citeloom.draft.target import Target, target_of
from citeloom.methods.chatcite.parameters import Parameters as ChatCiteParameters
from citeloom.methods.cost import Cost
from citeloom.methods.extractive.parameters import Parameters as ExtractiveParameters
from citeloom.methods.port import MethodError, NoProgress, Ports, Progress
from citeloom.methods.registry import methods
from citeloom.methods.result import Paragraph, Usage
from citeloom.methods.weaving import Weave, WeavingTask, verify_weave
from citeloom.models.setup import Setup
from citeloom.papers.paper import Paper
from citeloom.placing.apply import WriteError, write_with_records
from citeloom.placing.citation_style import CitationStyle, citation_style
from citeloom.placing.folding import split_lines
from citeloom.placing.marks import find_marks
from citeloom.placing.record import Origin, Record, record_of
from citeloom.placing.render import RenderError, render
from citeloom.placing.sidecar import SidecarError, folder_of, read_record
from citeloom.placing.weaving import NewSentence, WovenText, woven_text
from citeloom.problem import InputError, Place, Remedy
from citeloom_latex.decode import encode
from citeloom_latex.edit import Edit
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span

METHODS = ("chatcite", "extractive")


@dataclass(frozen=True)
class WeaveRequest:
    """What to weave in: ``keys``, by ``method``, one of `METHODS`.

    ``parameters`` and ``section`` are as in ``WriteRequest``; ``paragraph`` is a number in the
    section, from 1, None for the one that fits a reference best.
    """

    main: Path
    keys: Sequence[str]
    method: str = "extractive"
    parameters: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    paragraph: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class WeavePlan:
    """What is about to be woven in: ``written`` has the new references, the section, the method."""

    request: WeaveRequest
    written: Plan
    target: Target
    paragraphs: int

    @property
    def uses_model(self) -> bool:
        """Whether a language model is asked."""
        return self.written.method.uses_model

    def cost(self, context: Context, setup: Setup | None) -> Cost:
        """Return the calls of a fault-free run; none where no model is asked.

        Papers whose key elements are kept are not asked about again.

        Raises
        ------
        InputError
            As ``known_elements`` does.
        """
        if not self.uses_model:
            return Cost()
        from citeloom.methods.chatcite.weaving import cost

        task = self.written.task
        parameters = ChatCiteParameters.model_validate(self.written.parameters.model_dump())
        known = 0
        if setup is not None and parameters.key_elements:
            texts = self.written.texts if parameters.full_text else {}
            language = task.draft.language
            known = known_elements(context, setup, task.references, language, texts)
        read = self.written.full_texts_read
        return cost(task.references, task.draft, parameters, known, read)


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
        old, new = self.before, self.after
        most = min(len(old), len(new))
        start = next((at for at in range(most) if old[at] != new[at]), most)
        end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
        return Edit(Span(start, len(old) - end), new[start : len(new) - end])


@dataclass(frozen=True)
class Woven:
    """What became of the references.

    ``places`` say of each key into which paragraph it came (its number, and its place in the
    text as it was when it came there); ``lost`` are the author's own sentences that would be
    replaced: with any of these nothing may be written.
    """

    plan: WeavePlan
    files: tuple[WovenFile, ...]
    places: Mapping[str, tuple[int, Place]]
    lost: tuple[str, ...]
    warnings: tuple[str, ...]
    usage: Usage


def weaving_method(name: str) -> str:
    """Return the method that weaves for who writes by this one: a model where that asks one."""
    chosen = methods().get(name)
    return "chatcite" if chosen is not None and chosen.uses_model else "extractive"


def plan_weave(request: WeaveRequest, context: Context) -> WeavePlan:
    """Read the project and say what there is to weave in.

    Raises
    ------
    InputError
        If the project cannot be read, a key has no entry or is cited in the section already, the
        section has no paragraph, or the request does not fit in another way.
    """
    if request.method not in METHODS:
        known = ", ".join(METHODS)
        raise InputError(f"'{request.method}' cannot weave", advice=f"methods that can: {known}")
    written = plan(
        WriteRequest(
            request.main,
            method=request.method,
            parameters=request.parameters,
            keys=request.keys,
            section=request.section,
            seed=request.seed,
        ),
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
    count = len(_Section(written.opened, request.section, {}).paragraphs)
    if not count:
        raise InputError(
            "the section has no paragraph yet",
            target.document.place(target.section.span.start),
            Remedy.WRITE_FIRST,
        )
    if request.paragraph is not None and not 1 <= request.paragraph <= count:
        raise InputError(f"there is no paragraph {request.paragraph}: the section has {count}")
    return WeavePlan(request, written, target, count)


async def weave(
    plan: WeavePlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> Woven:
    """Weave in what was planned; no file is changed.

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
        raise no_model(plan.request.method)
    started = perf_counter()
    asked = setup if plan.uses_model else None
    weaving = _Weaving(plan, context)
    try:
        opened = ports(context, asked, progress or NoProgress(), plan.written.texts)
        async with opened as (given, ledger):
            for paper in plan.written.task.references:
                await weaving.weave(paper, given)
    except MethodError as error:
        raise InputError(str(error)) from None
    except RenderError as error:
        raise InputError(str(error)) from None
    usage = replace(used(ledger), seconds=round(perf_counter() - started, 3))
    return weaving.woven(usage, tuple(ledger.notes))


def keep(woven: Woven) -> None:
    """Write the files and their records, where no word of the author's own would go.

    Raises
    ------
    InputError
        If the author's own words would change, or a file has changed meanwhile or cannot be
        written.
    """
    project = woven.plan.written.project
    if woven.lost:
        raise InputError("words of your own would be replaced; nothing was written")
    folder = folder_of(project.root)
    for one in woven.files:
        others = {
            block.id
            for document in project.documents.values()
            if document.path != one.path
            for block in find_marks(document.text)
        }
        try:
            write_with_records(
                one.path,
                one.edit,
                tuple(one.records.values()),
                one.replaced,
                expected=encode(one.before, one.encoding),
                folder=folder,
                in_use=others,
            )
        except WriteError as error:
            raise InputError(f"cannot be written: {error.why}", Place(error.path)) from None
        except SidecarError as error:
            raise InputError(error.why, Place(error.path)) from None


def _check_keys(request: WeaveRequest, written: Plan, target: Target) -> None:
    project = written.project
    if unknown := [one for one in request.keys if project.entry(one) is None]:
        problems = [str(one) for one in written.problems if one.rule == "undefined-key"]
        said = "; ".join(problems) or ", ".join(unknown)
        raise InputError(f"not in a .bib file of the project: {said}")
    entries = [project.entry(key) for key in request.keys]
    for cited in project.flow.citations:
        if not target.flow.holds(cited.at):
            continue
        for one in cited.citation.keys:
            if (entry := project.entry(one.key)) is not None and entry in entries:
                place = cited.document.place(one.span.start)
                raise InputError(f"'{one.key}' is cited in the section already", place)


class _Section:
    """A section as it stands, with the records that were written and those that are to be."""

    def __init__(self, opened: Opened, name: str, pending: Mapping[str, Record]) -> None:
        project = opened.project
        self.project, self._pending = project, pending
        target = target_of(project.flow, opened.related_work, name)
        assert target is not None
        self.style = citation_style([one.facts for one in project.documents.values()])
        commands = {one for one in (self.style.textual, self.style.parenthetical) if one}
        self.paragraphs = paragraphs_of(project.flow, target.flow, self._record, commands)

    def _record(self, result_id: str) -> Record | None:
        if result_id in self._pending:
            return self._pending[result_id]
        try:
            return read_record(folder_of(self.project.root), result_id)
        except SidecarError as error:
            raise InputError(error.why, Place(error.path)) from None


class _Weaving:
    """Weaves papers in one after the other, each into the text with those before."""

    def __init__(self, plan: WeavePlan, context: Context) -> None:
        self._plan, self._context = plan, context
        self._opened = plan.written.opened
        self._texts: dict[Path, str] = {}
        self._records: dict[str, Record] = {}
        self._replaced: dict[Path, list[str]] = {}
        self._places: dict[str, tuple[int, Place]] = {}
        self._lost: list[str] = []
        self._warnings: list[str] = []

    async def weave(self, paper: Paper, given: Ports) -> None:
        """Weave in one paper."""
        section = _Section(self._opened, self._plan.request.section, self._records)
        known = SectionPapers(section.project, section.paragraphs, self._context, self._warnings)
        number = (self._plan.request.paragraph or known.closest(paper)) - 1
        chosen = section.paragraphs[number]
        standing = chosen.paragraph
        task = WeavingTask(
            self._plan.written.task.draft,
            paper,
            tuple(known.sentence(one.text, one.keys) for one in standing.sentences),
            frozenset(
                at
                for at, one in enumerate(standing.sentences)
                if not known.has_all(one.keys) or not (one.plain or one.ours)
            ),
            known.papers_of(standing),
            self._plan.request.seed,
        )
        weave = await self._asked(task, given)
        verify_weave(weave, task)
        woven = self._placed(weave, task, chosen, known, section.style)
        self._warnings += weave.warnings
        place = chosen.document.place(standing.start)
        self._places[paper.key] = (number + 1, place)
        self._take(chosen, woven)

    def woven(self, usage: Usage, notes: Sequence[str]) -> Woven:
        """Return what became of all papers."""
        files = []
        for path, after in self._texts.items():
            document = self._plan.written.project.documents[path]
            ids = {block.id for block in find_marks(after)}
            records = {name: one for name, one in self._records.items() if name in ids}
            replaced = tuple(one for one in self._replaced[path] if one not in ids)
            files.append(
                WovenFile(path, document.encoding, document.text, after, records, replaced)
            )
        warnings = tuple(dict.fromkeys((*self._warnings, *notes)))
        lost = tuple(self._lost)
        return Woven(self._plan, tuple(files), self._places, lost, warnings, usage)

    async def _asked(self, task: WeavingTask, given: Ports) -> Weave:
        values = self._plan.written.parameters.model_dump()
        if self._plan.uses_model:
            from citeloom.methods.chatcite import weaving as chatcite

            return await chatcite.woven(task, ChatCiteParameters.model_validate(values), given)
        from citeloom.methods.extractive import weaving as extractive

        return await extractive.woven(task, ExtractiveParameters.model_validate(values), given)

    def _placed(
        self,
        weave: Weave,
        task: WeavingTask,
        chosen: SectionParagraph,
        known: SectionPapers,
        style: CitationStyle,
    ) -> WovenText:
        written = self._plan.written
        origin = Origin(written.method.name, self._plan.request.seed, task.writing.digest)
        key_of = {**known.key_of(chosen.paragraph), task.paper.id: task.paper.key}
        new = []
        for one in weave.changes:
            paragraph = Paragraph("", (one.sentence,))
            rendered = render([paragraph], key_of, style, encoding=chosen.document.encoding)
            new += [
                NewSentence(one.start, one.end, sentence)
                for sentence in record_of(rendered, origin).sentences()
            ]
        text = chosen.document.text
        return woven_text(text, chosen.paragraph, new, chosen.records, origin)

    def _take(self, chosen: SectionParagraph, woven: WovenText) -> None:
        path = chosen.document.path
        self._texts[path] = woven.text
        self._records |= {one.id: one for one in woven.records}
        self._replaced.setdefault(path, []).extend(woven.replaced)
        self._lost += woven.lost
        over = {name: LinedText(text) for name, text in self._texts.items()}
        context = context_over(over, self._context.user, disk=self._context.files)
        self._opened = open_root(self._opened.project.root, context)
