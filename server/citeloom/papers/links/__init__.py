"""Who cites whom, as services say it: values, the port, and a file for each service."""
