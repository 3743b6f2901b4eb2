"""Weave new references into the draft's related work, one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from citeloom.actions.context import Context, context_over, open_root
from citeloom.actions.writing.models import no_model, ports, usage_of
from citeloom.actions.writing.section_papers import SectionPapers
from citeloom.actions.writing.standing_section import StandingSection
from citeloom.actions.writing.waiting import PassageChange, WaitingText, WovenSentences
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.draft.section.marked_text import ids_of_others
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.methods.port import NoProgress, Ports, Progress
from citeloom.methods.result import Paragraph, Usage
from citeloom.methods.verify import verify_weave
from citeloom.methods.weaving import Weave, WeavingTask, between_arguments
from citeloom.models.setup import Setup
from citeloom.papers.paper import Paper
from citeloom.placing.record import Origin, record_of
from citeloom.placing.render import RenderedText, RenderError, render, unset_letters
from citeloom.placing.weaving import NewSentence, WovenText, woven_text
from citeloom.problem import InputError
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class WovenReference:
    """A woven reference, and the text of its file with all references woven in so far.

    ``paragraph`` is the number of its paragraph in the section.
    """

    key: str
    paragraph: int
    path: Path
    text: WovenText
    warnings: tuple[str, ...]


async def weave(
    plan: WeavePlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> WaitingText:
    """Return the planned references, woven in one after the other; no file is changed.

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
    try:
        written = plan.written
        opened = ports(
            context, asked, progress or NoProgress(), written.project.root, written.texts
        )
        async with opened as (given, ledger):
            done = await weave_references(plan, context, given)
    except RenderError as error:
        raise InputError(error.problem.message) from None
    usage = replace(usage_of(ledger), seconds=round(perf_counter() - started, 3))
    currency = asked.settings.currency if asked else ""
    return waiting_sentences(plan, done, tuple(ledger.notes), usage, currency)


def waiting_sentences(
    plan: WeavePlan,
    references: Sequence[WovenReference],
    notes: Sequence[str] = (),
    usage: Usage | None = None,
    currency: str = "",
) -> WaitingText:
    """Return woven references, in the order in which they were woven in, as a text that waits."""
    written = plan.written
    project, method, task = written.project, written.method, written.task
    changes = []
    for path in dict.fromkeys(it.path for it in references):
        texts = [it.text for it in references if it.path == path]
        records = [record for text in texts for record in text.records]
        ids = [name for text in texts for name in text.replaced]
        after = texts[-1].text
        document = project.documents[path]
        changes.append(PassageChange.of(document, after, records, ids, project.root))
    places = (f"{it.key} into paragraph {it.paragraph} of {plan.paragraphs}" for it in references)
    said = (warning for it in references for warning in it.warnings)
    return WaitingText(
        project.root,
        WovenSentences(tuple(changes)),
        (f"{method.name}: {', '.join(places)}",),
        Origin(method.name, task.seed, task.digest),
        tuple(dict.fromkeys((*plan.notes, *said, *notes))),
        plan.uses_model,
        usage or Usage(),
        currency,
    )


async def weave_references(
    plan: WeavePlan, context: Context, given: Ports
) -> Sequence[WovenReference]:
    """Weave in the planned references with these ports; errors are as of ``weave``."""
    done: list[WovenReference] = []
    for paper in plan.written.task.references:
        done.append(await _weave_in(paper, plan, done, context, given))
    return done


async def _weave_in(
    paper: Paper,
    plan: WeavePlan,
    done: Sequence[WovenReference],
    context: Context,
    given: Ports,
) -> WovenReference:
    """Weave a paper into the section with all papers woven in so far."""
    request, written = plan.request, plan.written
    opened = written.opened
    if done:
        texts = {step.path: LinedText(step.text.text) for step in done}
        over = context_over(texts, context.user, context.folders, disk=context.files)
        opened = open_root(opened.project.root, over)
    pending = {record.id: record for step in done for record in step.text.records}
    section = StandingSection(opened, request.section, pending, request.main)
    warnings: list[str] = []
    known = SectionPapers(section.project, section.paragraphs, context, warnings)
    number = request.paragraph or known.closest(paper)
    chosen = section.paragraphs[number - 1]
    standing = chosen.paragraph
    task = WeavingTask(
        written.task.draft,
        paper,
        tuple(known.sentence(sentence.text, sentence.keys) for sentence in standing.sentences),
        known.papers_of(standing),
        request.seed,
    )
    weave = await plan.weaver.weave(task, written.parameters, given)
    verify_weave(weave, task)
    weave = between_arguments(weave, task.sentences)
    origin = Origin(written.method.name, request.seed, task.writing.digest)
    key_of = {**known.key_of(standing), paper.id: paper.key}
    encoding = letters_encoding(section.project, chosen.document.encoding)
    typesetting = typesetting_of(section.project)
    rendered = [
        render(
            [Paragraph("", (change.sentence,))],
            key_of,
            section.style,
            encoding=encoding,
            typesetting=typesetting,
        )
        for change in weave.changes
    ]
    new = _new_sentences(weave, rendered, origin)
    taken = ids_of_others(section.project)
    text = woven_text(chosen.document.text, standing, new, chosen.records, origin, taken)
    written_sentences = (sentence for own in rendered for sentence in own.sentences)
    letters = unset_letters(written_sentences, typesetting)
    said = (*warnings, *weave.warnings, *letters)
    return WovenReference(paper.key, number, chosen.document.path, text, said)


def _new_sentences(
    weave: Weave, rendered: Sequence[RenderedText], origin: Origin
) -> list[NewSentence]:
    return [
        NewSentence(change.after, sentence)
        for change, text in zip(weave.changes, rendered, strict=True)
        for sentence in record_of(text, origin).sentences()
    ]
