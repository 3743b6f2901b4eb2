"""Written related work and woven sentences as texts that wait."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic_core import to_jsonable_python

from citeloom.actions.checking.claims.written_check import check_versions
from citeloom.actions.papers.entries.new_entries import new_entries_words
from citeloom.actions.writing.anchor import anchor_of
from citeloom.actions.writing.graphs import result_graphs
from citeloom.actions.writing.outline.text import outline_text
from citeloom.actions.writing.task.retracted import RULE as RETRACTED
from citeloom.actions.writing.waiting import (
    SectionText,
    TaskReference,
    WaitingText,
    WovenSentences,
    made_from,
    why_unfinished,
)
from citeloom.actions.writing.weak_text import why_weak
from citeloom.draft.references import own_citations
from citeloom.draft.section.marked_text import no_section
from citeloom.draft.target import Target
from citeloom.placing.record import Origin
from citeloom.plural import number_of
from citeloom.problem import OutsideError, Remedy
from citeloom_latex.plain import plain

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.written_check import CheckedVersion
    from citeloom.actions.writing.task.plan import Plan
    from citeloom.actions.writing.task.request import WriteRequest
    from citeloom.actions.writing.weave import Woven
    from citeloom.actions.writing.write import Written
    from citeloom.models.setup import Setup


def section_target(plan: "Plan", advice: str = Remedy.ADD_SECTION) -> Target:
    """Return the section to write; ``advice`` is for a draft that has none.

    Raises
    ------
    InputError
        If the draft has none.
    """
    if plan.target is None:
        raise no_section(plan.project, advice)
    return plan.target


def waiting_related_work(
    written: "Written",
    request: "WriteRequest",
    setup: "Setup | None" = None,
    checked: Sequence["CheckedVersion"] = (),
) -> WaitingText:
    """Return written related work as a waiting text; ``checked`` are its versions, if they are.

    ``setup`` is the model that was asked.
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
    checked = checked or check_versions(written)
    weak = why_weak(written, checked, setup.name) if setup else ""
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
        tuple(version.scores for version in checked),
        tuple(version.doubtful for version in checked),
        plan.after,
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
            model=setup.settings.name if setup and method.uses_model else "",
        ),
        (
            *filter(None, [weak]),
            *_outside(plan),
            *_left_out(plan),
            *_added(plan, content),
            *result.warnings,
        ),
        method.uses_model,
        result.usage,
        setup.settings.currency if setup else "",
        to_jsonable_python(dict(result.trace)),
        result_graphs(result, plan.task.references),
        unfinished=why_unfinished(result.cut_short),
    )


def waiting_sentences(woven: "Woven", currency: str = "") -> WaitingText:
    """Return woven sentences as a waiting text."""
    plan = woven.plan
    method, task = plan.written.method, plan.written.task
    places = ", ".join(
        f"{it.key} into paragraph {it.paragraph} of {plan.paragraphs}" for it in woven.references
    )
    return WaitingText(
        plan.written.project.root,
        WovenSentences(woven.changes),
        (f"{method.name}: {places}",),
        Origin(method.name, task.seed, task.digest),
        woven.warnings,
        plan.uses_model,
        woven.usage,
        currency,
    )


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
    whole = len(content.references)
    cited = whole - len(content.uncited(version))
    about = f"{cited} of {whole} cited"
    if own := content.in_own_text:
        are = "is" if own == 1 else "are"
        about = f"covers {cited} of {whole + own} cited papers; {own} {are} already in your text"
    return ", ".join((method, number_of(count, "paragraph"), about, *content.marks(version)))
