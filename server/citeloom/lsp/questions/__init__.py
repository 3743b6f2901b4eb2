"""What the user is asked before something is sent, written elsewhere or tried again."""
