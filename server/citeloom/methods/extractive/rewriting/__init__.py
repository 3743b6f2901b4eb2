"""From a sentence in an abstract to a statement on its paper, in the third person."""
