"""Texts of two versions of the program on one blind page, and what was voted on them.

    python -m bench.texts_page BEFORE AFTER --read PAGE.html
    python -m bench.texts_page BEFORE AFTER --votes VOTES.json [--votes VOTES.json ...]

BEFORE and AFTER are folders that ``python -m bench.texts`` wrote with either version.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from citeloom.cli.evaluation.as_words import table_as_text
from citeloom.evaluation.blind.page import page_of
from citeloom.evaluation.blind.shuffled import BlindText, blind_texts
from citeloom.evaluation.blind.votes import count_votes, read_votes, vote_tables
from citeloom.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText
from citeloom.evaluation.example import DataSet, Example, GoldPart
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Author, Paper

SEED = 7
_MARK = re.compile(r"(?:(?<=^)| )\[(\d+(?:, \d+)*)\](?!\w)")


def texts_of(before: Path, after: Path) -> tuple[BlindText, ...]:
    """Return the texts of both folders in an order that the seed decides."""
    records = {name: list(_records(folder)) for name, folder in _named(before, after)}
    examples = tuple(map(_example, records["before"]))
    texts = {name: [_text(record) for record in own] for name, own in records.items()}
    return blind_texts([DataSet("judged", examples)], {"judged": texts}, SEED)


def _named(before: Path, after: Path) -> tuple[tuple[str, Path], tuple[str, Path]]:
    return ("before", before), ("after", after)


def _records(folder: Path) -> Iterator[dict[str, Any]]:
    for line in (folder / "texts.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


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


if __name__ == "__main__":
    main()
