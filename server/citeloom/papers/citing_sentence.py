"""What a full text says where it cites papers of a draft."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence, without its citation marks, and the ids of the papers that it cites.

    ``by`` is the id of the paper whose full text it stands in, ``at`` tells where in it: of two
    sentences of a text the later one has the larger. ``related_work`` tells whether it stands in a
    section about related work.
    """

    text: str
    paper_ids: tuple[str, ...]
    heading: str
    related_work: bool
    by: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class ReadText:
    """A full text that was searched for sentences that cite papers of a draft.

    ``version`` tells this state of the text from others; ``headings`` are those of its sections in
    order, the empty ones too, and none where there is no text. ``searched`` are the ids of the
    papers that it was searched for, ``citing`` all that it says of them.
    """

    paper_id: str
    version: str
    headings: tuple[str, ...]
    searched: tuple[str, ...]
    citing: tuple[CitingSentence, ...]


@dataclass(frozen=True, slots=True)
class SearchedText:
    """What the store knows of a full text: its version, its headings, whom it was searched for.

    ``searched`` are names of papers as `citeloom.papers.identity.asked_id` gives them.
    """

    version: str
    headings: tuple[str, ...]
    searched: frozenset[str]
