"""Where a hidden citation would be woven in: its own paragraph, and between which sentences.

Of each paper of ``../shared/data/rwg`` with several paragraphs, one sentence that alone cites one
reference is taken out; the reference is then looked a place for, as weaving does it.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bench.hidden_data import RWG
from citeloom.grounding.closest_paragraph import CitingText, closest_paragraph
from citeloom.grounding.closest_text import closest_text
from citeloom.grounding.sentences import sentences
from citeloom.methods.sentence_joints import places_between
from citeloom.papers.paper import Paper

_MARK = re.compile(r"@cite_\d+")


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence, and the references that it cites."""

    text: str
    papers: tuple[Paper, ...]


def main() -> None:
    """Print how often the paragraph is the right one, and how often two sentences are parted."""
    right = before = chosen = parted = placed = 0
    gained = lost = 0
    chance = 0.0
    for paragraphs in _drafts():
        for number, paragraph in enumerate(paragraphs):
            for hidden in range(len(paragraph)):
                paper = _only_there(paragraphs, paragraph[hidden])
                rest = [*paragraph[:hidden], *paragraph[hidden + 1 :]]
                if paper is None or len(rest) < 2:
                    continue
                texts = [
                    _text(rest if other == number else own) for other, own in enumerate(paragraphs)
                ]
                if len(texts) > 1:
                    chosen += 1
                    chance += 1 / len(texts)
                    was_right = closest_text(paper, texts) == number
                    now = [rest if other == number else own for other, own in enumerate(paragraphs)]
                    is_right = closest_paragraph(paper, [_citing(own) for own in now]) == number
                    right += is_right
                    before += was_right
                    gained += is_right and not was_right
                    lost += was_right and not is_right
                said = [cited.text for cited in rest]
                placed += 1
                parted += closest_text(paper, said) + 1 not in places_between(said)
    print(f"{chosen} hidden: right paragraph {right / chosen:.3f}, by chance {chance / chosen:.3f}")
    print(f"by words and abstracts as one text {before / chosen:.3f}: {gained} gained, {lost} lost")
    print(
        f"{placed} places: behind the closest sentence {parted / placed:.3f} part two that belong"
    )


def _drafts() -> Iterator[list[list[Cited]]]:
    found: defaultdict[str, list[list[Cited]]] = defaultdict(list)
    for path in sorted(RWG.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            example = json.loads(line)
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


def _text(own: Sequence[Cited]) -> str:
    known = {paper.title: paper for cited in own for paper in cited.papers}
    texts = [f"{paper.title}. {paper.abstract}" for paper in known.values()]
    return " ".join([*(cited.text for cited in own), *texts])


if __name__ == "__main__":
    main()
