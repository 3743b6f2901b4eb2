"""Folders of papers as papis keeps them, each paper with an ``info.yaml``."""
