"""Whether a hidden citation would be woven into its own paragraph.

Of each paper of ``../shared/data/rwg`` with several paragraphs, one sentence that alone cites one
reference is taken out; the reference is then looked a place for, as weaving does it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from bench.shared.data import related_works
from citeloom.grounding.closest_paragraph import CitingText, closest_paragraph
from citeloom.grounding.sentences import sentences
from citeloom.papers.paper import Paper

_MARK = re.compile(r"@cite_\d+")


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence, and the references that it cites."""

    text: str
    papers: tuple[Paper, ...]


def main() -> None:
    """Print how often the paragraph is the right one."""
    right, chance = [], []
    for paragraphs in _drafts():
        for number, paragraph in enumerate(paragraphs):
            for hidden in range(len(paragraph)):
                paper = _only_there(paragraphs, paragraph[hidden])
                rest = [*paragraph[:hidden], *paragraph[hidden + 1 :]]
                if paper is not None and len(rest) > 1 and len(paragraphs) > 1:
                    texts = [*paragraphs[:number], rest, *paragraphs[number + 1 :]]
                    right.append(closest_paragraph(paper, list(map(_citing, texts))) == number)
                    chance.append(1 / len(texts))
    print(f"{len(right)} hidden: right paragraph {fmean(right):.3f}, by chance {fmean(chance):.3f}")


def _drafts() -> Iterator[list[list[Cited]]]:
    found: defaultdict[str, list[list[Cited]]] = defaultdict(list)
    for example in related_works():
        papers = {
            mark: Paper(mark, title=each.get("title") or "", abstract=each["abstract"])
            for mark, each in example["ref_abstract"].items()
            if each.get("abstract")
        }
        for text in re.split(r"\n+", example["related_work"]):
            if own := [_cited(each.text, papers) for each in sentences(text)]:
                found[example["title"]].append(own)
    yield from found.values()


def _cited(text: str, papers: dict[str, Paper]) -> Cited:
    marks = dict.fromkeys(_MARK.findall(text))
    return Cited(
        " ".join(_MARK.sub("", text).split()),
        tuple(papers[mark] for mark in marks if mark in papers),
    )


def _only_there(paragraphs: Sequence[Sequence[Cited]], hidden: Cited) -> Paper | None:
    """Return the one reference of a sentence, if no other sentence cites it."""
    if len(hidden.papers) != 1:
        return None
    (paper,) = hidden.papers
    others = (cited for own in paragraphs for cited in own if cited is not hidden)
    return (
        None if any(paper.abstract in [p.abstract for p in it.papers] for it in others) else paper
    )


def _citing(own: Sequence[Cited]) -> CitingText:
    papers = {paper.abstract: paper for cited in own for paper in cited.papers}
    named = (replace(paper, id=abstract) for abstract, paper in papers.items())
    return CitingText(" ".join(cited.text for cited in own), tuple(named))
