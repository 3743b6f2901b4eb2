"""Language models: what may be asked of one, and the endpoints that answer."""
