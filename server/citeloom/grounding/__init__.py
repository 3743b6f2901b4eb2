"""What stands behind a written sentence: its evidence, and which papers are covered."""
