"""What is said of citing sentences, where the setting ``claims`` asks for it."""
