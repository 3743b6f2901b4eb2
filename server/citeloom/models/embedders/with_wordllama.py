"""Embeds texts by WordLlama, a small static model inside of its package."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from citeloom.extras import import_library
from citeloom.models.embedders.libraries import LIBRARIES, WORDLLAMA
from citeloom.models.embedders.port import TextEmbedder, Use, Vectors, batches, unit_rows

_DIMENSIONS = 256
_BATCH = 64
_CHARACTERS_AT_ONCE = 64_000
"""All texts of a batch are padded to the longest, and each token takes a kilobyte."""


class WordLlamaEmbedder(TextEmbedder):
    """Embeds by the model that the package brings; it never asks the network for another one."""

    def __init__(self) -> None:
        super().__init__("wordllama/l2_supercat_256", {}, _DIMENSIONS)
        self._loaded: Any = None

    async def _vectors(self, texts: Sequence[str], use: Use) -> Vectors:
        return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        if self._loaded is None:
            self._loaded = _load()
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        split = batches([texts[place] for place in order], _BATCH, _CHARACTERS_AT_ONCE)
        # Its own norm divides by zero where a text has no token.
        found = [self._loaded.embed(list(batch), batch_size=len(batch)) for batch in split]
        rows = np.empty((len(texts), _DIMENSIONS), np.float32)
        rows[order] = unit_rows(np.concatenate(found))
        return rows


def _load() -> Any:
    """Load the model from the package's own folder.

    0.4.0.post1 looks for the tokenizer's file in a folder ``tokenizer``, but brings one called
    ``tokenizers``, which it looks for in the cache alone; so the package is named as the cache.
    """
    silencer = logging.NullHandler()
    # The import sets up logging for the whole process where nobody has done so.
    logging.getLogger().addHandler(silencer)
    try:
        library = import_library(WORDLLAMA, LIBRARIES[WORDLLAMA], "the embedder 'wordllama'")
    finally:
        logging.getLogger().removeHandler(silencer)
    folder = Path(str(library.__file__)).parent
    return library.WordLlama.load(cache_dir=folder, disable_download=True)
