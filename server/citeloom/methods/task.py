"""What a method is given: the draft and the references to write about."""

from dataclasses import dataclass
from hashlib import sha256

from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class DraftSection:
    """A section of the draft: its heading and its text, both plain."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class DraftText:
    """The draft as plain text, without its related-work section.

    ``abstract_source`` says what stands in ``abstract``: ``abstract``, ``introduction``,
    ``first words`` or ``nothing``. ``language`` is a BCP 47 tag (``en``).
    """

    title: str
    abstract: str
    abstract_source: str
    sections: tuple[DraftSection, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class WritingTask:
    """A task: write about ``references`` from the point of view of ``draft``.

    ``references`` come in the order in which the draft cites them. ``paragraphs`` and ``words``
    are what the user asked for, or None to let the method choose; ``seed`` decides every random
    choice; ``alternatives`` is how many further versions the user wants.
    """

    draft: DraftText
    references: tuple[Paper, ...]
    paragraphs: int | None = None
    words: int | None = None
    seed: int = 0
    alternatives: int = 0

    @property
    def digest(self) -> str:
        """A hash of all that a method reads of the task; it tells whether that has changed."""
        papers = [
            (one.id, one.key, one.title, [author.family for author in one.authors], one.abstract)
            for one in self.references
        ]
        draft = (self.draft.title, self.draft.abstract, self.draft.language)
        asked = (self.paragraphs, self.words, self.seed, self.alternatives)
        return sha256(repr((draft, papers, asked)).encode("utf-8", "replace")).hexdigest()
