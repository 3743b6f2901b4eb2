"""Commands about a text against what its author has in the draft."""
