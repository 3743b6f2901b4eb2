"""The user's agreements, keys and data, and the state of the installation."""
