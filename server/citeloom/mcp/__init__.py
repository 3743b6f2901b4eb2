"""The server for agents: the Model Context Protocol on standard input and output."""
