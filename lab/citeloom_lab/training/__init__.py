"""Train the parts that can learn."""
