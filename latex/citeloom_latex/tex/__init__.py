"""Reading one LaTeX text."""
