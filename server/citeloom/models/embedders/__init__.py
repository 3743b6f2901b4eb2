"""Embedders: texts to vectors, by an endpoint or by a library on this machine."""
