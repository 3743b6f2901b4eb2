"""Citation sentences of people's related work that cite one paper with an abstract, as judged.

``tests/data/support/gold_sentences.tsv`` names each by its data set, its example, the mark of the
paper that it cites and its range in the example's ``related_work``, with a hash of its words: the
texts themselves belong to their authors. They are all such sentences of ``../shared/data/rwg`` in
an order drawn by ``SEED``, and each was read beside the abstract: ``supported`` if title and
abstract say all that the sentence says of the paper, ``partly`` if something of it is missing
there, ``no`` if the sentence says something else, is broken or says nothing of the paper.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256

from bench.shared.data import ROOT, RWG, json_lines
from bench.shared.rwg_split import Part, parts
from citeloom.grounding.sentences import sentences
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.reading import read_data_set

GOLD = ROOT / "tests/data/support/gold_sentences.tsv"
SEED = 20
FEWEST_WORDS = 5

_MARK = re.compile(r"@cite_\w+")
_NAME = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?"
_AUTHOR_YEAR = re.compile(
    rf"(?P<first>{_NAME})(?:\s+(?:et al\.?|and\s+{_NAME}))?,?\s*\(?(?P<year>(?:19|20)\d\d)[a-z]?"
)
_YEAR_IN_MARK = re.compile(r"\s*\([^()]*\b(?:19|20)\d\d[a-z]?\)")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")


class Judgement(StrEnum):
    """What a reader found of a sentence and the abstract of the paper that it cites."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    NO = "no"


@dataclass(frozen=True, slots=True)
class ListedSentence:
    """A line of the list: where a sentence stands, whom it cites, and what was found of it."""

    data_set: str
    example: str
    mark: str
    start: int
    end: int
    digest: str
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence with its citation mark, the example that it stands in and the paper it cites."""

    text: str
    example: Example
    cited: Paper
    start: int
    data_set: str

    @property
    def part(self) -> Part:
        """The part of the data that the citing paper is in."""
        return parts()[self.example.paper]

    @property
    def words(self) -> str:
        """The sentence without its marks: names stay where they are a part of it, years do not."""
        return " ".join(_YEAR_IN_MARK.sub(" ", _MARK.sub(" ", self.text)).split())


def read_list() -> Iterator[ListedSentence]:
    """Yield the sentences of the list in the order in which they were drawn."""
    for line in GOLD.read_text("utf-8").splitlines():
        data_set, example, mark, start, end, digest, judgement = line.split("\t")
        yield ListedSentence(
            data_set, example, mark, int(start), int(end), digest, Judgement(judgement)
        )


def digest_of(text: str) -> str:
    """Return a hash of a sentence's words, which tells whether a list is of the same data."""
    return sha256(text.encode()).hexdigest()[:12]


def gold_sentences(*judged: Judgement) -> list[GoldSentence]:
    """Return the sentences of the list that were judged so, in its order."""
    found = []
    for listed in read_list():
        if listed.judgement in judged:
            example, text = _examples()[listed.data_set, listed.example]
            sentence = text[listed.start : listed.end]
            if digest_of(sentence) != listed.digest:
                raise ValueError(f"{listed.example} has changed since it was judged")
            paper = _paper(example, listed.mark)
            found.append(GoldSentence(sentence, example, paper, listed.start, listed.data_set))
    return found


def candidates() -> list[GoldSentence]:
    """Return all sentences that cite one paper with an abstract, in an order drawn by the seed."""
    found = [
        GoldSentence(sentence.text, example, _paper(example, mark), sentence.start, data_set)
        for (data_set, _), (example, text) in _examples().items()
        for sentence in sentences(text)
        if len(sentence.text.split()) >= FEWEST_WORDS
        and (mark := _only_mark(sentence.text, example))
        and _paper(example, mark).abstract
    ]
    random.Random(SEED).shuffle(found)
    return found


@cache
def _examples() -> dict[tuple[str, str], tuple[Example, str]]:
    """Return the examples of all sets and their authors' texts as the files have them."""
    found = {}
    for path in sorted(RWG.glob("*.jsonl")):
        examples = {example.id: example for example in read_data_set(path).examples}
        for values in json_lines([path]):
            found[path.stem, values["id"]] = examples[values["id"]], values["related_work"]
    return found


def _paper(example: Example, mark: str) -> Paper:
    key = mark.removeprefix("@")
    return next(paper for paper in example.references if paper.key == key)


def _only_mark(text: str, example: Example) -> str:
    """Return the mark of the one paper that a sentence cites, by marks or authors and a year."""
    known = {f"@{paper.key}" for paper in example.references}
    marks = set(_MARK.findall(text))
    if marks:
        return min(marks) if len(marks) == 1 and marks <= known else ""
    if len(_YEAR.findall(text)) != 1 or (named := _AUTHOR_YEAR.search(text)) is None:
        return ""
    family, year = named["first"].split()[-1], int(named["year"])
    meant = [
        f"@{paper.key}"
        for paper in example.references
        if paper.year == year and paper.authors and paper.authors[0].family.split()[-1] == family
    ]
    return meant[0] if len(meant) == 1 else ""
