"""Full texts from PDFs: pages, lines in reading order, headings, paragraphs, references."""
