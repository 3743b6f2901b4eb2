"""Precision and recall of finding papers, over real HTTP, with their intervals."""

import asyncio
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.papers.finding.entry_habits import Query, make_query
from bench.papers.finding.search_client import SearchClient
from bench.papers.finding.search_service import Index, Record, serving
from citeloom.papers.from_bib import papers_of
from citeloom.papers.lookup import look_up
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

_NEIGHBOURS = 0.3
"""Share of the papers not held that are made from held ones: sequels, comments, namesakes."""

_AT_ONCE = 500


@dataclass(frozen=True)
class Share:
    """A share of a number of cases, with its 95 % interval.

    Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """

    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole

    @property
    def interval(self) -> tuple[float, float]:
        z = 1.959964
        middle = self.value + z * z / (2 * self.whole)
        spread = z * math.sqrt(
            self.value * (1 - self.value) / self.whole + z * z / (4 * self.whole**2)
        )
        below = 1 + z * z / self.whole
        return (middle - spread) / below, (middle + spread) / below

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.4f} ({low:.4f}-{high:.4f}; {self.part} of {self.whole})"


@dataclass(frozen=True)
class Result:
    """What came of all queries."""

    precision: Share
    recall: Share
    wrong: tuple[tuple[Query, Outcome], ...]
    missed: tuple[tuple[Query, Outcome], ...]
    statuses: Counter[tuple[bool, Status]]
    misdirected: Share
    requests: int


def queries(
    collection: Sequence[Record], number: int, seed: int
) -> tuple[list[Query], list[Record]]:
    """Make queries, half of them for papers that the service will not hold; give what it holds."""
    chance = random.Random(seed)
    shuffled = [one for one in collection if one.authors]
    chance.shuffle(shuffled)
    half = number // 2
    made = int(half * _NEIGHBOURS)
    held_out = shuffled[: half - made]
    out = {one.number for one in held_out}
    held = [one for one in collection if one.number not in out]
    asked = [(one, False) for one in held_out]
    asked += [(neighbour(one, held, chance), False) for one in shuffled[number : number + made]]
    asked += [(one, True) for one in shuffled[half : half + number - half]]
    numbers = {one.number for one in held}
    return [
        # A sequel without its subtitle is, word by word, an entry for the paper that is held.
        make_query(f"q{index}", record, there, held, chance, whole=not there and near)
        for index, (record, there) in enumerate(asked)
        for near in (record.number in numbers,)
    ], held


def neighbour(record: Record, held: Sequence[Record], chance: random.Random) -> Record:
    """Return a paper that is not this one, though much of it is the same."""
    other = chance.choice(held)
    title = record.title
    words = title.split()
    at = chance.randrange(len(words))
    swapped = [*words[:at], chance.choice(other.title.split()), *words[at + 1 :]]
    kind = chance.randrange(6)
    if kind == 0 and other.authors and set(other.authors).isdisjoint(record.authors):
        return replace(record, authors=other.authors)
    if kind == 1:
        return replace(
            record, title=chance.choice(["Comment on ", "Reply to ", "Erratum: "]) + title
        )
    if kind == 2:
        return replace(
            record, title=title + chance.choice([": Part II", " II", ", Part 2", " 2.0"])
        )
    if kind == 3:
        return replace(record, title=chance.choice(["Revisiting ", "Beyond ", "Un"]) + title)
    if kind == 4:
        return replace(record, title=f"{title}: {other.title}")
    if words[at].lower() == swapped[at].lower() or len(swapped[at]) < 4:
        return replace(record, title=f"{title} without {words[-1]}")
    return replace(record, title=" ".join(swapped))


def evaluate(
    collection: Sequence[Record], number: int, seed: int, folder: Path, *, match: bool = False
) -> Result:
    """Look every query's entry up as a user's entry is, in a new store; count what is right."""
    asked, held = queries(collection, number, seed)
    by_key = {one.key: one for one in asked}
    with serving(Index(held)) as address:
        outcomes, requests = asyncio.run(_look_up(asked, address, folder, match))
    wrong, missed = [], []
    right = 0
    statuses: Counter[tuple[bool, Status]] = Counter()
    told = wrong_dois = 0
    for outcome in outcomes:
        query = by_key[outcome.paper.key]
        statuses[query.held, outcome.status] += 1
        if "wrong DOI" in query.habits:
            wrong_dois += 1
            told += outcome.misdirected is not None
        is_right = (
            outcome.status is Status.MATCHED
            and query.held
            and outcome.found[0].paper.doi == query.record.doi
        )
        right += is_right
        if outcome.status is Status.MATCHED and not is_right:
            wrong.append((query, outcome))
        if query.held and not is_right:
            missed.append((query, outcome))
    matched = sum(count for (_, status), count in statuses.items() if status is Status.MATCHED)
    return Result(
        Share(right, matched),
        Share(right, sum(one.held for one in asked)),
        tuple(wrong),
        tuple(missed),
        statuses,
        Share(told, wrong_dois),
        requests,
    )


async def _look_up(
    asked: Sequence[Query], address: str, folder: Path, match: bool
) -> tuple[list[Outcome], int]:
    client = SearchClient(address, match=match)
    outcomes = []
    with Store.open(folder / f"{match}.sqlite") as store:
        for start in range(0, len(asked), _AT_ONCE):
            papers = papers_of_queries(asked[start : start + _AT_ONCE])
            outcomes += [one async for one in look_up(papers, [client], store)]
    await client.close()
    return outcomes, client.requests


def papers_of_queries(asked: Sequence[Query]) -> list[Paper]:
    """Read each entry as a .bib of its own: no other entry may help to understand it."""
    papers = []
    for query in asked:
        papers += papers_of(resolve([(query.bib, scan_bib(query.bib))]))
    return papers
