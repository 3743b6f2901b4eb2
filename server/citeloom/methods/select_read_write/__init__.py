"""Select-Read-Write: full texts read section by section along a graph of the papers."""
