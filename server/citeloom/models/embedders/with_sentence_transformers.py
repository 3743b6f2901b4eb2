"""Embeds texts by a model that Sentence Transformers runs on this machine."""

import asyncio
from collections.abc import Sequence
from typing import Any

from citeloom.extras import import_library
from citeloom.models.embedders.port import TextEmbedder, Use, Vectors, unit_rows
from citeloom.models.embedders.setup import EXTRA, EmbedderSetup
from citeloom.problem import InputError


class SentenceTransformersEmbedder(TextEmbedder):
    """Embeds by a model that is on this machine already; it never downloads one.

    The model has a name, or is a folder. Vectors are cut to the width that the settings ask for.
    """

    def __init__(self, setup: EmbedderSetup) -> None:
        super().__init__(setup)
        self._loaded: Any = None

    async def _vectors(self, texts: Sequence[str], use: Use) -> Vectors:
        return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        if self._loaded is None:
            self._loaded = self._load()
        found = self._loaded.encode(
            list(texts),
            batch_size=self._settings.batch,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        asked = self._settings.dimensions
        if asked and found.shape[1] != asked:
            raise InputError(
                f"{self._settings.name} returns vectors with {found.shape[1]} dimensions, and "
                f"{asked} were asked for",
                advice="leave embeddings.dimensions out of config.toml",
            )
        return unit_rows(found)

    def _load(self) -> Any:
        library = import_library(
            "sentence_transformers", EXTRA, "the embedder 'sentence-transformers'"
        )
        model = self._settings.name
        try:
            return library.SentenceTransformer(
                model,
                local_files_only=True,
                trust_remote_code=False,
                truncate_dim=self._settings.dimensions or None,
            )
        except (OSError, ValueError) as error:
            raise InputError(
                f"the model {model} cannot be loaded from this machine: "
                f"{' '.join(str(error).split())[:200]}",
                advice=f"Citeloom downloads nothing; get the model with 'hf download {model}'",
            ) from None
