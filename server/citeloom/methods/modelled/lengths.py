"""Lengths: how many words to write, and about how many tokens a text is."""

from collections.abc import Sequence

from citeloom.methods.modelled.mentions import mention_texts
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.papers.paper import Paper

PROMPT_TOKENS = 500
"""A guess at what the prompt's own words, its schema and the endpoint's wrapping take."""

_CHARACTERS_A_TOKEN = 4
WORDS_A_REFERENCE = 40
TOKENS_A_WORD = 1.6
TOKENS_A_REFERENCE = 120
"""Of new sentences on a reference, with all that an answer has around them."""

_LEAST_WORDS = 120


def text_tokens(text: str) -> int:
    """Estimate a text's tokens; scripts without spaces count one for each character."""
    wide = sum(character > "\u2e80" for character in text)
    return wide + (len(text) - wide) // _CHARACTERS_A_TOKEN + 1


def paper_tokens(paper: Paper, around: Surroundings | None = None) -> int:
    """Estimate the tokens of a paper as a model is shown it."""
    read = paper.abstract or " ".join(mention_texts(paper, around or Surroundings()))
    return text_tokens(f"{paper.title} {paper.venue} {read}") + 40


def words_of(task: WritingTask) -> int:
    """Return how many words to write: as the user asked, else by the number of papers."""
    return task.words or max(_LEAST_WORDS, WORDS_A_REFERENCE * len(task.references))


def words_about(task: WritingTask, papers: Sequence[Paper]) -> int:
    """Return how many of the words are for some of the references."""
    return max(1, words_of(task) * len(papers) // len(task.references))


def length_in_words(words: int, paragraphs: int | None) -> str:
    """Say in a prompt how long a text may be."""
    number = "one" if paragraphs == 1 else paragraphs
    shape = f"{number} paragraph{'s' * (paragraphs != 1)}" if paragraphs else "paragraphs by theme"
    return f"Write at most {words} words, in {shape}."
