"""Sections that related work is added to a draft in."""
