"""Read abstracts: clean their sentences, tell their language and their usable sentences."""
