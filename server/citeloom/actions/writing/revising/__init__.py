"""Sentences and paragraphs between the marks, changed one by one: each change waits as a text."""
