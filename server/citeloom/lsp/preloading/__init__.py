"""What the server does before anybody asks for it."""
