"""How well sentences are checked against the papers that they cite."""
