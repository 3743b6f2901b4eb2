"""The embedder of a corpus, and whether texts may be sent to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.actions.user.sending_agreement import NO_RECEIVER, has_agreed, keep_agreement
from citeloom.actions.writing.models import configured_embedder
from citeloom.models.embedders.opening import open_embedder
from citeloom.models.embedders.setup import EmbedderSetup
from citeloom.papers.collection import CorpusError, CorpusStore, Embedding

if TYPE_CHECKING:
    from citeloom.models.embedders.port import Embedder

_CONFIGURED = "set the embedding model in [embeddings] of config.toml (see docs/configuration.md)"


@dataclass(frozen=True, slots=True)
class CorpusEmbedder:
    """The configured embedder, for a corpus or for a draft.

    ``agreed_for`` stands in agreements for what is sent: for a corpus its ``agreed_as``, for a
    draft the root of its project.
    """

    setup: EmbedderSetup
    data_folder: Path
    agreed_for: Path

    @property
    def may_be_sent_to(self) -> bool:
        """Whether it is on this machine, or the user has agreed to it."""
        receiver = self.setup.receiver
        return self.setup.is_local or has_agreed(self.data_folder, self.agreed_for, receiver)

    @property
    def is_free(self) -> bool:
        """Whether it is on this machine and has no price, so that nobody needs to know how much."""
        return self.setup.is_local and not self.setup.settings.input_price

    @property
    def receiver(self) -> str:
        """Who is sent texts, in words."""
        return f"{self.setup.name} at {self.setup.host}"

    def gives(self, embedding: Embedding) -> bool:
        """Tell whether the embedder gives such vectors, as far as the settings say."""
        setup = self.setup
        known_width = setup.settings.dimensions in (0, embedding.dimensions)
        return setup.vectors == embedding.name and known_width

    def agree(self) -> None:
        """Keep that the user agrees to sending these texts, and what is searched by."""
        keep_agreement(self.data_folder, self.agreed_for, self.setup.receiver)

    @asynccontextmanager
    async def opened(self) -> "AsyncIterator[Embedder]":
        """Open it.

        Raises
        ------
        InputError
            If the user has not agreed to it.
        """
        agreed = self.setup.receiver if self.may_be_sent_to else NO_RECEIVER
        embedder = open_embedder(self.setup, agreed)
        try:
            yield embedder
        finally:
            await embedder.close()


def corpus_embedder(context: Context, place: CorpusPlace) -> CorpusEmbedder | None:
    """Return the embedder of a corpus; None if its records have or get no vectors.

    Raises
    ------
    InputError
        If the settings are wrong, the corpus cannot be used, or it has vectors and no embedder is
        configured.
    """
    embedder = _configured(context, place)
    if place.exists:
        with closing(place.open_store()) as store:
            name = store.embedding.name
        if not name:
            return None
        if embedder is None:
            raise CorpusError(
                f"the corpus {place.where} was embedded with {name}, but no embedder is configured",
                advice=_CONFIGURED,
            )
    return embedder


def search_embedder(context: Context, place: CorpusPlace) -> CorpusEmbedder | None:
    """Return the embedder for the queries of a corpus, or None to search by words alone.

    It is None where the corpus has no vectors, or those of another embedder.
    """
    embedder = _configured(context, place)
    if embedder is None or not place.exists:
        return None
    with closing(place.open_store()) as store:
        return embedder if embedder.gives(store.embedding) else None


def _configured(context: Context, place: CorpusPlace) -> CorpusEmbedder | None:
    setup = configured_embedder()
    return CorpusEmbedder(setup, context.user.data_folder, place.agreed_as) if setup else None


async def embedding_of(embedder: "Embedder") -> Embedding:
    """Return the name and width of vectors that a corpus keeps of its embedder."""
    return Embedding(embedder.name, await embedder.dimensions())


async def check_embedder(store: CorpusStore, embedder: "Embedder", place: CorpusPlace) -> None:
    """Refuse an embedder whose vectors do not compare with those of a corpus.

    Raises
    ------
    CorpusError
        If the corpus has vectors of another name or width.
    """
    own, other = store.embedding, await embedding_of(embedder)
    if own != other:
        raise CorpusError(
            f"the corpus {place.where} was embedded with {embedding_words(own)}, but config.toml "
            f"names {embedding_words(other)}: their vectors cannot be compared",
            advice="name the earlier one, or build a corpus at another place",
        )


def embedding_words(embedding: Embedding) -> str:
    """Say who embeds a corpus, and how wide the vectors are."""
    return f"{embedding.name or 'nobody'} ({embedding.dimensions} dimensions)"
