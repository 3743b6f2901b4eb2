"""How many words to write, and how long these are."""

from citeloom.methods.task import WritingTask

WORDS_A_REFERENCE = 40
TOKENS_A_WORD = 1.6
CHARACTERS_A_WORD = 6
_LEAST_WORDS = 120


def words_of(task: WritingTask) -> int:
    """Return how many words to write: as the user asked, else by the number of papers."""
    return task.words or max(_LEAST_WORDS, WORDS_A_REFERENCE * len(task.references))
