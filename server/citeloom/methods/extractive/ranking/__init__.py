"""Rank sentences: LexRank, TextRank, and our own ranker on top of them."""
