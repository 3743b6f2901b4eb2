"""Zotero's library, read from a copy: SQLite opens, locks and changes nothing of Zotero's."""
