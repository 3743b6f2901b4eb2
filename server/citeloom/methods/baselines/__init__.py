"""What the papers compare with: one question to a model, with all abstracts in it."""
