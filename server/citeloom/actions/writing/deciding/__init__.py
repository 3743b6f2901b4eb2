"""Whose words stand where the author and a waiting text changed the same."""
