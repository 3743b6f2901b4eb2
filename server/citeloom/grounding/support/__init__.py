"""Whether the papers that a sentence cites say what the sentence says; no model is asked."""
