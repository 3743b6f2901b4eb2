"""What public services know of papers: one file for each."""
