"""One LaTeX or BibTeX text to facts with exact ranges, and facts back to safe LaTeX.

Text in, values out: nothing here reads a file, and no text makes it raise.
"""
