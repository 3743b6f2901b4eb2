"""Reading abstracts: words, language, and what each sentence is for."""
