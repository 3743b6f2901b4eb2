"""What the tools that build a draft say of it: read as text, never run."""
