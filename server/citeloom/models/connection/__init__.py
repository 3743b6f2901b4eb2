"""The connection to an endpoint: requests, limits of what is read, errors in words."""
