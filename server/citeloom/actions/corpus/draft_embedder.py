"""Who embeds the texts of a run: the draft, its references, and their pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.context import Context
from citeloom.actions.corpus.corpus_embedder import CorpusEmbedder
from citeloom.actions.writing.models import configured_embedder

if TYPE_CHECKING:
    from citeloom.models.embedders.port import Embedder


def draft_embedder(root: Path, context: Context, handed_over: str = "") -> CorpusEmbedder | None:
    """Return the embedder of the texts of a project with this root; None if none is configured.

    ``handed_over`` is as in `configured_embedder`.
    """
    setup = configured_embedder(handed_over)
    return CorpusEmbedder(setup, context.user.data_folder, root) if setup else None


def not_agreed(embedder: CorpusEmbedder) -> str:
    """Say that words count, because the user has not agreed to an embedder."""
    return (
        f"papers are compared by words: nothing is sent to {embedder.receiver} before you agree; "
        "run 'write' in a terminal to be asked"
    )


@asynccontextmanager
async def opened_embedder(embedder: CorpusEmbedder | None) -> AsyncIterator["Embedder | None"]:
    """Open an embedder; None if there is none, or the user has not agreed to it."""
    if embedder is None or not embedder.may_be_sent_to:
        yield None
        return
    async with embedder.opened() as opened:
        yield opened
