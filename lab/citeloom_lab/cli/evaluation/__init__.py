"""``citeloom evaluate``: the command, and its answers in three forms."""
