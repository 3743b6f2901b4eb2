"""Entries of .bib files, new or completed: edits as values first."""
