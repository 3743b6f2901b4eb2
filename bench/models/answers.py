"""What the reader takes from real answers: ``../shared/data/model-answers``, by form.

Their numbers stand as ids, as our questions show them: ``[3]`` as ``[P4]``, or as ``[P3]`` in
answers whose sources are known. A third, by the hash of its id, was held back while the reader was
made. Reading JSON of one form alone, as before 2026-11-28, took none of them.
"""

import json
import re
from collections import Counter
from hashlib import sha256
from typing import Any

from bench.shared.data import DATA
from citeloom.methods.modelled.reader import TextReader
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.papers.paper import Paper

CITED = re.compile(
    r"(?:numeric|adjacent|lenticular)-(?:brackets|list|range)|footnote-caret|author-year-\w+"
    r"|parens-key|(?:data|xml|link)-citations|latex-cite|reference-list"
)
NO_TEXT = frozenset(["wildbench-013", "wildbench-015", "ai-scientist-002", "ai-scientist-008"])
"""Tables, and comments in LaTeX, with citations: they hold no text."""

_NUMBERS = re.compile(r"[\[【]\^?(\d{1,2}(?:\s*[,;，、–-]\s*\^?\d{1,2})*)[\]】]")


def main() -> None:
    rows = [
        json.loads(line) for line in (DATA / "model-answers/answers.jsonl").read_text().splitlines()
    ]
    cited = [row for row in rows if any(map(CITED.fullmatch, row["form"]))]
    cited = [row for row in cited if row["id"] not in NO_TEXT]
    cited = [row for row in cited if row["kind"] in ("prose", "json", "list")]
    for name, held_back in (("made for", False), ("held back", True)):
        own = [row for row in cited if is_held_back(row) == held_back]
        lost = [row["id"] for row in own if not words_taken(row)]
        print(f"{name}: {len(own)} answers on sources, thrown away {len(lost)}: {', '.join(lost)}")
        forms = Counter(form for row in own for form in row["form"])
        for form, number in forms.most_common():
            taken = sum(bool(words_taken(row)) for row in own if form in row["form"])
            print(f"  {form:<24}{taken:>4} of {number:>3}")
    known = [row for row in cited if row.get("sources") and row["sources"][0]["mark"].isdigit()]
    right, wrong, missed = map(sum, zip(*map(citations, known), strict=True))
    print(f"citations of {len(known)} answers: {right} right, {wrong} wrong, {missed} missed")


def is_held_back(row: dict[str, Any]) -> bool:
    return int(sha256(row["id"].encode()).hexdigest(), 16) % 3 == 0


def words_taken(row: dict[str, Any]) -> int:
    """Return how many words of an answer are taken as its text."""
    text = _read(row, ShortIds([Paper(f"p{number}") for number in range(1, 100)]), first=0)
    return sum(len(own.split()) for own in text)


def citations(row: dict[str, Any]) -> tuple[int, int, int]:
    """Return how many marks are read as they stand, as others, and not at all."""
    ids = ShortIds([Paper(f"p{source['mark']}") for source in row["sources"]])
    body = re.split(r"\n\W*References?\W*\n", row["answer"])[0]
    stood = Counter(
        f"P{number}" for own in _NUMBERS.findall(body) for number in re.findall(r"\d+", own)
    )
    read = Counter(short for own in _read(row, ids, first=1) for short in ids_in(own))
    known = Counter({short: stood[short] for short in stood if short in ids})
    return (read & known).total(), (read - known).total(), (known - read).total()


def _read(row: dict[str, Any], ids: ShortIds, *, first: int) -> list[str]:
    def as_ids(found: re.Match[str]) -> str:
        return f"[{re.sub('[0-9]+', lambda own: f'P{int(own[0]) + 1 - first}', found[1])}]"

    answer = _NUMBERS.sub(as_ids, row["answer"])
    text = TextReader(ids, ids.all).text_of(answer, cut_off=bool(row.get("cut")))
    return [own for part in text.paragraphs for own in part.sentences]
