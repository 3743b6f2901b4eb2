"""What a paper is, where papers come from, and the local store."""
