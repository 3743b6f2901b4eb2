"""The one place that opens connections: to whom, how often, how much, and what is told of it."""
