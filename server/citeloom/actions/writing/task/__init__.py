"""What a task of writing is made of."""
