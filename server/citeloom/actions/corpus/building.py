"""Build a corpus from a dump, embed it anew, and how much either sends to its embedder."""

from array import array
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citeloom.actions.corpus.corpus_embedder import CorpusEmbedder, check_embedder, embedding_of
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.lines import Lines
from citeloom.corpus.reading import BadLine, records_in
from citeloom.corpus.updating import Counts, Embed, Report, texts_to_embed, update
from citeloom.models.embedders.port import LONGEST, Embedder
from citeloom.models.usage import BYTES_A_TOKEN, MILLION
from citeloom.papers.collection import CorpusStore
from citeloom.plural import number_of
from citeloom.problem import InputError, Place

_LINES_WITHOUT_RECORD = 1_000
"""Lines at the beginning of a file of which none holds a record: then it is no dump."""


@dataclass(frozen=True, slots=True)
class CorpusUpdate:
    """What an update did, and how many records the corpus has now."""

    done: Counts
    records: int


async def build_corpus(
    dump: Path, place: CorpusPlace, report: Report, embedder: CorpusEmbedder | None = None
) -> CorpusUpdate:
    """Build a corpus, or bring the one that is there up to date; go on where a run was stopped.

    Without an embedder its records have no vectors.
    """
    check_dump(dump)
    size = Lines(dump).size
    with place.writing():
        if embedder is None:
            return await _fill(place.make_store(), dump, size, place, report, None)
        async with embedder.opened() as opened:
            store = place.make_store(await embedding_of(opened))
            return await _fill(store, dump, size, place, report, opened)


def check_dump(dump: Path) -> None:
    """Check that a dump begins with lines of which one at least holds a record."""
    first = ""
    for line, found in islice(records_in(Lines(dump)), _LINES_WITHOUT_RECORD):
        if not isinstance(found, BadLine):
            return
        first = first or f"line {line.number}: {found.why}"
    if first:
        raise InputError(
            f"it is not a valid dump: {first}", Place(dump), "see docs/corpus.md for the formats"
        )


async def _fill(
    store: CorpusStore,
    dump: Path,
    size: int,
    place: CorpusPlace,
    report: Report,
    embedder: Embedder | None,
) -> CorpusUpdate:
    with closing(store):
        embed: Embed | None = None
        if embedder is not None:
            await check_embedder(store, embedder, place)
            embed = embedder.embed
        done = await update(store, dump, embed, lambda standing: report(standing, size))
        return CorpusUpdate(done, store.count())


def texts_of_update(dump: Path, place: CorpusPlace, embedder: CorpusEmbedder) -> str:
    """Say how many texts building a corpus, or bringing it up to date, sends, and for how much.

    Empty where it sends none.
    """
    given = embedder.setup.settings
    store = place.open_store() if place.exists else None
    with closing(store) if store else nullcontext():
        texts = texts_to_embed(store, dump)
        # A dump may have millions, for which a list takes several times the memory.
        sizes = array("q", (len(f"{given.text_prefix}{it[:LONGEST]}".encode()) for it in texts))
    if not sizes:
        return ""
    tokens = -(-sum(sizes) // BYTES_A_TOKEN)
    said = f"{number_of(len(sizes), 'text')} of about {tokens:,} tokens"
    if not given.input_price:
        return said
    money = tokens * given.input_price / MILLION
    return f"{said}, about {money:,.2f} {embedder.setup.model.currency}"
