"""What a user can ask for. Values in, values out: the one place where the parts meet."""
