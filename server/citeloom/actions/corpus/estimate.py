"""How much a command on a corpus will send to its embedder, known before anything is sent."""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.corpus.embedding import CorpusEmbedder
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.lines import Lines
from citeloom.corpus.updating import Counts, Report, Standing, texts_to_embed
from citeloom.models.embedders.port import LONGEST
from citeloom.models.usage import BYTES_A_TOKEN, MILLION


@dataclass(frozen=True, slots=True)
class SentTexts:
    """How many texts will be sent, and about how many tokens; ``money`` is None without a price."""

    texts: int
    tokens: int
    money: float | None = None
    currency: str = ""


def texts_of_update(
    dump: Path, place: CorpusPlace, report: Report, embedder: CorpusEmbedder
) -> SentTexts:
    """Return what building a corpus, or bringing it up to date, will send."""
    size = Lines(dump).size

    def tell(standing: Standing) -> None:
        report(standing, size)

    if not place.exists:
        return _counted(texts_to_embed(None, dump, tell), embedder)
    with closing(place.open_store()) as store:
        return _counted(texts_to_embed(store, dump, tell), embedder)


def texts_of_embedding(place: CorpusPlace, report: Report, embedder: CorpusEmbedder) -> SentTexts:
    """Return what embedding a corpus anew will send, at most: a part may be done."""
    with closing(place.open_store()) as store:
        if embedder.gives(store.embedding):
            return SentTexts(0, 0)
        count = store.count()

        def texts() -> Iterable[str]:
            done = 0
            for papers in store.scan():
                done += len(papers)
                report(Standing(Counts(unchanged=done), done), count)
                yield from (paper.text for paper in papers)

        return _counted(texts(), embedder)


def _counted(texts: Iterable[str], embedder: CorpusEmbedder) -> SentTexts:
    given = embedder.setup.settings
    count = size = 0
    for text in texts:
        count += 1
        size += len(given.text_prefix.encode()) + len(text[:LONGEST].encode())
    tokens = -(-size // BYTES_A_TOKEN)
    money = tokens * given.input_price / MILLION if given.input_price else None
    return SentTexts(count, tokens, money, embedder.setup.model.currency)
