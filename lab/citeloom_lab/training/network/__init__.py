"""The trained network: how probable it is that two papers share a topic, learnt from taxonomies."""
