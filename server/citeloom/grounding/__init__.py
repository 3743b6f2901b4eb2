"""What stands behind a written sentence, and how alike texts are."""
