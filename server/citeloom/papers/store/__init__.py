"""What is kept of papers for all projects of a user: one database, and whose word counts in it."""
