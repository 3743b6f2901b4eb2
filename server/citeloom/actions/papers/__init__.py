"""Papers: what is known of them, and how more is found."""
