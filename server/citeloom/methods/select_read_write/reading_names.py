"""The names under which a reading is kept: what decides on its questions, and what it read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple

from citeloom.methods.port import Ports
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.sections import ReadableSection
from citeloom.methods.select_read_write.walk import PaperGraph
from citeloom.methods.task import WritingTask
from citeloom.papers.identity import text_hash

_PROMPTS = ("select", "read", "condense")


def reading_name(
    task: WritingTask, parameters: SelectReadWriteParameters, ports: Ports, model: str, order: str
) -> str:
    """Name all that stands in every question of a reading: another name, another reading.

    ``order`` names what decides in which order sections are read.
    """
    draft = task.draft
    marks = " ".join(ports.prompts[f"select-read-write/{name}"].mark for name in _PROMPTS)
    words = _hash(draft.title, draft.abstract, draft.language)
    return f"{model}; prompts {marks}; {order}; {parameters.memory_tokens}; draft {words}"


def known_hash(
    task: WritingTask,
    limit: int,
    sections: Mapping[str, Sequence[ReadableSection]],
    graph: PaperGraph | None,
) -> str:
    """Return a hash of all that could be read, in its order, and of what the selector saw.

    ``limit`` is the most sections that it could choose, 0 where it did not.
    """
    papers = [(paper.id, paper.title, paper.abstract) for paper in task.references]
    texts = [(name, *map(section_hash, own)) for name, own in sections.items()]
    return _hash(papers, texts, graph.edges if graph else (), limit)


def section_hash(section: ReadableSection) -> str:
    return _hash(*astuple(section))


def _hash(*parts: object) -> str:
    return text_hash(json.dumps(parts))
