"""Sentences that the extractive method makes of a paper's own, and its texts of them."""

import asyncio

from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import Statement, as_it_stands, by_authors
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.methods.extractive.text.refusing import is_damaged, never_chosen
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Author, Paper

AUTHORS = tuple(map(Author, ("Li", "Wu", "Xu")))
PAPER = Paper("p", title="Parsing of dependency trees", authors=AUTHORS)
BY_SMITH = Paper("p", title=PAPER.title, authors=(Author("Smith"),))
BY_NOBODY = Paper("p", title=PAPER.title)


def rewritten(source: str, paper: Paper = PAPER) -> Statement | None:
    """What the method makes of a sentence of a paper; None where it tells nothing by it."""
    text = clean(source)
    if never_chosen(text) or is_damaged(text):
        return None
    return by_authors(text, first_mention(paper)) or as_it_stands(text, paper.id)


def is_of_authors(source: str) -> bool:
    """Tell whether a sentence is told as what its authors did."""
    return by_authors(clean(source), first_mention(PAPER)) is not None


def shown(source: str, paper: Paper = PAPER) -> str:
    """The same as text."""
    statement = rewritten(source, paper)
    return text_of(statement) if statement else ""


def text_of(statement: Statement) -> str:
    """Return the text; ``[p]`` where the paper is cited without its authors' names."""
    parts = statement.parts
    text = "".join(part if isinstance(part, str) else part.names or " [p]" for part in parts)
    return text.replace("et al..", "et al.")


def written(task: WritingTask, method: str = "extractive", **set_to: object) -> Result:
    """Return what a method that asks no model writes."""
    chosen = method_named(method)
    return asyncio.run(chosen.write(task, chosen.parameters(**set_to), Ports()))


def sentences_of(result: Result) -> list[str]:
    """Return the text of each sentence."""
    return [sentence.text for part in result.paragraphs for sentence in part.sentences]
