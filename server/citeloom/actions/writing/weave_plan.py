"""Plan weaving: which references, by which method, into which section."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from citeloom.actions.context import Context
from citeloom.actions.order import Order, OrderKind
from citeloom.actions.writing.standing_section import StandingSection
from citeloom.actions.writing.task.papers import RETRACTED
from citeloom.actions.writing.task.plan import Plan, open_draft, plan_by
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.task.sendable import SENT, check_references
from citeloom.draft.section.marked_text import check_marks, no_section
from citeloom.draft.section.own_text import SectionParagraph
from citeloom.draft.target import Target
from citeloom.methods.port import Weaver
from citeloom.methods.registry import method_named, weaving_method
from citeloom.problem import InputError, Remedy

WEAVING = OrderKind(
    name="weave",
    planner="citeloom.actions.writing.order_plans:plan_weaving",
    at_most=1,
    button="Weave in",
    doing="Weaving in",
    done="Woven in",
    waits="waiting for another reference",
)


@dataclass(frozen=True)
class WeaveRequest(Order):
    """An order to weave references in.

    ``method``, ``parameters`` and ``section`` are as in ``WriteRequest``. If the method cannot
    weave, another one does, and the parameters are for that one. ``paragraph`` is a number in the
    section, from 1; None chooses the paragraph that fits a reference best.
    """

    kind: ClassVar[OrderKind] = WEAVING

    keys: Sequence[str] = ()
    method: str = ""
    parameters: Mapping[str, str | bool | int | float] = field(default_factory=dict)
    section: str = ""
    paragraph: int | None = None
    seed: int = 0

    @property
    def asked(self) -> str:
        return f"Weave{self.what} into the related work"

    @property
    def what(self) -> str:
        return f" {', '.join(self.keys)}"

    @property
    def subject(self) -> tuple[str, ...]:
        return tuple(self.keys)

    @property
    def may_ask_model(self) -> bool:
        return method_named(self.method).uses_model


@dataclass(frozen=True)
class WeavePlan:
    """A plan to weave; ``written`` has the new references, the section and the method.

    ``instead_of`` names the chosen method if it cannot weave. ``left_out`` are the keys of papers
    of which no abstract is known: with others they are not woven in.
    """

    request: WeaveRequest
    written: Plan
    weaver: Weaver[Any]
    instead_of: str
    paragraphs: int
    left_out: tuple[str, ...] = ()

    @property
    def uses_model(self) -> bool:
        """Whether a language model is asked."""
        return self.written.method.uses_model

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the author: retracted papers, who is left out, that another method weaves."""
        problems = self.written.problems
        said = [it.message for it in problems if it.rule == RETRACTED]
        if self.left_out:
            said.append(f"left out, because no abstract was found: {', '.join(self.left_out)}")
        if self.instead_of:
            method = self.written.method.name
            instead = f"'{self.instead_of}' cannot weave references in; '{method}' is used instead"
            said.append(instead)
        return tuple(said)


def plan_weave(request: WeaveRequest, context: Context) -> WeavePlan:
    """Read the project and plan what to weave in.

    Raises
    ------
    InputError
        If the project cannot be read, a key has no entry or is cited in the section already, the
        section has no paragraph, or the request does not fit in another way; as OutsideError if a
        language model would be sent what stands outside of the project.
    """
    opened = open_draft(request.main, context)
    chosen = method_named(request.method or opened.settings.method)
    method = weaving_method(chosen)
    writing = WriteRequest(
        request.main,
        method=method.name,
        parameters=request.parameters,
        keys=request.keys,
        section=request.section,
        seed=request.seed,
    )
    written = plan_by(method, writing, opened, context)
    left_out = _without_words(written)
    if left_out:
        keys = tuple(key for key in request.keys if key not in left_out)
        written = plan_by(method, replace(writing, keys=keys), opened, context)
    project, target = written.project, written.target
    if target is None:
        raise no_section(project, Remedy.NAME_SECTION)
    _check_keys(request, written, target)
    check_marks(project, target)
    paragraphs = StandingSection(opened, request.section, file=request.main).paragraphs
    count = len(paragraphs)
    if not count:
        raise InputError(
            "the section has no paragraph yet",
            target.document.place(target.section.span.start),
            Remedy.WRITE_FIRST,
        )
    if request.paragraph is not None and not 1 <= request.paragraph <= count:
        raise InputError(f"paragraph {request.paragraph} does not exist: the section has {count}")
    if method.uses_model:
        _check_paragraphs(paragraphs, written)
    instead_of = "" if method is chosen else chosen.name
    assert method.weaver is not None
    return WeavePlan(request, written, method.weaver, instead_of, count, left_out)


def _without_words(written: Plan) -> tuple[str, ...]:
    """Return the keys, of several, of papers of which nothing but the title is known.

    A sentence on each would say no more than that there is work on its title.

    Raises
    ------
    InputError
        If no more is known of any of them.
    """
    papers = written.task.references
    known = {*written.ids_with_abstract, *written.ids_with_mentions}
    bare = tuple(paper.key for paper in papers if paper.id not in known)
    if len(papers) < 2 or not bare:
        return ()
    if len(bare) == len(papers):
        fault = f"no abstract was found for {', '.join(bare)}, so nothing can be said about them"
        raise InputError(fault, advice=Remedy.FETCH_ALL)
    return bare


def _check_paragraphs(paragraphs: Sequence[SectionParagraph], written: Plan) -> None:
    """Refuse paragraphs that would be sent, but stand or cite outside of the project."""
    written.folder.check((paragraph.document.path for paragraph in paragraphs), SENT)
    keys = (
        key
        for paragraph in paragraphs
        for sentence in paragraph.paragraph.sentences
        for key in sentence.keys
    )
    check_references(keys, written.project, written.folder)


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
                raise InputError(f"the section already cites '{key.key}'", place)
