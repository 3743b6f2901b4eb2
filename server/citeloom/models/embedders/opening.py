"""Opens the configured embedder."""

from citeloom.models.embedders.port import Embedder
from citeloom.models.embedders.setup import SENTENCE_TRANSFORMERS, EmbedderSetup
from citeloom.models.receiver import NO_RECEIVER, Receiver, check_receiver


def open_embedder(setup: EmbedderSetup, agreed: Receiver = NO_RECEIVER) -> Embedder:
    """Return the embedder; call it in a running event loop.

    ``agreed`` is whom the user has agreed to send texts to; anybody else is refused.
    """
    check_receiver(setup, agreed)
    if setup.provider == SENTENCE_TRANSFORMERS:
        from citeloom.models.embedders.with_sentence_transformers import (
            SentenceTransformersEmbedder,
        )

        return SentenceTransformersEmbedder(setup)
    from citeloom.models.connection.pace import Pace
    from citeloom.models.embedders.endpoint import EndpointEmbedder
    from citeloom.models.usage import Ledger, Limits

    given = setup.settings
    ledger = Ledger(Limits(given.calls, given.tokens, given.money, given.input_price))
    return EndpointEmbedder(setup, Pace(given.concurrency), ledger)
