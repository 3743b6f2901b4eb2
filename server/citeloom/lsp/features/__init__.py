"""What the server answers, one file for each request; imported when first asked for."""
