"""Full texts from LaTeX sources, as arXiv gives them."""
