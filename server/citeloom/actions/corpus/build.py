"""Build a corpus from a dump, and bring it up to date with another."""

from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citeloom.actions.corpus.embedding import CorpusEmbedder, check_embedder, embedding_of
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.lines import Lines
from citeloom.corpus.port import CorpusError, CorpusStore
from citeloom.corpus.reading import BadLine, records_in
from citeloom.corpus.updating import Counts, Embed, Report, update
from citeloom.models.embedders.port import Embedder
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
    """Build a corpus; go on with one whose building was stopped.

    Without an embedder its records have no vectors.
    """
    check_build(dump, place)
    return await _update(dump, place, report, embedder)


async def update_corpus(
    dump: Path, place: CorpusPlace, report: Report, embedder: CorpusEmbedder | None = None
) -> CorpusUpdate:
    """Bring a corpus up to date with a dump; see `build_corpus`."""
    check_update(dump, place)
    return await _update(dump, place, report, embedder)


def check_build(dump: Path, place: CorpusPlace) -> None:
    """Check that a corpus can be built from a dump."""
    lines = Lines(dump)
    if place.exists and not place.bookmark.is_of(lines.fingerprint()):
        with closing(place.open_store()) as store:
            count = store.count()
        if count:
            raise CorpusError(
                f"there is a corpus {place.where} already",
                advice="bring it up to date with 'citeloom corpus update', or name another place",
            )
    _check_records(dump, lines)


def check_update(dump: Path, place: CorpusPlace) -> None:
    """Check that a corpus can be updated from a dump."""
    place.open_store().close()
    _check_records(dump, Lines(dump))


def _check_records(dump: Path, lines: Lines) -> None:
    """Check that a dump begins with lines of which one at least holds a record."""
    first = ""
    for line, found in islice(records_in(lines.after(0)), _LINES_WITHOUT_RECORD):
        if not isinstance(found, BadLine):
            return
        first = first or f"line {line.number}: {found.why}"
    if first:
        raise InputError(f"it is no dump: {first}", Place(dump), "docs/corpus.md says what one is")


async def _update(
    dump: Path,
    place: CorpusPlace,
    report: Report,
    embedder: CorpusEmbedder | None,
) -> CorpusUpdate:
    size = Lines(dump).size
    with place.writing():
        if embedder is None:
            return await _fill(place.make_store(), dump, size, place, report, None)
        async with embedder.opened() as opened:
            store = place.make_store(await embedding_of(opened))
            return await _fill(store, dump, size, place, report, opened)


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
        done = await update(
            store, dump, embed, place.bookmark, lambda standing: report(standing, size)
        )
        return CorpusUpdate(done, store.count())
