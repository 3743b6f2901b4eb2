"""What a draft is built of, and how: .bib files, paths, and what other tools say, never run."""
