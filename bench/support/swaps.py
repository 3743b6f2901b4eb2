"""Swapped citations in the texts of each method: the share that is found, and false alarms.

    python -m bench.support.swaps [METHOD ...]

A method writes about the examples of ``../shared/data/rwg``; those that ask a model ask the
stand-in of the tests, which answers with sentences of the papers; where it has but a few words on
a paper, a sentence drawn from its abstract stands in their place. Two sentences of a text, each
citing one paper, swap their citations. A swap counts as found if one of the two is doubted. Words
that are the source's own are no doubt here: most of these sentences are nearly their sources'.
"""

import asyncio
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from bench.rwg_split import rwg_sets
from bench.support.cases import checker_of
from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.verdict import DoubtKind
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.registry import METHODS, method_named
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.models.port import Question
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.resampling import interval
from citeloom_lab.methods import METHODS as BASELINES
from stand_in_model import Answer, StandIn
from virtual_time import timed

SEED = 2026
SWAPS = 100
MOST_PAPERS = 12
"""So many references an example may have, that a model is asked about."""

FEWEST_WORDS = 8


class Quoting(StandIn):
    """The stand-in, with a sentence of the abstract for each of its own that says too little."""

    def __init__(self, example: Example) -> None:
        super().__init__()
        self._said = [
            [it.text for it in sentences(paper.abstract) if len(it.text.split()) >= FEWEST_WORDS]
            for paper in example.references
        ]
        self._draw = random.Random(example.id)

    async def ask(self, question: Question[Answer]) -> Answer:
        found: Any = await super().ask(question)
        for paragraph in getattr(found, "paragraphs", ()):
            for sentence in paragraph.sentences:
                if len(sentence.text.split()) < FEWEST_WORDS and len(sentence.cites) == 1:
                    said = self._said[int(sentence.cites[0].removeprefix("P")) - 1]
                    sentence.text = self._draw.choice(said) if said else sentence.text
        return found


@dataclass(frozen=True, slots=True)
class Swap:
    """Two sentences without the names of their papers, and the papers that they cite."""

    example: Example
    texts: tuple[str, str]
    papers: tuple[str, str]

    def doubted(self, *, swapped: bool) -> tuple[bool, bool]:
        """Tell of each sentence whether it is doubted, as it is or with the other's citation."""
        papers = self.papers[::-1] if swapped else self.papers
        first, second = map(self._is_doubted, self.texts, papers)
        return first, second

    def _is_doubted(self, text: str, paper: str) -> bool:
        checked = checker_of(self.example.id).check(Claim(text, (paper,)))
        return any(doubt.kind is not DoubtKind.VERBATIM for doubt in checked.doubts)


def main() -> None:
    """Print a line for each method."""
    for name in sys.argv[1:] or [method.name for method in (*METHODS, *BASELINES)]:
        swaps = drawn_swaps(name)
        found = [swap.doubted(swapped=True) for swap in swaps]
        false = [swap.doubted(swapped=False) for swap in swaps]
        groups = [swap.example.paper for swap in swaps]
        print(
            f"{name}: {len(swaps)} swaps, found {shares([any(it) for it in found], groups)}, "
            f"their sentences {sum(map(sum, found)) / max(1, 2 * len(found)):.2f}, "
            f"false alarms {sum(map(sum, false))} of {2 * len(false)} sentences",
            flush=True,
        )


def shares(found: list[bool], groups: list[str]) -> str:
    """Return a share with its interval by citing paper."""
    share = interval([float(it) for it in found], groups)
    return f"{share.mean:.2f} [{share.low:.2f}, {share.high:.2f}]" if share else "none"


def drawn_swaps(method: str) -> list[Swap]:
    """Return swaps in texts of a method, drawn by the seed."""
    every = [example for data_set in rwg_sets() for example in data_set.examples]
    draw = random.Random(SEED)
    draw.shuffle(every)
    found = (swap for example in every for swap in swaps_in(example, method))
    return list(islice(found, SWAPS))


def swaps_in(example: Example, method: str) -> Iterator[Swap]:
    """Yield the swaps in a method's text about an example, each sentence in one of them."""
    abstracts = {paper.id: paper.abstract for paper in example.references}
    left = [it for it in written(example, method) if len(it.cites) == 1 and abstracts[it.cites[0]]]
    while pair := next(
        (it for it in combinations(left, 2) if len({abstracts[own.cites[0]] for own in it}) > 1),
        None,
    ):
        first, second = pair
        left = [it for it in left if it is not first and it is not second]
        papers = (first.cites[0], second.cites[0])
        yield Swap(example, (without_names(first), without_names(second)), papers)


def written(example: Example, name: str) -> list[Sentence]:
    """Return the sentences that a method writes about an example; none where it cannot."""
    method = method_named(name)
    if method.uses_model and len(example.references) > MOST_PAPERS:
        return []
    try:
        if method.uses_model:
            ports = Ports(model=Quoting(example))
            result, _ = timed(method.write(example.task(), method.parameters(), ports))
        else:
            result = asyncio.run(method.write(example.task(), method.parameters(), Ports()))
    except MethodError:
        return []
    return [sentence for paragraph in result.paragraphs for sentence in paragraph.sentences]


def without_names(sentence: Sentence) -> str:
    """Return a sentence without the names that its citations show: they go with the citation."""
    parts = ("" if isinstance(it, CitationMark) else shown_part(it) for it in sentence.parts)
    return " ".join("".join(parts).split())


if __name__ == "__main__":
    main()
