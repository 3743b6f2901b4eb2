"""Related work from the cited abstracts themselves, with no language model."""
