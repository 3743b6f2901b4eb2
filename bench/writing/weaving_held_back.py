"""Weaving a reference that was held back: what stays, and whether it is cited.

    python -m bench weaving_held_back [METHOD]

Two kinds of text, each a project of its own, drawn by the seed from ``../shared/data/rwg``:
people's related work, of which one sentence that alone cites a reference with an abstract is taken
out; and what the extractive method writes about all such references but one. METHOD weaves that
reference in: extractive, or chatcite with the loopback endpoint of the tests, which shows the form
alone. A sentence is untouched if it stands in the text word for word as it stood before.
"""

import asyncio
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.shared.data import TESTS, related_works

sys.path.insert(0, str(TESTS))

from bench.writing.writing_after_edits import written
from citeloom.actions.context import Context
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave import WovenReference, waiting_sentences, weave_references
from citeloom.actions.writing.weave_plan import WeavePlan, WeaveRequest, plan_weave
from citeloom.grounding.sentences import sentences
from citeloom.methods.port import MethodError, Ports
from citeloom.models.port import ModelError
from citeloom.problem import InputError
from citeloom_latex.escape import to_latex
from endpoint_server import running
from modelled_runs import model_at

SEED = 20
TEXTS = 100
FEWEST = 3
"""Sentences, and references with an abstract, that a text has."""

_MARK = re.compile(r"\s*@(cite_\d+)")
_CITED = re.compile(r"\\cite\w*(?:\[[^]]*\])*\{([^}]*)\}")


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A project in a folder of its own, and the key of the reference that was held back."""

    main: Path
    key: str


@dataclass(frozen=True, slots=True)
class Weaving:
    """What came of a weaving: standing sentences, those untouched, citations lost, the new one."""

    standing: int
    untouched: int
    lost_citations: int
    is_cited: bool


def main() -> None:
    """Print a line for each kind of text."""
    method = sys.argv[1] if sys.argv[1:] else "extractive"
    for kind, make in (("people's", of_people), ("extractive", of_extractive)):
        found: list[Weaving] = []
        refused: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            for held in held_back(Path(folder), make):
                if len(found) == TEXTS:
                    break
                try:
                    found.append(weave_in(held, method))
                except (InputError, MethodError, ModelError) as error:
                    refused[str(error)] += 1
        standing, untouched = sum(it.standing for it in found), sum(it.untouched for it in found)
        print(
            f"{kind} texts, {method}: {len(found)} woven, {untouched} of {standing} sentences "
            f"untouched ({untouched / max(1, standing):.3f}), texts that lost a citation "
            f"{sum(it.lost_citations > 0 for it in found)}, new one cited "
            f"{sum(it.is_cited for it in found)}; not woven: {dict(refused)}",
            flush=True,
        )


def held_back(
    folder: Path, make: Callable[[Path, Mapping[str, Any], random.Random], HeldBack | None]
) -> Iterator[HeldBack]:
    """Yield projects of the examples in an order drawn by the seed, over and over."""
    draw = random.Random(SEED)
    examples = list(related_works())
    seen: set[tuple[str, str]] = set()
    for number in range(6 * len(examples)):
        if not number % len(examples):
            draw.shuffle(examples)
        example = examples[number % len(examples)]
        own = folder / str(number)
        held = make(own, example, draw)
        if held and (found := (example["id"], held.key)) not in seen:
            seen.add(found)
            yield held


def of_people(folder: Path, example: Mapping[str, Any], draw: random.Random) -> HeldBack | None:
    """Take a sentence out of people's text; None where none alone cites a reference."""
    paragraphs = [
        [it.text for it in sentences(text)]
        for text in re.split(r"\n+", example["related_work"])
        if text.strip()
    ]
    every = Counter(_MARK.findall(example["related_work"]))
    known = set(with_abstracts(example))
    alone = [
        (number, at, marks[0])
        for number, own in enumerate(paragraphs)
        for at, sentence in enumerate(own)
        if len(marks := _MARK.findall(sentence)) == 1 and every[marks[0]] == 1 and marks[0] in known
    ]
    if not alone or sum(map(len, paragraphs)) <= FEWEST:
        return None
    number, at, key = draw.choice(alone)
    del paragraphs[number][at]
    text = "\n\n".join("\n".join(map(_in_latex, own)) for own in paragraphs if own)
    return HeldBack(make_project(folder, example, text), key)


def of_extractive(folder: Path, example: Mapping[str, Any], draw: random.Random) -> HeldBack | None:
    """Write about all references but one; None where that is too few."""
    keys = with_abstracts(example)
    if len(keys) <= FEWEST:
        return None
    key = draw.choice(keys)
    main = make_project(folder, example, "")
    try:
        written(WriteRequest(main, keys=tuple(it for it in keys if it != key)))
    except InputError:
        return None
    return HeldBack(main, key)


def with_abstracts(example: Mapping[str, Any]) -> list[str]:
    """Return the keys of an example's references that have an abstract."""
    references = example["ref_abstract"]
    return [mark.removeprefix("@") for mark, it in references.items() if it.get("abstract")]


def make_project(folder: Path, example: Mapping[str, Any], text: str) -> Path:
    """Write a draft with that related work and a .bib of all its references."""
    folder.mkdir(parents=True)
    entries = []
    for mark, reference in example["ref_abstract"].items():
        values = {name: str(reference.get(name) or "") for name in ("title", "year", "abstract")}
        fields = "".join(f",\n  {it} = {{{_plain(own)}}}" for it, own in values.items() if own)
        entries.append(f"@misc{{{mark.removeprefix('@')}{fields}}}\n")
    (folder / "refs.bib").write_text("".join(entries), encoding="utf-8")
    main = folder / "main.tex"
    main.write_text(
        f"\\documentclass{{article}}\n\\title{{{to_latex(example['title'])}}}\n\\begin{{document}}\n"
        f"\\begin{{abstract}}{to_latex(example['abstract'])}\\end{{abstract}}\n"
        f"\\section{{Related Work}}\n{text}\n\n\\section{{Method}}\nIt follows.\n"
        "\\bibliography{refs}\n\\end{document}\n",
        encoding="utf-8",
    )
    return main


def weave_in(held: HeldBack, method: str) -> Weaving:
    """Weave the reference in, write the file, and compare it with what stood there."""
    before = _related(held.main)
    plan = plan_weave(WeaveRequest(held.main, (held.key,), method), Context())
    references = asyncio.run(_woven(plan))
    made = plan.written
    insert_into_files(waiting_sentences(plan, references), made.opened, made.folder)
    after = _related(held.main)
    now = " ".join(after.split())
    standing = [line.strip() for line in before.splitlines() if line.strip()]
    standing = [line for line in standing if not line.startswith("%")]
    lost = Counter(_keys(before)) - Counter(_keys(after))
    untouched = sum(" ".join(line.split()) in now for line in standing)
    return Weaving(len(standing), untouched, lost.total(), held.key in _keys(after))


async def _woven(plan: WeavePlan) -> Sequence[WovenReference]:
    if not plan.uses_model:
        return await weave_references(plan, Context(), Ports())
    with running() as server:
        model = model_at(server)
        try:
            return await weave_references(plan, Context(), Ports(model=model))
        finally:
            await model.close()


def _related(main: Path) -> str:
    text = main.read_text("utf-8")
    return text.split("\\section{Related Work}")[1].split("\\section{Method}")[0]


def _keys(text: str) -> Sequence[str]:
    return [key.strip() for found in _CITED.findall(text) for key in found.split(",")]


def _in_latex(sentence: str) -> str:
    pieces = _MARK.split(sentence)
    return "".join(
        f"~\\cite{{{piece}}}" if number % 2 else to_latex(piece)
        for number, piece in enumerate(pieces)
    ).strip()


def _plain(text: str) -> str:
    return to_latex(re.sub(r"[{}\\]", " ", text))
