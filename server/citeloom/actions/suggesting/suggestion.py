"""A paper that a draft does not cite and might."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """A sentence of a draft: its file, its range there and its plain text."""

    path: Path
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A paper that a draft might cite, with what speaks for it.

    Parameters
    ----------
    paper
        All that is known of it; the draft does not cite it.
    score
        The larger, the better it fits. Comparable within one answer alone.
    sentence
        The sentence of the draft that it belongs to; None where it fits the draft as a whole.
    quote
        The sentence of its abstract that fits the best; its title where no abstract is known.
    cited_by
        Citation keys of the draft's references that cite it.
    cites
        Citation keys of the draft's references that it cites.
    sources
        Who knows it: ``corpus``, ``your .bib files``, ``papers that you cite``, or the names of
        services.
    key
        The citation key of its entry in the draft's .bib files; empty where it has none.
    """

    paper: Paper
    score: float
    sentence: DraftSentence | None
    quote: str
    cited_by: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    key: str = ""

    @property
    def people(self) -> str:
        """Who wrote it, as a text names them."""
        return author_names(self.paper)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What was found, the best first.

    ``notes`` say where nobody looked, why, and what would help.
    """

    found: tuple[Suggestion, ...]
    notes: tuple[str, ...] = ()
