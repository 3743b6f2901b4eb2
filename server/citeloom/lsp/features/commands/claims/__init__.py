"""Commands about what sentences say of the papers that they cite."""
