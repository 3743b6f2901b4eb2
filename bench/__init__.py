"""Benchmarks: ratios against a peer or a lower bound in the same run. No tests."""
