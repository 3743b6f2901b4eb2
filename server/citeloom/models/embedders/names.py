"""The names by which vectors are known: those of another name compare with none of them."""


def name_of_vectors(model: str, text_prefix: str) -> str:
    """Return the name of a model's vectors, for texts that each begin with a prefix."""
    return f"{model} after '{text_prefix}'" if text_prefix else model
