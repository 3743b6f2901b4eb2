"""Texts as a judge reads them: words, and ids of references in square brackets."""

from collections.abc import Sequence

from citeloom.methods.modelled.lengths import TOKENS_A_WORD, words_to_write
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_draft, show_paper, show_papers
from citeloom.methods.result import CitationMark
from citeloom.methods.task import Surroundings
from citeloom.models.quoting import Fence
from citeloom.models.tokens import text_tokens
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText, authors_text
from citeloom_lab.evaluation.example import Example

PROMPT_TOKENS = 500
"""A guess at what the prompt's own words, its schema and the endpoint's wrapping take."""


class ShownExample:
    """An example as judges are shown it; every text that authors or methods wrote is quoted."""

    def __init__(self, example: Example, fence: Fence) -> None:
        self._example, self._fence = example, fence
        self.ids = ShortIds(example.references)

    @property
    def draft(self) -> str:
        """The paper's title and abstract."""
        return show_draft(self._example.draft, self._fence)

    @property
    def title(self) -> str:
        return self._fence.quote(self._example.draft.title)

    @property
    def gold(self) -> str:
        """The text that the paper's authors wrote."""
        return self.text(authors_text(self._example))

    @property
    def references(self) -> str:
        """The references with their abstracts."""
        papers = self._example.references
        return show_papers(papers, Surroundings(), self.ids, self._fence)

    def reference(self, paper: Paper) -> str:
        return show_paper(paper, Surroundings(), self.ids, self._fence)

    def text(self, text: EvaluatedText) -> str:
        paragraphs = (
            " ".join(map(self.sentence, paragraph)) for paragraph in text.paragraphs if paragraph
        )
        return self._fence.quote("\n\n".join(paragraphs))

    def numbered(self, text: EvaluatedText) -> str:
        """Return the sentences of a text, each with its number."""
        lines = (f"{at}. {self.sentence(own)}" for at, own in enumerate(text.sentences, 1))
        return self._fence.quote("\n".join(lines))

    def listed(self, lines: Sequence[str]) -> str:
        """Return lines, each with its number."""
        return self._fence.quote("\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1)))

    def sentence(self, sentence: EvaluatedSentence) -> str:
        """Return a sentence with the ids of whom it cites, behind the names that it shows."""
        shown = []
        for part in sentence.parts:
            if isinstance(part, str):
                shown.append(part)
                continue
            known = [self.ids.short(paper) for paper in part.papers if self._is_known(paper)]
            unknown = len(part.papers) - len(known)
            ids = ", ".join([*known, *["?"] * unknown])
            shown.append(f"{_spaced(part)}[{ids}]" if ids else part.names)
        return " ".join("".join(shown).split())

    def _is_known(self, paper: str) -> bool:
        return any(reference.id == paper for reference in self._example.references)


def _spaced(mark: CitationMark) -> str:
    return f"{mark.names.rstrip()} " if mark.names else " "


def draft_tokens(example: Example) -> int:
    """Estimate the tokens of a paper's title and abstract."""
    return text_tokens(f"{example.draft.title} {example.draft.abstract}")


def paper_tokens(paper: Paper) -> int:
    """Estimate the tokens of a paper as a model is shown it."""
    return text_tokens(f"{paper.title} {paper.venue} {paper.abstract}") + 40


def reference_tokens(example: Example) -> int:
    """Estimate the tokens of all references."""
    return sum(map(paper_tokens, example.references))


def gold_tokens(example: Example) -> int:
    """Estimate the tokens of the authors' text."""
    return text_tokens(example.gold_words)


def written_tokens(words: int) -> int:
    """Estimate the tokens of a text of so many words."""
    return round(words * TOKENS_A_WORD)


def words_expected(example: Example, words: int | None) -> int:
    """Return about how many words a method writes."""
    return words_to_write(example.task(words))
