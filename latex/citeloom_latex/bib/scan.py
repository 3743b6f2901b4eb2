"""Reads any BibTeX text into facts, in one pass of regular expressions."""

from collections.abc import Iterable, Iterator

from citeloom_latex.bib.entries import BibPart, Entries
from citeloom_latex.bib.entry_boundaries import next_barrier
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.indexing import index_of
from citeloom_latex.bib.stored_parts import ReadPart
from citeloom_latex.spans import Span

# Characters of a part: enough to read it in bulk, few enough for most parts to be ASCII, which
# is faster, and for an edit to cost little.
PART = 1 << 14


def scan_bib(text: str, within: Span | None = None) -> BibFacts:
    """Read a BibTeX text, or what stands within a range of another one.

    Never raises; a broken entry gives what can be read of it and a problem, and never takes
    another entry along. The time is linear in the length of the text.
    """
    begin = 0 if within is None else within.start
    return facts_of(text, read_parts(text if within is None else within.of(text)), begin)


def read_parts(text: str) -> list[ReadPart]:
    """Read a text part by part."""
    return [ReadPart(len(part), index_of(part)) for part in parts_of(text)]


def facts_of(text: str, parts: Iterable[ReadPart], begin: int = 0) -> BibFacts:
    """Return the facts of what stands at ``begin`` in a text, from its parts."""
    pieces = []
    for part in parts:
        pieces.append(BibPart(part.index, text, begin, begin))
        begin += part.length
    return BibFacts(Entries(pieces))


def parts_of(text: str) -> Iterator[str]:
    """Cut a text at barriers into parts that can be read one by one."""
    start = 0
    while len(text) - start > 2 * PART:
        end = next_barrier(text, start + PART)
        yield text[start:end]
        start = end
    if start < len(text):
        yield text[start:]
