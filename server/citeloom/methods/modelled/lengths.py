"""Lengths: how many words to write, and about how many tokens a text is."""

from citeloom.methods.modelled.mentions import mention_texts
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.models.tokens import text_tokens
from citeloom.papers.paper import Paper

PROMPT_TOKENS = 500
"""A guess at what the prompt's own words, its schema and the endpoint's wrapping take."""

WORDS_A_REFERENCE = 40
TOKENS_A_WORD = 1.6
CHARACTERS_A_WORD = 6
TOKENS_A_REFERENCE = 120
"""Of new sentences on a reference, with all that an answer has around them."""

_LEAST_WORDS = 120


def paper_tokens(paper: Paper, around: Surroundings | None = None) -> int:
    """Estimate the tokens of a paper as a model is shown it."""
    read = paper.abstract or " ".join(mention_texts(paper, around or Surroundings()))
    return text_tokens(f"{paper.title} {paper.venue} {read}") + 40


def words_of(task: WritingTask) -> int:
    """Return how many words to write: as the user asked, else by the number of papers."""
    return task.words or max(_LEAST_WORDS, WORDS_A_REFERENCE * len(task.references))
