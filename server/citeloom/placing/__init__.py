"""From a result to LaTeX with the project's keys, into the author's file between marks, and back.

Text in, values out, but for ``sidecar``, ``apply``, ``atomic`` and the folder's end in ``strip``.
"""
