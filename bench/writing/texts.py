"""Texts of the extractive method, to be read and judged by people.

    python -m bench texts FOLDER [--seed N] [--tuning] [--bib FILE ...]

The drafts of each pool are divided in two halves by what they are, not by chance: texts of the
first half are judged (``texts_judged.tsv`` lists them by the seeds that drew them), those of the
other half may be looked at while the method is changed. A later seed draws no draft that an earlier
one did. Bibliographies with abstracts that are given with ``--bib`` take the places of the pools
whose drafts were judged before. FOLDER gets a readable file for each draft, and ``texts.jsonl``
with all of them.
"""

import argparse
import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.shared.rwg_split import is_for_tuning
from bench.writing.draft_pools import BIG, Draft, Pool, pool_of_bib, pools
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
SHARES_BESIDE_BIB = {"tdms": Share(7), "rwsg": Share(4), "acl": Share(9), BIG: SHARES[BIG]}
SHARE_OF_BIB = Share(3)


def draw_drafts(seed: int, tuning: bool, bibliographies: Sequence[Path] = ()) -> list[Draft]:
    """Return the drafts of a seed, all of one half."""
    shares = SHARES_BESIDE_BIB if bibliographies else SHARES
    drawn_from = [(pool, shares[pool.name]) for pool in pools() if pool.name in shares]
    drawn_from += [(pool_of_bib(path), SHARE_OF_BIB) for path in bibliographies]
    judged = set(_judged_before(seed))
    return [
        draft
        for pool, share in drawn_from
        for draft in _drawn(pool, share, random.Random(f"{seed}:{pool.name}"), tuning, judged)
    ]


def _judged_before(seed: int) -> Iterator[str]:
    """Yield the drafts that the seeds listed before this one drew."""
    for line in JUDGED.read_text("utf-8").splitlines():
        drawn_by, draft, *_ = line.split("\t")
        if int(drawn_by) == seed:
            return
        yield draft


def _drawn(
    pool: Pool, share: Share, rng: random.Random, tuning: bool, judged: set[str]
) -> Sequence[Draft]:
    half = [paper for paper in pool.papers if is_for_tuning(paper.id) == tuning]
    if half:
        new = [paper for paper in half if f"{pool.name}:{paper.id}" not in judged]
        starts = rng.sample(new, share.drafts)
        return [pool.draft_around(paper, half, rng.randint(*share.references)) for paper in starts]
    drafts = [
        draft
        for draft in pool.drafts
        if is_for_tuning(draft.abstract) == tuning and draft.id not in judged
    ]
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
        "--list", action="store_true", help="add the drafts to the list of those that are judged"
    )
    parser.add_argument("--bib", type=Path, action="append", default=[])
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    drafts = draw_drafts(given.seed, given.tuning, given.bib)
    if given.list:
        with JUDGED.open("a", encoding="utf-8") as listed:
            for draft in drafts:
                number = len(draft.references)
                listed.write(f"{given.seed}\t{draft.id}\t{number}\t{draft.title}\n")
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
