"""What the methods share that write with a language model."""
