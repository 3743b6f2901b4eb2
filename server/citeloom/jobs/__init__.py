"""Runs long work in processes of its own, with progress and cancel; knows nothing of the work.

A child prints, crashes, hangs and fills memory without the parent's loop noticing more than a
message. What is here needs no signals and no fork, so that it is the same on Windows.
"""
