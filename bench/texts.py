"""Texts of the extractive method, to be read and judged by people.

    python -m bench.texts FOLDER [--seed N] [--tuning]

The drafts of each pool are divided in two halves by what they are, not by chance: texts of the
first half are judged (``texts_judged.tsv`` lists those of ``SEED``), those of the other half may be
looked at while the method is changed. FOLDER gets a readable file for each draft, and
``texts.jsonl`` with all of them.
"""

import argparse
import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.draft_pools import BIG, Draft, Pool, pools
from bench.rwg_split import is_for_tuning
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Result,
    Sentence,
    SentenceKind,
    shown_part,
)
from citeloom.methods.task import DraftText, WritingTask

SEED = 20161
JUDGED = Path(__file__).parent / "texts_judged.tsv"


@dataclass(frozen=True, slots=True)
class Share:
    """How many drafts of a pool are drawn, and how many references those get that have none."""

    drafts: int
    references: tuple[int, int] = (8, 20)


SHARES = {
    "multi": Share(8),
    "tdms": Share(8),
    "rwsg": Share(3),
    "acl": Share(9),
    BIG: Share(2, (45, 60)),
    "chemistry": Share(6),
    "arxiv": Share(4, (8, 10)),
}


def draw_drafts(seed: int, tuning: bool) -> list[Draft]:
    """Return the drafts of a seed, all of one half."""
    return [
        draft
        for pool in pools()
        for draft in _drawn(pool, SHARES[pool.name], random.Random(f"{seed}:{pool.name}"), tuning)
    ]


def _drawn(pool: Pool, share: Share, rng: random.Random, tuning: bool) -> Sequence[Draft]:
    half = [paper for paper in pool.papers if is_for_tuning(paper.id) == tuning]
    if half:
        starts = rng.sample(half, share.drafts)
        return [pool.draft_around(paper, half, rng.randint(*share.references)) for paper in starts]
    drafts = [draft for draft in pool.drafts if is_for_tuning(draft.abstract) == tuning]
    return rng.sample(drafts, min(share.drafts, len(drafts)))


def write_text(draft: Draft) -> Result:
    """Write about a draft's references by the extractive method, as it comes."""
    method = method_named("extractive")
    task = WritingTask(DraftText(draft.title, draft.abstract, "abstract"), draft.references)
    return asyncio.run(method.write(task, method.parameters(), Ports()))


def shown_sentence(sentence: Sentence, number_of: dict[str, int]) -> str:
    """Return a sentence with its citations as numbers."""
    parts: list[str] = []
    for part in sentence.parts:
        if isinstance(part, CitationMark):
            numbers = ", ".join(str(number_of[paper]) for paper in part.papers)
            textual = part.form is CitationForm.TEXTUAL
            parts.append(f"{part.names} [{numbers}]" if textual else f" [{numbers}]")
        else:
            parts.append(shown_part(part))
    return "".join(parts)


def _sentence_record(sentence: Sentence, number_of: dict[str, int]) -> dict[str, Any]:
    return {
        "text": shown_sentence(sentence, number_of),
        "is_lead": sentence.kind is SentenceKind.LEAD,
        "sources": [evidence.sentence for evidence in sentence.evidence],
    }


def _record(draft: Draft) -> dict[str, Any]:
    number_of = {paper.id: number for number, paper in enumerate(draft.references, start=1)}
    paragraphs = [
        [_sentence_record(sentence, number_of) for sentence in paragraph.sentences]
        for paragraph in write_text(draft).paragraphs
    ]
    return {
        "id": draft.id,
        "title": draft.title,
        "abstract": draft.abstract,
        "references": [
            {
                "number": number_of[paper.id],
                "title": paper.title,
                "authors": [author.family for author in paper.authors],
                "year": paper.year,
                "abstract": paper.abstract,
            }
            for paper in draft.references
        ],
        "paragraphs": paragraphs,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--tuning", action="store_true", help="the half that may be looked at")
    parser.add_argument(
        "--list", action="store_true", help="write the list of drafts that are judged"
    )
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    drafts = draw_drafts(given.seed, given.tuning)
    if given.list:
        lines = [f"{draft.id}\t{len(draft.references)}\t{draft.title}\n" for draft in drafts]
        JUDGED.write_text("".join(lines), encoding="utf-8")
    with (given.folder / "texts.jsonl").open("w", encoding="utf-8") as lines_file:
        for draft in drafts:
            record = _record(draft)
            lines_file.write(json.dumps(record, ensure_ascii=False) + "\n")
            text = "\n\n".join(
                "\n".join(sentence["text"] for sentence in paragraph)
                for paragraph in record["paragraphs"]
            )
            name = draft.id.replace(":", "-").replace("/", "-")
            (given.folder / f"{name}.txt").write_text(f"{draft.title}\n\n{text}\n", "utf-8")


if __name__ == "__main__":
    main()
