"""What the user's own libraries on this machine say of papers."""
