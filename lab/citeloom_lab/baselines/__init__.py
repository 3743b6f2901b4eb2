"""The baselines of the papers: one question to a model, with all abstracts in it."""
