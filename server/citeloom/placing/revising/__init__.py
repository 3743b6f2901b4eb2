"""What an author has done to written text by the piece: sentences moved, left out, replaced."""
