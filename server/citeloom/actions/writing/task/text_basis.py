"""What a text rests on, in the words that mark it wherever it is offered."""

from dataclasses import dataclass

TITLES_ALONE = "from titles alone"


@dataclass(frozen=True)
class TextBasis:
    """How many papers a text cites, and of how many of these the titles alone were known."""

    cited: int
    by_title: int
    by_model: bool = False

    @property
    def is_titles_alone(self) -> bool:
        return 0 < self.cited == self.by_title

    @property
    def mark(self) -> str:
        """The mark in a few words; empty where more than titles is known of all papers."""
        if not self.by_title:
            return ""
        return TITLES_ALONE if self.is_titles_alone else f"{self.by_title} by title alone"

    @property
    def note(self) -> str:
        """What the mark means, in a sentence or two; empty without a mark."""
        if not self.by_title:
            return ""
        if self.is_titles_alone:
            known = "Written from titles alone: no abstract of a cited paper was found."
        else:
            known = f"No abstract was found for {self.by_title} of {self.cited} papers."
        if self.by_model:
            return f"{known} What the model says about them is not from their texts: check it."
        if self.is_titles_alone:
            return f"{known} It is an outline: it groups the papers and says nothing else."
        return known

    @property
    def notice(self) -> str:
        """What to know before a run, in a few words; empty where more than titles is known."""
        if self.is_titles_alone:
            papers = "the paper" if self.cited == 1 else f"the {self.cited} papers"
            return f"{TITLES_ALONE}: no abstract of {papers} was found"
        if not self.by_title:
            return ""
        return f"{self.by_title} of {self.cited} papers by title alone"
