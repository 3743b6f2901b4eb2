"""Choose the sentence of an abstract that tells a paper best, by learned weights."""
