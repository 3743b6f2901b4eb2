"""Rewrite a sentence of an abstract as a statement on its paper, in the third person."""
