"""Texts of two versions of the program on one blind page, and what was voted on them.

    python -m bench texts_page BEFORE AFTER --read PAGE.html
    python -m bench texts_page BEFORE AFTER --votes VOTES.json [--votes VOTES.json ...]

BEFORE and AFTER are folders that ``python -m bench texts`` wrote with either version; the same
folder twice where one version alone is judged.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.shared.data import json_lines
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Author, Paper
from citeloom_lab.cli.evaluation.as_words import table_as_text
from citeloom_lab.evaluation.blind.page import page_of
from citeloom_lab.evaluation.blind.shuffled import BlindText, blind_texts
from citeloom_lab.evaluation.blind.votes import SentenceVote, count_votes, read_votes, vote_tables
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText
from citeloom_lab.evaluation.example import DataSet, Example, GoldPart
from citeloom_lab.evaluation.resampling import SAMPLES

SEED = 7
_MARK = re.compile(r"(?:(?<=^)| )\[(\d+(?:, \d+)*)\](?!\w)")


def texts_of(before: Path, after: Path) -> tuple[BlindText, ...]:
    """Return the texts of both folders in an order that the seed decides."""
    folders = {"before": before, "after": after}
    records = {name: list(json_lines([folder / "texts.jsonl"])) for name, folder in folders.items()}
    examples = tuple(map(_example, records["before"]))
    texts = {name: [_text(record) for record in own] for name, own in records.items()}
    return blind_texts([DataSet("judged", examples)], {"judged": texts}, SEED)


def _example(record: dict[str, Any]) -> Example:
    references = tuple(
        Paper(
            str(reference["number"]),
            title=reference["title"],
            authors=tuple(map(Author, reference["authors"])),
            year=reference["year"],
            abstract=reference["abstract"],
        )
        for reference in record["references"]
    )
    draft = DraftText(record["title"], record["abstract"], "abstract")
    return Example(record["id"], record["id"], draft, references, ())


def _text(record: dict[str, Any]) -> EvaluatedText:
    known = {str(reference["number"]) for reference in record["references"]}
    return EvaluatedText(
        tuple(
            tuple(
                EvaluatedSentence(
                    tuple(_parts(sentence["text"], known)),
                    tuple(dict.fromkeys(sentence["sources"])),
                    sentence["is_lead"],
                )
                for sentence in paragraph
            )
            for paragraph in record["paragraphs"]
        )
    )


def _parts(text: str, known: set[str]) -> Iterator[GoldPart]:
    """Yield words and marks; numbers in brackets that no reference has are words."""
    begin = 0
    for mark in _MARK.finditer(text):
        papers = tuple(mark[1].split(", "))
        if known.issuperset(papers):
            yield text[begin : mark.start()]
            yield CitationMark(papers, CitationForm.PARENTHETICAL)
            begin = mark.end()
    yield text[begin:]


def main() -> None:
    """Write the page, or print what was voted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--votes", type=Path, action="append", default=[])
    given = parser.parse_args()
    texts = texts_of(given.before, given.after)
    if given.read:
        given.read.write_text(page_of(texts), "utf-8")
    votes = [vote for path in given.votes for vote in read_votes(path)]
    if votes:
        for table in vote_tables(count_votes(votes, texts)):
            print(table_as_text(table))
        if given.before != given.after:
            print("\n".join(differences(votes, texts)))


def differences(votes: Sequence[SentenceVote], texts: Sequence[BlindText]) -> Iterator[str]:
    """Yield what more of 100 sentences were voted so after, with 95 % intervals by drafts."""
    blind_of = {blind.name: blind for blind in texts}
    # For each draft and version: sentences, and those that were kept, thrown away, false.
    counts: dict[str, NDArray[np.int64]] = {}
    for vote in votes:
        blind = blind_of[vote.text]
        own = counts.setdefault(blind.example.id, np.zeros((2, 4), np.int64))
        said = (True, vote.vote == "keep", vote.vote == "throw", "false" in vote.faults)
        own[int(blind.method == "after")] += np.array(said)
    drafts = np.array([counts[name] for name in sorted(counts)])
    drawn = np.random.default_rng(SEED).integers(0, len(drafts), (SAMPLES, len(drafts)))
    for place, what in enumerate(("kept", "thrown away", "false"), 1):
        low, high = np.percentile([_more(drafts[some], place) for some in drawn], (2.5, 97.5))
        yield f"{what}, of 100: {_more(drafts, place):+.1f} [{low:.1f}, {high:.1f}]"


def _more(drafts: NDArray[np.int64], place: int) -> float:
    (before, after) = drafts.sum(axis=0)
    return 100 * float(after[place] / after[0] - before[place] / before[0])
