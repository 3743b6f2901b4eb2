"""Language models that the user's editor offers, asked through the editor itself."""
