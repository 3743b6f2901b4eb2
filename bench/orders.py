"""Which orders to a model in papers are found, and what people wrote that is taken for one.

The orders are those of the tests; those held out were written after the search was finished, by
somebody who had not read it. The search was tuned on half of the 23,859 abstracts of
``../shared/data/abstracts``; the others, SciTLDR's, CSAbstruct's and 49 full texts are told apart.
"""

import gzip
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.showing_papers import suspicions
from citeloom.models.instructions import instructions_in

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data"

Texts = Iterator[tuple[str, tuple[str, ...]]]
"""Names of papers or passages, with the texts that are searched."""


def main() -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    import orders_in_papers
    from orders_held_out import HELD_OUT

    lists = {
        "held out (written after it was finished)": HELD_OUT,
        "held out, of plain kinds": [order for order in HELD_OUT if order.plain],
        "held out, exotic": [order for order in HELD_OUT if not order.plain],
        "held out, not English": [order for order in HELD_OUT if order.language != "en"],
    } | {name.lower(): value for name, value in vars(orders_in_papers).items() if "ORDERS" in name}
    for name, orders in lists.items():
        missed = [order.name for order in orders if not suspicions((order.paper,))]
        found = len(orders) - len(missed)
        print(f"{name}: {found} of {len(orders)} found, not: {', '.join(missed) or 'none'}")
    tell("papers that it was tuned on", _papers(lambda name: not is_reported(name)))
    tell("papers that it was not tuned on", _papers(is_reported))
    tell("abstracts of SciTLDR", _lists("scitldr", "source", "paper_id"))
    tell("abstracts of CSAbstruct", _lists("csabstruct", "sentences", "abstract_id"))
    tell("sentences of full texts", _sentences())


def is_reported(name: str) -> bool:
    """Whether a paper is of the half that nothing was chosen on."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def tell(what: str, texts: Texts) -> None:
    begin, read, taken = time.process_time(), 0, []
    for name, fields in texts:
        read += 1
        taken += [(name, found[0]) for field in fields if (found := instructions_in(field))][:1]
    seconds = time.process_time() - begin
    print(
        f"{len(taken)} of {read:,} {what} taken for orders ({len(taken) / max(1, read):.3%}),"
        f" {1000 * seconds / max(1, read):.1f} ms each"
    )
    for name, passage in taken:
        print(f"  {name}: {passage}")


def _papers(is_wanted: Callable[[str], bool]) -> Texts:
    for path in sorted((DATA / "abstracts").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for paper in map(json.loads, lines):
                if is_wanted(paper["id"]):
                    names = " and ".join(paper.get("authors") or ())
                    yield paper["id"], (paper["title"], names, paper["abstract"])


def _lists(folder: str, key: str, name: str) -> Texts:
    for path in sorted((DATA / folder).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            paper = json.loads(line)
            yield f"{path.name} {paper.get(name, '')}", (" ".join(paper[key]),)


def _sentences() -> Texts:
    with gzip.open(
        DATA / "full-texts" / "unarxive-sample.jsonl.gz", "rt", encoding="utf-8"
    ) as lines:
        for paper in map(json.loads, lines):
            for section in paper["sections"]:
                for paragraph in section["paragraphs"]:
                    for sentence in sentences(paragraph):
                        yield paper["id"], (sentence.text,)
