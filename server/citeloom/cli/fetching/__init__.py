"""`citeloom fetch`: the command, its words and its JSON, and what it writes into .bib files."""
