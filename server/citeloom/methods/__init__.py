"""Ways to write related work: one folder per method. Adding a method is adding a folder."""
