"""The citations between papers, by service: values, the port, and a file for each."""
