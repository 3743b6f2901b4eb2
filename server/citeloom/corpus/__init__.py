"""A large collection of papers that can be searched, and how it is built and kept up to date."""
