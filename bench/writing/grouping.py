"""How well references are grouped: pairs that share a group, beside the authors' own paragraphs.

    python -m bench grouping

Papers whose examples or paragraphs are several, with four references that have abstracts; a
reference belongs where it is cited first.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from bench.shared.rwg_split import Part, examples_in, rwg_sets
from citeloom.methods.extractive.arranging.groups import (
    group_count,
    group_papers,
    with_strangers_moved,
)
from citeloom.methods.extractive.candidates import profiles
from citeloom.methods.result import CitationMark
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.resampling import interval

_LEAST_REFERENCES = 4


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The references of a citing paper, and the paragraph that each is in."""

    paper: str
    references: tuple[Paper, ...]
    paragraphs: tuple[int, ...]


def arrangements(examples: Sequence[Example]) -> Iterator[Arrangement]:
    """Yield what authors did with enough references in several paragraphs."""
    for paper in dict.fromkeys(example.paper for example in examples):
        found: dict[str, tuple[Paper, int]] = {}
        paragraph = 0
        for example in (each for each in examples if each.paper == paper):
            paragraph += 1
            known = {each.id: each for each in example.references if each.abstract}
            for part in example.gold:
                if not isinstance(part, CitationMark):
                    paragraph += "\n" in part
                    continue
                for cited in (known[name] for name in part.papers if name in known):
                    found.setdefault(cited.abstract, (cited, paragraph))
        references, paragraphs = zip(*found.values(), strict=True) if found else ((), ())
        if len(references) >= _LEAST_REFERENCES and len(set(paragraphs)) > 1:
            # Marks are ids within one example alone.
            own = (replace(each, id=f"{at}:{each.id}") for at, each in enumerate(references))
            yield Arrangement(paper, tuple(own), paragraphs)


def agreement(arranged: Arrangement) -> float:
    """Return the pair F1 of our groups, from 0 to 100."""
    own, _ = profiles(arranged.references)
    groups = with_strangers_moved(
        group_papers(own, group_count(len(own), None), exactly=False), own
    )
    found = [next(at for at, group in enumerate(groups) if n in group) for n in range(len(own))]
    return 100 * pair_f1(found, arranged.paragraphs)


def pair_f1(found: Sequence[int], true: Sequence[int]) -> float:
    """Return F1 over pairs of papers: those that share a part against those that should."""
    both = _pairs(list(zip(found, true, strict=True)))
    every = _pairs(found) + _pairs(true)
    return 2 * both / every if every else 1.0


def _pairs(labels: Sequence[Hashable]) -> int:
    return sum(size * (size - 1) // 2 for size in Counter(labels).values())


def main() -> None:
    sets = rwg_sets()
    for part in Part:
        for data_set in sets:
            cases = list(arrangements(examples_in(part, [data_set])))
            mean = interval([agreement(case) for case in cases], [case.paper for case in cases])
            if mean:
                print(
                    f"{part}, {data_set.name}, {len(cases)} papers: pair F1 {mean.mean:.1f} "
                    f"[{mean.low:.1f}, {mean.high:.1f}]"
                )
