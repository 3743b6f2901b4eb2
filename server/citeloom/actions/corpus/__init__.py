"""The corpus: a large collection of papers of the user's, built, updated and searched."""
