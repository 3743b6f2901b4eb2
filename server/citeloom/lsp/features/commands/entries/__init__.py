"""Commands that change entries of .bib files."""
