"""Citation keys: where they stand, which fit, which are missing or doubled."""
