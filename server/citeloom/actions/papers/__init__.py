"""Papers: what is known about them, and how to fetch more."""
