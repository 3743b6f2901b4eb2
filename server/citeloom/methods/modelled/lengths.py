"""How many words to write, and how long these are."""

from collections.abc import Sequence

from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

WORDS_A_REFERENCE = 25
"""As many as people's sections have for each reference (docs/measurements.md)."""
TOKENS_A_WORD = 1.6
CHARACTERS_A_WORD = 6
_LEAST_WORDS = 120
_WORDS_A_SENTENCE = 22
_TOLERATED = 0.15


def words_to_write(task: WritingTask) -> int:
    """Return how many words to write: as the user asked, else by the number of papers."""
    return task.words or max(_LEAST_WORDS, WORDS_A_REFERENCE * len(task.references))


def words_about(task: WritingTask, papers: Sequence[Paper]) -> int:
    """Return how many of the words are for some of the references."""
    return max(1, words_to_write(task) * len(papers) // len(task.references))


def length_in_words(words: int, paragraphs: int | None, references: int) -> str:
    """Say in a prompt how long a text may be, and how many references have to share a sentence."""
    number = "one" if paragraphs == 1 else paragraphs
    shape = f"{number} paragraph{'s' * (paragraphs != 1)}" if paragraphs else "paragraphs by theme"
    return f"Write at most {words} words, in {shape}.{sharing_in_words(words, references)}"


def sharing_in_words(words: int, references: int) -> str:
    """Say how many references have to share a sentence; nothing where each can have its own."""
    sharing = round(references * _WORDS_A_SENTENCE / words)
    share = f" Let one sentence cite about {sharing} papers that belong together."
    return share if sharing > 1 else ""


def length_warnings(words: int, task: WritingTask) -> list[str]:
    """Tell that a text of so many words is shorter or longer than the user asked for."""
    if task.words is None or abs(words - task.words) <= _TOLERATED * task.words:
        return []
    return [f"the model wrote {words} words; {task.words} were asked for"]
