"""Puts a result into the author's file as LaTeX between marks, and finds it there again.

Only ``sidecar``, ``file_change`` and ``strip`` touch files; the rest takes text and returns values.
"""
