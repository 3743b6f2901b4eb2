"""A draft with a preprint, an entry that lacks much and one that may be two papers."""

from projects import sample

DRAFT = sample("changing_entries")
