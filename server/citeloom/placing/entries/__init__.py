"""New .bib entries of papers, with keys and fields as their author writes them."""
