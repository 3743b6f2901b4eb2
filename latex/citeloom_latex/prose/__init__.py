"""Turns LaTeX into the text that readers see, with each character's place in the source."""
