"""What an endpoint answers that embeds texts: words to vectors, without any model."""

import zlib
from typing import Any

WIDTH = 8


def vector_of(text: str, width: int = WIDTH) -> list[float]:
    """Return a vector that counts a text's words, each at a place of its own."""
    vector = [0.0] * width
    for word in text.lower().split():
        vector[zlib.crc32(word.encode()) % width] += 1.0
    return vector


def embedding_answer(body: dict[str, Any]) -> dict[str, Any]:
    """Return the right answer to a request, the last vector first, as the standard allows."""
    texts = body["input"]
    data = [
        {"object": "embedding", "index": place, "embedding": vector_of(text, _width(body))}
        for place, text in enumerate(texts)
    ]
    tokens = sum(len(text.split()) for text in texts)
    return {
        "object": "list",
        "data": data[::-1],
        "model": body["model"],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _width(body: dict[str, Any]) -> int:
    width: int = body.get("dimensions", WIDTH)
    return width
