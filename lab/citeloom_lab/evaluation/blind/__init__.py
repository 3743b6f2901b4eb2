"""Texts to be judged by a person who does not see which method wrote them."""
