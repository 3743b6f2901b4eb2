"""Citegeist: papers ranked by how near they and their pages are to the draft, then summarised."""
