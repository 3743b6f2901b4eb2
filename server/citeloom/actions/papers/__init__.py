"""Papers: what is known of them, and how to fetch more."""
