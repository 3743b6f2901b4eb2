"""The library that embeds on this machine."""

SENTENCE_TRANSFORMERS = "sentence-transformers"
EXTRA = "embeddings"
"""What brings it."""
