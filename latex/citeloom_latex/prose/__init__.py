"""LaTeX to the words that a reader sees, each with its place in the source."""
