"""The author's own passages between our marks."""
