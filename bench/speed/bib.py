"""A .bib of 10,000 real entries: indexed, read, edited; beside bibtexparser 2 where it can.

Then the commands with one of 27 MB, `bench.speed.large_commands`.
"""

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable

import bibtexparser

from bench.shared.data import bib_text
from bench.shared.timing import Paired, paired
from bench.speed import large_commands
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.text import BibText
from citeloom_latex.spans import Span

ENTRIES = 10_000

HOSTILE = {
    "unclosed braces": "\n@a{b,c={",
    "unclosed braces on one line": "@a{b,c={",
    "unclosed quotes": '@a{b,c="',
    "unclosed parentheses": "@a(b,",
    "fields without an end": "\nx = {",
    "deep nesting": "{",
    "signs alone": "@",
    "unclosed preambles": '@preamble{"',
    "broken entries on one line": "@a{b,?} x ",
}


def main() -> None:
    """Print ratios."""
    text = bib_text(ENTRIES)
    print(f"{ENTRIES} real entries, {len(text) / 1e6:.1f} million characters:")

    def theirs() -> None:
        bibtexparser.parse_string(text)

    say("types, keys and ranges", paired(lambda: index(text), theirs), "bibtexparser 2")
    say(
        "every entry with its ranges taken out",
        paired(lambda: ranges(text), theirs),
        "bibtexparser 2",
    )
    say("all fields", paired(lambda: fields(text), theirs), "bibtexparser 2")
    say("a character typed", paired(_typing(text), lambda: index(text)), "scanning afresh")
    few, many = bib_text(1_000), bib_text(100_000)
    growth = paired(lambda: index(many), lambda: [index(few) for _ in range(100)])
    print(growth.line("100,000 entries", "100 times 1,000 entries"))
    growth = paired(lambda: fields(many), lambda: [fields(few) for _ in range(100)])
    print(growth.line("their fields", "100 times those of 1,000 entries"))
    for name, piece in HOSTILE.items():
        once, twice = hostile(piece, 200_000), hostile(piece, 400_000)
        print(_growth(name, once, twice).line(f"{name}, 400 KB", "200 KB"))
    _print_memory(text)
    large_commands.main()


def say(what: str, pair: Paired, peer: str) -> None:
    worst, best = 1 / max(pair.ratios), 1 / min(pair.ratios)
    print(
        f"{what}: {1 / pair.ratio:.1f} times as fast as {peer} ({worst:.1f}-{best:.1f}; "
        f"{pair.ours * 1e3:.2f} ms against {pair.theirs * 1e3:.1f} ms)"
    )


def index(text: str) -> BibFacts:
    return scan_bib(text)


def ranges(text: str) -> None:
    for entry in scan_bib(text).entries:
        _ = entry.type, entry.key, entry.key_span, entry.span


def fields(text: str) -> None:
    for entry in scan_bib(text).entries:
        _ = entry.fields


def hostile(piece: str, length: int) -> str:
    before = "" if "@" in piece else "@a{b,\n x = {"
    return before + piece * (length // len(piece)) + "\n@misc{last, year = 1}"


def _growth(name: str, once: str, twice: str) -> Paired:
    return paired(lambda: fields(twice), lambda: fields(once))


def _typing(text: str) -> Callable[[], None]:
    bib = BibText.of(text)
    places = random.Random(2)
    _ = len(bib.facts.entries)

    def typing() -> None:
        at = places.randrange(len(text))
        changed = bib.replaced(Span(at, at), "x").facts.entries
        for piece in changed.pieces:
            _ = piece.index
        around = changed.at(at)
        _ = len(changed), around and around.fields

    return typing


def _print_memory(text: str) -> None:
    size = sys.getsizeof(text)
    tracemalloc.start()
    facts = scan_bib(text)
    gc.collect()
    indexed = tracemalloc.get_traced_memory()[0]
    entries = list(facts.entries)
    _ = [entry.fields for entry in entries]
    read = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(
        f"memory beside the text's {size / 1e6:.1f} MB: {indexed / size:.2f} x for the index, "
        f"{read / size:.2f} x with every entry and field held"
    )
