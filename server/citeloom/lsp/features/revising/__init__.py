"""What is offered for sentences and paragraphs of a written text."""
