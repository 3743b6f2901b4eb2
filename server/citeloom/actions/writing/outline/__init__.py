"""The outline of a related work: its taxonomy as a text that its author can edit."""
