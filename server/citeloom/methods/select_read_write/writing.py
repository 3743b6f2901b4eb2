"""Write related work by Select-Read-Write: read along a graph, then write from the notes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import TOKENS_A_WORD, words_of
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_draft, show_papers
from citeloom.methods.modelled.written_text import WrittenText, ids_check, text_type
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.memory import Memory, Note, memory_json
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.path_graph import path_graph
from citeloom.methods.select_read_write.reading import Reading
from citeloom.methods.select_read_write.sections import (
    ReadableSection,
    has_full_text,
    readable_sections,
)
from citeloom.methods.select_read_write.steps import ReadingHistory, ReadingStep
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question, RefusedError

NOTHING_TO_READ = (
    "no reference has a full text here, so this method had nothing to read and wrote from the "
    "abstracts alone; fetch full texts, and it reads them section by section"
)

Sections = Mapping[str, tuple[ReadableSection, ...]]


async def related_work(
    task: WritingTask, parameters: SelectReadWriteParameters, ports: Ports, model: LanguageModel
) -> Result:
    ids, refused = ShortIds(task.references), Refused()
    sections = readable_sections(task, ports.texts)
    there = has_full_text(sections)
    reading = Reading(task, parameters, ports, model, ids, sections, refused)
    history = await reading.read_all() if there else ReadingHistory(ended="nothing to read")
    ports.progress.stage("writing")
    text = await _write(task, ports, model, ids, refused, history)
    trace = _trace(parameters, reading, history, sections)
    result = await finish_result([text], ids, task, model, ports, trace, refused)
    papers = {paper.id: paper for paper in task.references}
    warnings = (*result.warnings, *(history.warnings if there else [NOTHING_TO_READ]))
    share = trace["share_read"]
    graphs = (path_graph(history.steps, papers, ids, share),) if history.steps else ()
    return replace(
        result, warnings=(*warnings, *_by_abstract(task, sections, there)), graphs=graphs
    )


def _by_abstract(task: WritingTask, sections: Sections, there: bool) -> Sequence[str]:
    """Say which references were read by their abstracts where others have a full text."""
    names = [
        paper.key or paper.id
        for paper in task.references
        if not any(not section.is_abstract for section in sections[paper.id])
    ]
    if not there or not names:
        return ()
    return (f"these have no full text here and were read by abstract: {', '.join(names)}",)


async def _write(
    task: WritingTask,
    ports: Ports,
    model: LanguageModel,
    ids: ShortIds,
    refused: Refused,
    history: ReadingHistory,
) -> WrittenText:
    """Write from abstracts and memory (Eq. 3); without the memory where that is refused."""
    if history.memory:
        try:
            return await _ask_writer(task, ports, model, ids, refused, history.memory)
        except RefusedError:
            history.warnings.append(
                "the model refuses to write from its notes; the text rests on the abstracts alone"
            )
    return await _ask_writer(task, ports, model, ids, refused, ())


async def _ask_writer(
    task: WritingTask,
    ports: Ports,
    model: LanguageModel,
    ids: ShortIds,
    refused: Refused,
    memory: Memory,
) -> WrittenText:
    async def within(share: float, refused: Refused) -> WrittenText:
        papers = refused.shown(task.references)
        around = refused.around(task.surroundings)
        needed = [ids.short(paper.id) for paper in papers]
        notes = memory[len(memory) - round(len(memory) * share) :]
        messages = ports.prompts["select-read-write/write"].messages(
            language=task.draft.language,
            length=_length(task),
            draft=show_draft(task.draft, ports.fence),
            papers=show_papers(papers, around, ids, ports.fence, share),
            memory=ports.fence.quote(memory_json(notes)) if notes else "",
        )
        question = Question(
            "writing",
            messages,
            text_type(needed),
            0.0,
            check=ids_check(ids, needed),
            written=round(words_of(task) * TOKENS_A_WORD),
        )
        return await ask_for_text(model, question)

    async def ask(refused: Refused) -> WrittenText:
        return await ask_until_it_fits(partial(within, refused=refused))

    return await ask_around(task.references, refused, ask)


def _length(task: WritingTask) -> str:
    paragraphs = (
        f"in {task.paragraphs} paragraph(s)" if task.paragraphs else "in paragraphs by theme"
    )
    return f"Write at most {words_of(task)} words, {paragraphs}."


def _trace(
    parameters: SelectReadWriteParameters,
    reading: Reading,
    history: ReadingHistory,
    sections: Sections,
) -> dict[str, Any]:
    names = {reading.short(paper): paper for paper in sections}
    whole = sum(section.size for own in sections.values() for section in own)
    read = sum(
        sections[step.section.paper][step.section.number - 1].size * step.share
        for step in history.steps
        if not step.fault
    )
    return {
        "selector": parameters.selector.value,
        "links": [list(edge) for edge in reading.graph.edges] if reading.graph else [],
        "sections": {paper: [own.heading for own in there] for paper, there in sections.items()},
        "path": [_step_json(step, names) for step in history.steps],
        "ended": history.ended,
        "from_earlier_runs": history.repeated,
        "steps_limit": parameters.steps if parameters.selector.asks_model else None,
        "memory": [_note_json(note, names) for note in history.memory],
        "share_read": round(read / whole, 4) if whole else 0.0,
    }


def _step_json(step: ReadingStep, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "paper": step.section.paper,
        "section": step.section.number,
        "heading": step.heading,
        "reason": step.reason,
        "back_to_draft": step.back,
        "wrong_choices": list(step.wrong),
        "share_shown": step.share,
        "fault": step.fault,
        "run": step.run,
        "noted": [_note_json(note, names) for note in step.noted],
        "left_out": [_note_json(note, names) for note in step.lost],
        "condensed": step.condensed,
        "dropped": [_note_json(note, names) for note in step.dropped],
    }


def _note_json(note: Note, names: Mapping[str, str]) -> dict[str, Any]:
    return {"papers": [names[short] for short in note.papers], "note": note.text}
