"""A project on disk or in the editor, read as a writing task."""
