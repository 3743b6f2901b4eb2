"""Sentences that the extractive method makes of a paper's own."""

from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.papers.paper import Author, Paper

AUTHORS = tuple(map(Author, ("Li", "Wu", "Xu")))
PAPER = Paper("p", title="Parsing of dependency trees", authors=AUTHORS)


def rewritten(source: str) -> Rewriting:
    """What the method makes of a sentence of ``PAPER``."""
    return rewrite(clean(source), first_mention(PAPER, 0))


def shown(source: str) -> str:
    """The same as text; ``[p]`` where the paper is cited without its authors' names."""
    parts = rewritten(source).parts
    return "".join(part if isinstance(part, str) else part.names or " [p]" for part in parts)
