"""Rank sentences by how central they are: LexRank."""
