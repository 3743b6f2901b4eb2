"""What is kept for the user: agreements, keys, data; and the state of the installation."""
