"""How often the right paper is found, over HTTP, of entries as people write them.

``python -m bench matching [QUERIES [SEED]]``. The rules were made on seed 1; report another.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.papers.finding.evaluation import Result, evaluate
from bench.papers.finding.search_service import records
from bench.shared.data import ANTHOLOGY


def main() -> None:
    given = [int(argument) for argument in sys.argv[1:]]
    queries, seed = [*given, *(4000, 2)[len(given) :]]
    if not ANTHOLOGY.exists():
        print(f"matching: {ANTHOLOGY} is not there")
        return
    collection = records()
    for match in (False, True):
        with TemporaryDirectory() as folder:
            result = evaluate(collection, queries, seed, Path(folder), match=match)
        hits = "the one nearest title" if match else "ten hits"
        print(f"matching, seed {seed}, {queries} queries, {hits} for each:")
        print_result(result)


def print_result(result: Result) -> None:
    print(f"  precision {result.precision}")
    print(f"  recall {result.recall}")
    print(f"  wrong DOIs told {result.misdirected}")
    print(f"  requests {result.requests}")
    for (held, status), count in sorted(result.statuses.items(), reverse=True):
        print(f"  {'held' if held else 'not held'}, {status}: {count}")
    for query, outcome in result.wrong:
        print(f"  wrong: {query.bib!r} is not {outcome.found[0].paper.title!r}")
    habits = Counter(habit for query, _ in result.missed for habit in query.habits)
    print("  missed, by habit: " + ", ".join(f"{name} {n}" for name, n in habits.most_common(6)))
