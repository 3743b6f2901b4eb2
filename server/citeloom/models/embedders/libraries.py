"""Libraries that embed on this machine."""

WORDLLAMA = "wordllama"
SENTENCE_TRANSFORMERS = "sentence-transformers"
LIBRARIES = {WORDLLAMA: "wordllama", SENTENCE_TRANSFORMERS: "embeddings"}
"""Each by the name of its package, with the extra that brings it."""
