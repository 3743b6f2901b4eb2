"""Build a corpus from a dump, and bring it up to date with another."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.corpus.embedding import CorpusEmbedder, check_embedder, embedding_of
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.lines import Lines
from citeloom.corpus.port import CorpusError, CorpusStore
from citeloom.corpus.updating import Counts, Embed, Report, update
from citeloom.models.embedders.port import Embedder


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

    Raises
    ------
    InputError
        If the dump cannot be read, or there is a corpus already.
    """
    lines = Lines(dump)
    if place.exists and not place.bookmark.standing(lines.fingerprint()).line:
        with closing(place.open_store()) as store:
            count = store.count()
        if count:
            raise CorpusError(
                f"there is a corpus {place.where} already",
                advice="bring it up to date with 'citeloom corpus update', or name another place",
            )
    return await _update(dump, lines.size, place, report, embedder)


async def update_corpus(
    dump: Path, place: CorpusPlace, report: Report, embedder: CorpusEmbedder | None = None
) -> CorpusUpdate:
    """Bring a corpus up to date with a dump; see `build_corpus`.

    Raises
    ------
    InputError
        If the dump cannot be read, or there is no corpus.
    """
    place.open_store().close()
    return await _update(dump, Lines(dump).size, place, report, embedder)


async def _update(
    dump: Path,
    size: int,
    place: CorpusPlace,
    report: Report,
    embedder: CorpusEmbedder | None,
) -> CorpusUpdate:
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
