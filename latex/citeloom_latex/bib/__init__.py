"""Reading one BibTeX text."""
