"""The commands; each works from a client that has nothing but ``workspace/executeCommand``."""
