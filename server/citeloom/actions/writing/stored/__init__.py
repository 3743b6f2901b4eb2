"""Texts that wait until they are inserted or discarded: how they are made, and their files."""
