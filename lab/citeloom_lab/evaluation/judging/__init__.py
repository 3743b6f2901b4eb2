"""Metrics that a language model judges, each as its paper defines it."""
