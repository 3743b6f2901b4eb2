"""References that a corpus has for a draft."""

from dataclasses import dataclass

from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class FoundReferences:
    """Papers of a corpus that a draft's related work is to be about, the best first.

    ``by`` says by whom they were compared with the draft, as the trace of Citegeist does;
    ``named`` is what the user calls the collection.
    """

    papers: tuple[Paper, ...]
    by: str
    warnings: tuple[str, ...] = ()
    named: str = "the corpus"
