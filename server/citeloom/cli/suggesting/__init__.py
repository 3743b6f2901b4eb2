"""``citeloom suggest``: the command and its JSON."""
