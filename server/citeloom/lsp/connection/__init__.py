"""The connection to the editor: its messages, and whether it is still there."""
