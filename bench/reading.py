"""Select-Read-Write on 49 real full texts: what each selector reads, and how the memory holds.

    python -m bench reading

No paper of the sample cites another one, so graphs are made: random pairs by a seed, so many that a
paper has 0, 2 or 5 others on average. A stand-in chooses by chance among what may be read, never
ends of itself, and notes the first two sentences of each section.
"""

import asyncio
import gzip
import json
import random
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, TypeVar

from pydantic import BaseModel

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.lengths import text_tokens
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.choosing import Choice
from citeloom.methods.select_read_write.memory import AnsweredMemory
from citeloom.methods.select_read_write.method import SelectReadWrite
from citeloom.methods.select_read_write.paper_graph import citation_graph
from citeloom.methods.select_read_write.parameters import Selector, SelectReadWriteParameters
from citeloom.methods.select_read_write.walk import Walk
from citeloom.methods.task import DraftSection, DraftText, Surroundings, WritingTask
from citeloom.models.port import Question
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Paper

DATA = Path(__file__).parents[2] / "shared" / "data" / "full-texts" / "unarxive-sample.jsonl.gz"
DEGREES = (0, 2, 5)
SEEDS = range(20)
FEW_SEEDS = range(3)
MEMORY = 4096
ALL = 100_000

DRAFT_SECTIONS = tuple(
    DraftSection(heading, f"Our {heading.lower()} is told here in a few sentences.")
    for heading in ("Introduction", "Method", "Experiments", "Results", "Conclusion")
)
_QUOTED = re.compile(r"<(quoted-[0-9a-f]+)[^>]*>\n(.*?)\n</\1>", re.DOTALL)
_SENTENCE = re.compile(r"[A-Z][^.!?]{20,300}[.!?]")
_OF = re.compile(r"section to read now is of (P\d+)")

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass
class Texts:
    """The papers of the sample and their full texts, by their ids."""

    papers: tuple[Paper, ...]
    kept: Mapping[str, FullText]

    def of(self, paper: Paper) -> FullText | None:
        return self.kept.get(paper.id)


@dataclass
class ChanceReader:
    """A model's stand-in; ``largest`` is the largest memory that it was shown, in tokens."""

    chance: random.Random
    name: str = "stand-in"
    largest: int = 0
    condensed: int = 0
    calls: int = 0
    written: list[str] = field(default_factory=list)

    async def ask(self, question: Question[Answer]) -> Answer:
        self.calls += question.step in ("selecting", "reading", "writing")
        self.condensed += question.step == "condensing"
        text = question.messages[-1].text
        return question.answer.model_validate(self._answer(question, text))

    def _answer(self, question: Question[Any], text: str) -> dict[str, Any]:
        quoted = [found[2] for found in _QUOTED.finditer(text)]
        if issubclass(question.answer, Choice):
            listed = [line.split()[0] for line in quoted[-1].splitlines()]
            return {"reason": "by chance", "choice": self.chance.choice(listed)}
        memory = next((own for own in quoted if own.startswith('{"notes"')), "")
        if issubclass(question.answer, AnsweredMemory):
            notes = json.loads(memory)["notes"] if memory else []
            if question.step == "condensing":
                return {"notes": [{**note, "note": note["note"][:80]} for note in notes]}
            self.largest = max(self.largest, text_tokens(memory) if memory else 0)
            of = _OF.search(text)
            said = " ".join(_SENTENCE.findall(quoted[-1])[:2]) or "Nothing of note."
            return {"notes": [*notes, {"papers": [of[1] if of else "P0"], "note": said}]}
        names = dict.fromkeys(re.findall(r'id="(P\d+)"', text))
        sentences = [{"text": "They study related questions.", "cites": [name]} for name in names]
        return {"paragraphs": [{"topic": "all", "sentences": sentences}]}


def main() -> None:
    texts = read_sample()
    sections = sum(len(own.sections) for own in texts.kept.values())
    print(f"{len(texts.papers)} papers, {sections} sections with text, 5 of a made draft")
    print("\n| selector | sections read | share of the text | calls | largest memory | condensed |")
    print("| --- | --- | --- | --- | --- | --- |")
    for selector in (Selector.SEQUENTIAL, Selector.RANDOM):
        tell(selector.value, [run(texts, selector, 0, seed, ALL) for seed in FEW_SEEDS])
    tell("free, 60 steps", [run(texts, Selector.FREE, 0, seed, 60) for seed in FEW_SEEDS])
    for degree in DEGREES:
        runs = [run(texts, Selector.CITATION, degree, seed, 60) for seed in FEW_SEEDS]
        tell(f"citation graph, mean degree {degree}, 60 steps", runs)
    print("\n| mean degree | in reach by edges alone | and back to the draft | times back |")
    print("| --- | --- | --- | --- |")
    for degree in DEGREES:
        tell_reach(texts, degree)


@dataclass(frozen=True)
class Run:
    result: Result
    model: ChanceReader
    seconds: float


def run(texts: Texts, selector: Selector, degree: int, seed: int, steps: int) -> Run:
    task = replace(task_of(texts, degree, seed), seed=seed)
    model = ChanceReader(random.Random(f"choices|{seed}"))
    own = SelectReadWriteParameters(selector=selector, steps=steps, memory_tokens=MEMORY)
    ports = Ports(model=model, texts=texts)
    started = time.perf_counter()
    result = asyncio.run(SelectReadWrite().write(task, own, ports))
    assert model.largest <= MEMORY, "the memory is over its limit"
    path = [(step["paper"], step["section"]) for step in result.trace["path"]]
    assert len(set(path)) == len(path), "a section was read twice"
    return Run(result, model, time.perf_counter() - started)


def tell(name: str, runs: Sequence[Run]) -> None:
    there = sum(map(len, runs[0].result.trace["sections"].values()))
    read = mean(len(own.result.trace["path"]) for own in runs)
    share = mean(own.result.trace["share_read"] for own in runs)
    calls = mean(own.model.calls for own in runs)
    largest = max(own.model.largest for own in runs)
    condensed = mean(own.model.condensed for own in runs)
    print(
        f"| {name} | {read:.0f} of {there} | {share:.1%} | {calls:.0f} | {largest:,} tokens | "
        f"{condensed:.0f} times |",
        flush=True,
    )


def tell_reach(texts: Texts, degree: int) -> None:
    alone, back, times = [], [], []
    for seed in SEEDS:
        task = task_of(texts, degree, seed)
        counts = {DRAFT: len(DRAFT_SECTIONS)}
        counts |= {name: len(own.sections) for name, own in texts.kept.items()}
        walk = Walk(counts, citation_graph(task))
        chance = random.Random(f"walk|{seed}")
        whole = len(walk.unread)
        went_back, reached = 0, 0
        while walk.unread:
            if not walk.choices:
                reached = reached or len(walk.history)
                walk, went_back = walk.from_draft(), went_back + 1
                continue
            walk = walk.read(chance.choice(walk.choices))
        alone.append((reached or len(walk.history)) / whole)
        back.append(len(walk.history) / whole)
        times.append(went_back)
    shares = f"{mean(alone):.1%} ({min(alone):.1%} to {max(alone):.1%})"
    print(f"| {degree} | {shares} | {mean(back):.1%} | {mean(times):.1f} |")


def task_of(texts: Texts, degree: int, seed: int) -> WritingTask:
    """Return the task of writing about all papers, with random pairs of them linked."""
    names = [paper.id for paper in texts.papers]
    pairs = list(combinations(names, 2))
    made = random.Random(f"edges|{degree}|{seed}").sample(pairs, len(names) * degree // 2)
    cites: dict[str, tuple[str, ...]] = {}
    for by, other in made:
        cites[by] = (*cites.get(by, ()), other)
    headings = {name: tuple(s.heading for s in own.sections) for name, own in texts.kept.items()}
    draft = DraftText("A survey", "We survey papers of one month.", "abstract", DRAFT_SECTIONS)
    return WritingTask(draft, texts.papers, surroundings=Surroundings(headings, (), cites))


def read_sample() -> Texts:
    papers, kept = [], {}
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for line in lines:
            own = json.loads(line)
            name = f"arxiv:{own['id']}"
            title = " ".join(own["metadata"]["title"].split())
            papers.append(Paper(name, (own["id"],), title, abstract=own["abstract"]))
            kept[name] = FullText(Form.LATEX, title, sections=tuple(sections_of(own["sections"])))
    return Texts(tuple(papers), kept)


def sections_of(given: Iterable[Mapping[str, Any]]) -> Iterable[TextSection]:
    for own in given:
        paragraphs = tuple(map(TextParagraph, own["paragraphs"]))
        section = TextSection(own["heading"], own.get("level", 1), paragraphs)
        if section.text.strip():
            yield section
