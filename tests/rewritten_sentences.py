"""Sentences that the extractive method makes of a paper's own."""

from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.papers.paper import Author, Paper

AUTHORS = tuple(map(Author, ("Li", "Wu", "Xu")))
PAPER = Paper("p", title="Parsing of dependency trees", authors=AUTHORS)
BY_SMITH = Paper("p", title=PAPER.title, authors=(Author("Smith"),))
BY_NOBODY = Paper("p", title=PAPER.title)


def rewritten(source: str, paper: Paper = PAPER) -> Rewriting:
    """What the method makes of a sentence of a paper."""
    return rewrite(clean(source), first_mention(paper, 0))


def shown(source: str, paper: Paper = PAPER) -> str:
    """The same as text."""
    return text_of(rewritten(source, paper))


def text_of(rewriting: Rewriting) -> str:
    """Return the text; ``[p]`` where the paper is cited without its authors' names."""
    parts = rewriting.parts
    text = "".join(part if isinstance(part, str) else part.names or " [p]" for part in parts)
    return text.replace("et al..", "et al.")
