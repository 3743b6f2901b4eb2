"""The tools, a file for each: arguments to an action, and its value to an answer."""
