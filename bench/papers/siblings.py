"""How often entries are matched that are damaged, beside papers that are nearly theirs.

``python -m bench siblings [ENTRIES [SEED [TIMES]]]``. Each habit of ``entry_habits`` is drawn
``TIMES`` as often as people have it. Every fourth entry's paper is not held; beside each stand
three siblings made of it and the six papers with the nearest titles. Seeds 5 and 6 were looked at.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process

from bench.papers.finding.entry_habits import HABITS, Query, make_query
from bench.papers.finding.evaluation import Share, neighbour, papers_of_queries
from bench.papers.finding.search_client import found_of
from bench.papers.finding.search_service import Record, records
from bench.shared.data import ANTHOLOGY
from citeloom.papers.matching import judge

_PAPERS, _SIBLINGS, _NEAREST = 12_000, 3, 6
_MOST_OFTEN = 0.6


def main() -> None:
    given = [float(argument) for argument in sys.argv[1:]]
    entries, seed, times = [*given, *(500, 6, 1)[len(given) :]]
    if not ANTHOLOGY.exists():
        print(f"siblings: {ANTHOLOGY} is not there")
        return
    chance = random.Random(int(seed))
    told = [it for it in records() if it.authors and len(it.title.split()) > 2]
    held = random.Random(99).sample(told, _PAPERS)
    titles = [it.title.lower() for it in held]
    habits = {name: min(_MOST_OFTEN, often * times) for name, often in HABITS.items()}
    right = taken = asked = there = 0
    missed: Counter[str] = Counter()
    for number in range(int(entries)):
        meant = chance.choice(held)
        query = make_query(f"q{number}", meant, number % 4 != 0, held, chance, habits=habits)
        match, offered = _judged(query, _hits(query, held, titles, chance))
        there += query.held
        taken += bool(match)
        if query.held and match == meant.doi:
            right += 1
        elif query.held:
            asked += not match and meant.doi in offered
            missed.update(query.habits)
    print(f"siblings, seed {seed:g}, {entries:g} entries, damaged {times:g} times as often:")
    print(f"  precision {Share(right, taken)}")
    print(f"  recall {Share(right, there)}; with one question {Share(right + asked, there)}")
    print("  missed, by habit: " + ", ".join(f"{name} {n}" for name, n in missed.most_common(6)))


def _judged(query: Query, hits: Sequence[Record]) -> tuple[str, list[str]]:
    """Return the DOI of the match, empty without one, and those of the papers that are offered."""
    (paper,) = papers_of_queries([query])
    verdict = judge(paper, [found_of(it.answer()).paper for it in hits])
    return verdict.match.doi if verdict.match else "", [it.doi for it in verdict.candidates]


def _hits(
    query: Query, held: Sequence[Record], titles: Sequence[str], chance: random.Random
) -> list[Record]:
    meant = query.record
    near = process.extract(meant.title.lower(), titles, scorer=fuzz.ratio, limit=_NEAREST + 1)
    others = [held[at] for _, _, at in near if held[at].number != meant.number][:_NEAREST]
    siblings: list[Record] = []
    while len(siblings) < _SIBLINGS:
        made = neighbour(meant, held, chance)
        # A title that goes on with all of another one is what a dropped subtitle leaves.
        if not made.title.startswith(f"{meant.title}: "):
            year = meant.year + chance.choice([0, 0, 1, -1, 2])
            doi = f"10.5555/{query.key}.{len(siblings)}"
            siblings.append(replace(made, number=0, doi=doi, acl_id="", year=year))
    hits = [*siblings, *others, *([meant] if query.held else [])]
    chance.shuffle(hits)
    return hits
