"""The names under which the cache keeps the full text of a paper."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.papers.file_state import FileState, file_state
from citeloom.papers.identity import IDENTIFIERS, asked_id, identifier_ids, title_id
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import merge_answers


@dataclass(frozen=True, slots=True)
class TextName:
    """The name of a full text in the cache, and the file of a project that it was read from.

    ``file`` is None for a text that is kept for all projects.
    """

    name: str
    file: FileState | None = None


def names_in_cache(outcome: Outcome) -> tuple[str, ...]:
    """Return the names under which a paper's full text may be kept, the best first.

    An identifier that leads to another paper is none of them.
    """
    paper = outcome.paper
    proved = identifier_ids(proved_paper(outcome))
    is_wrong = paper.id in identifier_ids(paper) and paper.id not in proved
    names = (*proved, title_id(paper) if is_wrong else paper.id, title_id(paper))
    return tuple(dict.fromkeys(filter(None, names))) or (paper.id,)


def names_of_attached(own: Paper, files: Iterable[Path]) -> tuple[TextName, ...]:
    """Return the names of the texts of files that a project attaches to a paper.

    Each is valid for one state of the file and one state of the entry; ``own`` is the paper as the
    .bib has it. No other project has it, unless it attaches the same file to such an entry.
    """
    states = [state for path in files if (state := file_state(path))]
    return tuple(name_of_attached(own, state) for state in states)


def name_of_attached(own: Paper, file: FileState) -> TextName:
    """Return the name of the text of a file that a project attaches to a paper."""
    return TextName(f"file:{file}|{asked_id(own)}", file)


def proved_paper(outcome: Outcome) -> Paper:
    """Return a paper without the identifiers that are in doubt."""
    paper = outcome.paper
    if outcome.found:
        said = merge_answers(outcome.found)
        return replace(paper, **{field: getattr(said, field) for _, field in IDENTIFIERS})
    wrong = outcome.misdirected
    gone = [
        field
        for _, field in IDENTIFIERS
        if wrong and getattr(wrong, field) == getattr(paper, field)
    ]
    return replace(paper, **dict.fromkeys(gone, ""))  # type: ignore[arg-type]
