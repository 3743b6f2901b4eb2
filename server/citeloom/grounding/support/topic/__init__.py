"""Whether a claim is about the papers that it cites."""
