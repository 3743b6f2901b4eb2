"""The commands that write related work, weave references into it, and revise it."""
