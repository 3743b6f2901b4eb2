"""The section that is written: its own text, the text between our marks, its number."""
