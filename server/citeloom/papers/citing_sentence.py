"""What a full text says where it cites papers of a draft."""

from collections.abc import Mapping
from dataclasses import dataclass

from citeloom.papers.file_state import FileState


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
    """A full text, searched for sentences that cite papers of a draft.

    ``version`` identifies this state of the text. ``headings`` are those of its sections with text,
    in order, some of them empty; none if there is no text. ``searched`` are the ids of the papers
    that it was searched for, each with its name as `citeloom.papers.identity.asked_id` gives it;
    ``citing`` are the sentences that cite them. ``file`` is the file of the project that the text
    was read from; None for one that is kept for all projects.
    """

    paper_id: str
    version: str
    headings: tuple[str, ...]
    searched: Mapping[str, str]
    citing: tuple[CitingSentence, ...]
    file: FileState | None = None


@dataclass(frozen=True, slots=True)
class SearchedText:
    """The stored facts of a full text: its version, headings, and the papers searched for.

    ``searched`` are names of papers as `citeloom.papers.identity.asked_id` gives them.
    """

    version: str
    headings: tuple[str, ...]
    searched: frozenset[str]
