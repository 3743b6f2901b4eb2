"""What commands are given: their arguments, a document, a request to write."""
