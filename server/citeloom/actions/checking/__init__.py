"""What is wrong with a project."""
