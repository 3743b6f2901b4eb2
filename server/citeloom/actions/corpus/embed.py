"""Embed the records of a corpus anew, by another embedder than before or for the first time."""

from contextlib import closing

from citeloom.actions.corpus.embedding import CorpusEmbedder, embedding_of
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.updating import Counts, Report, Standing
from citeloom.models.embedders.port import Embedder
from citeloom.papers.collection import CorpusStore, Embedding


async def embed_corpus(place: CorpusPlace, report: Report, embedder: CorpusEmbedder) -> int:
    """Embed all records, and return how many there are; nothing is done where that is so already.

    The corpus is searched as it was meanwhile; a run that was stopped goes on.
    """
    place.open_store().close()
    async with embedder.opened() as opened:
        with place.writing(), closing(place.open_store()) as old:
            count, wanted = old.count(), await embedding_of(opened)
            if old.embedding != wanted:
                await _embed_anew(place, old, opened, wanted, report)
            return count


async def _embed_anew(
    place: CorpusPlace, old: CorpusStore, embedder: Embedder, wanted: Embedding, report: Report
) -> None:
    with closing(place.open_next(wanted)) as new:
        count, done = old.count(), 0
        for papers in old.scan():
            known = new.papers([paper.id for paper in papers])
            missing = [paper for paper in papers if known.get(paper.id) != paper]
            if missing:
                new.put(missing, await embedder.embed([paper.text for paper in missing]))
            done += len(papers)
            report(Standing(Counts(new=done), done), count)
        for papers in new.scan():  # An earlier run may have taken what was deleted since.
            there = old.papers([paper.id for paper in papers])
            new.delete([paper.id for paper in papers if paper.id not in there])
        report(Standing(Counts(new=done), done, read=True), count)
        new.optimise()
    place.take_next()
