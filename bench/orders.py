"""Which orders to a model in papers are found, and how many abstracts of people are taken for one.

The orders are those of the tests; the abstracts are the 23,859 of ``../shared/data/abstracts``.
"""

import gzip
import json
import sys
import time
from pathlib import Path

from citeloom.methods.modelled.showing_papers import suspicions
from citeloom.models.instructions import instructions_in

ROOT = Path(__file__).parents[1]
ABSTRACTS = ROOT.parent / "shared" / "data" / "abstracts"


def main() -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    import orders_in_papers

    lists = {name: value for name, value in vars(orders_in_papers).items() if "ORDERS" in name}
    for name, orders in lists.items():
        missed = [order.name for order in orders if not suspicions((order.paper,))]
        found = len(orders) - len(missed)
        print(f"{name.lower()}: {found} of {len(orders)} found, not: {', '.join(missed) or 'none'}")
    begin, read, taken = time.perf_counter(), 0, []
    for path in sorted(ABSTRACTS.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                paper = json.loads(line)
                names = " and ".join(paper.get("authors") or ())
                read += 1
                for field in (paper["title"], names, paper["abstract"]):
                    taken += [(paper["id"], passage) for passage in instructions_in(field)[:1]]
    seconds = time.perf_counter() - begin
    wrong = len({paper for paper, _ in taken})
    share = wrong / max(1, read)
    print(f"{wrong} of {read:,} papers taken for an order ({share:.3%}), in {seconds:.0f} s")
    for paper, passage in taken:
        print(f"  {paper}: {passage}")
