"""Citeloom writes the related-work section of a LaTeX paper from the papers that it cites."""

__version__ = "0.1.0"
