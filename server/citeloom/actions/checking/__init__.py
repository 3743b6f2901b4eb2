"""Find what is wrong with a project."""
