"""Runs long work in processes of its own, with progress and cancel; knows nothing of the work.

If a child prints, crashes, hangs or fills memory, the parent's loop notices no more than a
message. Nothing here needs signals or fork, so that it works the same on Windows.
"""
