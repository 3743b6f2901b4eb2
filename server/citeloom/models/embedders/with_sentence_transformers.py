"""Embeds texts by a model that Sentence Transformers runs on this machine."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from citeloom.extras import import_library
from citeloom.models.embedders.libraries import EXTRA
from citeloom.models.embedders.port import TextEmbedder, Use, Vectors, unit_rows
from citeloom.problem import InputError


class SentenceTransformersEmbedder(TextEmbedder):
    """Embeds by a model that is on this machine already; it never downloads one.

    Parameters
    ----------
    model
        The model's name, or the folder that it is in.
    dimensions
        To how many numbers the vectors are cut; 0 for all.
    """

    def __init__(
        self, model: str, prefixes: Mapping[Use, str], dimensions: int, batch: int
    ) -> None:
        super().__init__(f"sentence-transformers/{model}", prefixes, dimensions)
        self._model, self._cut, self._batch = model, dimensions, batch
        self._loaded: Any = None

    async def _vectors(self, texts: Sequence[str], use: Use) -> Vectors:
        return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        if self._loaded is None:
            self._loaded = self._load()
        found = self._loaded.encode(
            list(texts), batch_size=self._batch, convert_to_numpy=True, show_progress_bar=False
        )
        if self._cut and found.shape[1] != self._cut:
            raise InputError(
                f"{self._model} gives vectors of {found.shape[1]} numbers, and {self._cut} were "
                "asked for",
                advice="leave embeddings.dimensions out of config.toml",
            )
        return unit_rows(found)

    def _load(self) -> Any:
        library = import_library(
            "sentence_transformers", EXTRA, "the embedder 'sentence-transformers'"
        )
        try:
            return library.SentenceTransformer(
                self._model,
                local_files_only=True,
                trust_remote_code=False,
                truncate_dim=self._cut or None,
            )
        except (OSError, ValueError) as error:
            raise InputError(
                f"the model {self._model} cannot be loaded from this machine: "
                f"{' '.join(str(error).split())[:200]}",
                advice=f"nothing is downloaded unasked; 'hf download {self._model}' brings it",
            ) from None
