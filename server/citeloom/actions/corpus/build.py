"""Build a corpus from a dump, and bring it up to date with another."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.corpus.embedding import CorpusEmbedder, check_embedder, embedding_of
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus.lines import Lines
from citeloom.corpus.port import CorpusError, CorpusStore
from citeloom.corpus.updating import Counts, Embed, Report, update
from citeloom.keeping.private import make_private_folder
from citeloom.models.embedders.port import Embedder


@dataclass(frozen=True, slots=True)
class CorpusUpdate:
    """What an update did, and how many records the corpus has now."""

    done: Counts
    records: int


async def build_corpus(
    dump: Path, folder: CorpusFolder, report: Report, embedder: CorpusEmbedder | None = None
) -> CorpusUpdate:
    """Build a corpus; go on with one whose building was stopped.

    Without an embedder its records have no vectors.

    Raises
    ------
    InputError
        If the dump cannot be read, or there is a corpus already.
    """
    lines = Lines(dump)
    if folder.exists and not folder.bookmark.standing(lines.fingerprint()).line:
        store = folder.open_store()
        if store.count():
            raise CorpusError(
                f"there is a corpus in {folder.path} already",
                advice="bring it up to date with 'citeloom corpus update', or name another folder",
            )
    return await _update(dump, lines.size, folder, report, embedder)


async def update_corpus(
    dump: Path, folder: CorpusFolder, report: Report, embedder: CorpusEmbedder | None = None
) -> CorpusUpdate:
    """Bring a corpus up to date with a dump; see `build_corpus`.

    Raises
    ------
    InputError
        If the dump cannot be read, or there is no corpus.
    """
    folder.open_store().close()
    return await _update(dump, Lines(dump).size, folder, report, embedder)


async def _update(
    dump: Path,
    size: int,
    folder: CorpusFolder,
    report: Report,
    embedder: CorpusEmbedder | None,
) -> CorpusUpdate:
    make_private_folder(folder.path)
    with folder.writing():
        if embedder is None:
            return await _fill(folder.make_store(), dump, size, folder, report, None)
        async with embedder.opened() as opened:
            store = folder.make_store(await embedding_of(opened))
            return await _fill(store, dump, size, folder, report, opened)


async def _fill(
    store: CorpusStore,
    dump: Path,
    size: int,
    folder: CorpusFolder,
    report: Report,
    embedder: Embedder | None,
) -> CorpusUpdate:
    with closing(store):
        embed: Embed | None = None
        if embedder is not None:
            await check_embedder(store, embedder, folder.path)
            embed = embedder.embed
        done = await update(
            store, dump, embed, folder.bookmark, lambda standing: report(standing, size)
        )
        return CorpusUpdate(done, store.count())
