"""Tell what the sentences of an abstract are for: background, objective, method, result, other."""
