"""What methods share that write with a language model."""
