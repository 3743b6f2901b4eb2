"""An outline of papers of which no abstract is known: what titles, venues and the draft tell."""
