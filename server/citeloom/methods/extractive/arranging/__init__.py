"""Arrange statements as paragraphs: groups, order, leads and length."""
