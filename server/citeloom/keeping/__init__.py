"""Keeps files: private to the user, written in one step; opens databases."""
