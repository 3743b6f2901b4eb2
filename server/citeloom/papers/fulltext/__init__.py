"""The full text of a paper: by sections, with its references and where it cites them."""
