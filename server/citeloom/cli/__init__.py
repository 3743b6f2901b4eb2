"""The command line: reads arguments, calls the actions and prints their answers."""
