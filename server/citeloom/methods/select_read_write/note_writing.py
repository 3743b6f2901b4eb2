"""Write related work by Select-Read-Write: read along a graph, then write from the notes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import length_in_words, words_about
from citeloom.methods.modelled.showing_papers import authors_and_year
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.memory import (
    OWN,
    Memory,
    ReadingHistory,
    ReadingStep,
    memory_lines,
)
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.reading import Reading
from citeloom.methods.select_read_write.sections import (
    ReadableSection,
    has_full_text,
    missing_texts,
    readable_sections,
)
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question, RefusedError
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

KIND = "reading path"
_LONGEST = 600


_SHORT = re.compile(r"\bP\d+\b")


def path_graph(
    steps: Sequence[ReadingStep],
    papers: Mapping[str, Paper],
    share: float,
    short_of: Mapping[str, str],
) -> Graph:
    """Return the papers that were read, and the jumps between them, by their number.

    The title says which ``share`` of the text was read.
    Sections of a paper that were read in a row are one visit; its edge says what was read and
    noted there, with the names of papers for their short ids. The walk begins at the draft.
    """
    names = {short_of[paper]: _name(own) for paper, own in papers.items()} | {OWN: "your draft"}
    visits = [(paper, list(own)) for paper, own in groupby(steps, lambda step: step.paper)]
    said: dict[str, list[str]] = {DRAFT: []}
    edges = []
    at = DRAFT
    for number, (paper, own) in enumerate(visits, start=1):
        words = "; ".join(map(_step_words, own))
        words = _SHORT.sub(lambda found: names.get(found[0], found[0]), words)
        words = shorten(words, _LONGEST)
        said.setdefault(paper, []).append(f"{number}. {words}")
        start = DRAFT if own[0].back else at
        if start != paper:
            edges.append(Edge(start, paper, str(number), words))
        at = paper
    nodes = tuple(_node(paper, "; ".join(own), papers) for paper, own in said.items())
    title = f"The order in which {share:.0%} of the text was read"
    return Graph(KIND, title, nodes, tuple(edges))


def _node(paper: str, said: str, papers: Mapping[str, Paper]) -> Node:
    if paper == DRAFT:
        return Node(DRAFT, "your draft", NodeKind.PAPER, shorten(said, _LONGEST))
    own = papers[paper]
    detail = ". ".join(filter(None, (own.title, shorten(said, _LONGEST))))
    return Node(paper, _name(own), NodeKind.PAPER, detail, (paper,))


def _name(paper: Paper) -> str:
    return authors_and_year(paper) or paper.key or paper.id


def _step_words(step: ReadingStep) -> str:
    notes = " ".join(note.text for note in step.noted)
    said = step.fault or (f"noted: {notes}" if notes else "nothing noted")
    return f"{step.heading or 'text without a heading'} ({said})"


Sections = Mapping[str, tuple[ReadableSection, ...]]


async def related_work(
    task: WritingTask,
    parameters: SelectReadWriteParameters,
    ports: Ports,
    model: LanguageModel,
    reading_of: type[Reading] = Reading,
) -> Result:
    asker = Asker(task, ports, model)
    sections = readable_sections(task, ports.texts)
    reading = reading_of(asker, parameters, sections)
    history = ReadingHistory(ended="nothing to read")
    if has_full_text(sections):
        history = await reading.read_all()
    ports.progress.stage("writing")
    text = await _write(asker, reading, history)
    trace = _trace(parameters, reading, history, sections)
    result = await finish(asker, [text], trace)
    papers = {paper.id: paper for paper in task.references}
    warnings = (*result.warnings, *history.warnings, *missing_texts(task))
    share = trace["share_read"]
    graphs = (path_graph(history.steps, papers, share, reading.short_of),) if history.steps else ()
    return replace(result, warnings=warnings, graphs=graphs)


async def _write(asker: Asker, reading: Reading, history: ReadingHistory) -> WrittenText:
    """Write from abstracts and memory (Eq. 3); without the memory where that is refused."""
    references, again = asker.task.references, "its references were asked for again"
    if memory := history.memory:
        try:
            return await asker.text(references, partial(_question, memory), again)
        except RefusedError:
            history.warnings.append(
                "the model refuses to write from its notes; the text uses only the abstracts"
            )
    return await asker.text(references, partial(_question, ()), again)


def _question(memory: Memory, papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
    """Return the question for a text about papers, from the notes on these and on the draft."""
    asker, needed = shown.asker, shown.ids(papers)
    task = asker.task
    own = {OWN, *map(asker.ids.short, (paper.id for paper in papers))}
    notes = [note for note in memory if not own.isdisjoint(note.papers)]
    notes = notes[len(notes) - round(len(notes) * shown.share) :]
    words = words_about(task, papers)
    return shown.text(
        "writing",
        "select-read-write/write",
        needed,
        words,
        length=length_in_words(words, task.paragraphs, len(papers)),
        papers=shown.papers(papers),
        memory=asker.ports.fence.quote(memory_lines(notes, OWN)) if notes else "",
    )


def _trace(
    parameters: SelectReadWriteParameters,
    reading: Reading,
    history: ReadingHistory,
    sections: Sections,
) -> dict[str, Any]:
    whole = sum(section.size for own in sections.values() for section in own)
    read = sum(
        sections[step.paper][step.section - 1].size * step.share
        for step in history.steps
        if not step.fault
    )
    return {
        "selector": reading.selector,
        "links": [list(edge) for edge in reading.graph.edges] if reading.graph else [],
        "sections": {paper: [own.heading for own in there] for paper, there in sections.items()},
        "path": list(_path_json(reading, history.steps)),
        "ended": history.ended,
        "steps_limit": parameters.steps if reading.asks_selector else None,
        "memory": _notes_json(reading, history.memory),
        "share_read": round(read / whole, 4) if whole else 0.0,
    }


def _path_json(reading: Reading, steps: Sequence[ReadingStep]) -> Iterator[dict[str, Any]]:
    for step in steps:
        yield {
            "paper": step.paper,
            "section": step.section,
            "heading": step.heading,
            "reason": step.reason,
            "back_to_draft": step.back,
            "wrong_choices": list(step.wrong),
            "share_shown": step.share,
            "fault": step.fault,
            "noted": _notes_json(reading, step.noted),
            "left_out": _notes_json(reading, step.left_out),
            "condensed": step.condensed,
            "dropped": _notes_json(reading, step.dropped),
        }


def _notes_json(reading: Reading, notes: Memory) -> list[dict[str, Any]]:
    paper_of = reading.paper_of
    return [{"papers": [paper_of[it] for it in note.papers], "note": note.text} for note in notes]
