"""Commands about the language model: what there is, and which one is asked."""
