"""What the user is asked before something is sent, or written outside of the project."""
