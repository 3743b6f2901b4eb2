"""From statements to paragraphs: groups, their order, their leads, the length of the whole."""
