"""The command line: it converts, asks the actions and prints their answers."""
