"""What the reader takes from real answers (``../shared/data/model-answers``), by form.

    python -m bench answers [--rules]

Their numbers stand as ids, as our questions show them: ``[3]`` as ``[P4]``, or as ``[P3]`` in
answers whose sources are known. ``taken_texts.tsv`` names the first and the last words of what a
person takes from each; an answer is thrown away where less than nine tenths of the words between
them are kept. ``--rules`` switches each pattern of the reader off, and each alternative in it, and
says how many real answers, and how many of our own (``tests``), are read in another way then.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from bench.models.reading_rules import rules_of
from bench.shared.data import DATA, TESTS
from citeloom.methods.modelled import answer_forms, marks, reader
from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.models.answers import values_in
from citeloom.papers.paper import Paper

TAKEN = Path(__file__).parent / "taken_texts.tsv"
OWN = TESTS / "server/methods/modelled/answers.toml"
KEPT, TOO_MUCH = 0.9, 0.1

_NUMBERS = re.compile(r"[\[【]\^?(\d{1,2}(?:\s*[,;，、–-]\s*\^?\d{1,2})*)[\]】]")
_TOKEN = re.compile(r"[^\W\d_⺀-鿿]+|[⺀-鿿]")
_NO_WORDS = re.compile(
    r"```(?:python|bash)[^\n]*\n(?!<<<).*?```|<(\S*cite)\b.*?</\1>"
    r"|\\begin\{(equation|align|figure)\*?\}.*?\\end\{\2\*?\}|\\\[.*?\\\]"
    r"|\([^()]*(?:19|20)\d\d[^()]*\)|\[[^\[\]]*\]\([^()]*\)|\[[^\[\]\n]*\]|【[^】]*】"
    r"|\\cite\w*\{[^{}]*\}|\\\w+|https?://\S+|^[ \t]*(?:%|<<<<|>>>>|```)[^\n]*$"
    r"|\$[^$\n⺀-鿿]{1,80}\$",
    re.DOTALL | re.MULTILINE,
)
"""Citations, addresses, formulas and comments, which are not counted."""


def main() -> None:
    rows = [
        json.loads(line) for line in (DATA / "model-answers/answers.jsonl").read_text().splitlines()
    ]
    by_id = {row["id"]: row for row in rows}
    named = [line.split("\t") for line in TAKEN.read_text("utf-8").splitlines()[1:]]
    shares = {name: _shares(by_id[name], first, last) for name, first, last in named}
    lost = [name for name, (kept, _) in shares.items() if kept < KEPT]
    more = [name for name, (_, extra) in shares.items() if extra > TOO_MUCH]
    print(f"{len(shares)} answers on sources; thrown away {len(lost)}: {', '.join(lost)}")
    print(f"with more than a person takes {len(more)}: {', '.join(more)}")
    for form, number in Counter(it for own in shares for it in by_id[own]["form"]).most_common():
        own = [name for name in shares if form in by_id[name]["form"]]
        bad, much = sum(it in lost for it in own), sum(it in more for it in own)
        print(f"  {form:<24}{number:>4}   thrown away {bad:>2}   too much {much:>2}")
    known = [by_id[it] for it in shares if _is_numbered(by_id[it])]
    right, wrong, missed = map(sum, zip(*map(citations, known), strict=True))
    print(f"citations of {len(known)} answers: {right} right, {wrong} wrong, {missed} missed")
    _print_faulty_json(rows)
    if "--rules" in sys.argv:
        _print_rules([by_id[name] for name in shares])


def citations(row: dict[str, Any]) -> tuple[int, int, int]:
    """Return how many marks are read as they stand, as others, and not at all."""
    body = re.split(r"\n\W*References?\W*\n", row["answer"])[0]
    stood = Counter(
        f"P{number}" for own in _NUMBERS.findall(body) for number in re.findall(r"\d+", own)
    )
    text, ids = _read(row)
    said = [own for part in text.paragraphs for own in part.sentences]
    read = Counter(short for own in said for short in ids_in(own))
    known = Counter({short: stood[short] for short in stood if short in ids})
    return (read & known).total(), (read - known).total(), (known - read).total()


def _is_numbered(row: dict[str, Any]) -> bool:
    return bool(row.get("sources")) and row["sources"][0]["mark"].isdigit()


def _shares(row: dict[str, Any], first: str, last: str) -> tuple[float, float]:
    """Return which share of the words that a person takes is kept, and how many more there are."""
    answer = re.sub(r"(?m)^\|.*$", "", row["answer"])
    begins, ends = (
        [found.span() for found in re.finditer(r"\W[^\n]{0,80}?".join(words.split()), answer)]
        for words in (first, last)
    )
    start = max(begin for begin, _ in begins if begin <= ends[-1][0])
    span = answer[start : ends[-1][1]]
    wanted = Counter(_tokens(_without_repetitions(_NO_WORDS.sub(" ", span))))
    text, _ = _read(row)
    said = " ".join(word for part in text.paragraphs for word in (part.topic, *part.sentences))
    taken = Counter(_tokens(_NO_WORDS.sub(" ", MARK.sub("", said))))
    extra = taken - Counter(_tokens(span))
    return (wanted & taken).total() / wanted.total(), extra.total() / wanted.total()


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())


def _without_repetitions(text: str) -> str:
    return " ".join(dict.fromkeys(re.split(r"(?<=[.!?])\s+", text)))


def _read(row: dict[str, Any]) -> tuple[WrittenText, ShortIds]:
    first = int(_is_numbered(row))
    named = [source["mark"] for source in row["sources"]] if first else range(1, 100)
    ids = ShortIds([Paper(f"p{number}") for number in named])

    def as_ids(found: re.Match[str]) -> str:
        return f"[{re.sub('[0-9]+', lambda own: f'P{int(own[0]) + 1 - first}', found[1])}]"

    answer = _NUMBERS.sub(as_ids, row["answer"])
    return AnswerTextReader(ids, ids.all).text_of(answer, cut_off=bool(row.get("cut"))), ids


def _print_faulty_json(rows: list[dict[str, Any]]) -> None:
    """Print how much of the answers in JSON that ``json.loads`` refuses is read."""
    kept = cut_off = number = 0
    forms = {"faulty-json", "valid-in-fence", "valid-with-text-around", "several-values"}
    for row in (row for row in rows if forms.intersection(row["form"])):
        answer = row["answer"]
        try:
            json.loads(answer)
        except ValueError:
            values, is_open = values_in(answer)
            said = Counter(_tokens(json.dumps(list(values)[:2], ensure_ascii=False)))
            part = re.search(r"[\[{].*", re.sub(r"//.*|/\*.*?\*/", "", answer), re.DOTALL)
            wanted = Counter(_tokens(re.sub(r"\\n|[\]}][^\]}]*\Z", " ", part[0] if part else "")))
            number += 1
            kept += (said & wanted).total() >= KEPT * wanted.total()
            cut_off += is_open
    print(f"faulty JSON: of {number} answers {kept} kept, {cut_off} break off and are told so")


def _print_rules(rows: list[dict[str, Any]]) -> None:
    own = [each for family in tomllib.loads(OWN.read_text("utf-8")).values() for each in family]
    papers = ShortIds([Paper(f"p{number}") for number in range(1, 9)])

    def read_all() -> dict[str, WrittenText]:
        found = {row["id"]: _read(row)[0] for row in rows}
        for name, answer, _ in own:
            found[name] = AnswerTextReader(papers, papers.all).text_of(answer, cut_off=False)
        return found

    known = read_all()
    for rule in rules_of((answer_forms, marks, reader)):
        with rule.switched_off():
            other = read_all()
        changed = [name for name in known if other[name] != known[name]]
        real = sum(name in {row["id"] for row in rows} for name in changed)
        print(
            f"{rule.module.__name__}.{rule.name} {rule.said[:40]!r}: {real} real, "
            f"{len(changed) - real} own"
        )
