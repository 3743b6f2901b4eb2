"""Notes on a waiting text, by the draft as it is now."""

from collections.abc import Iterator

from citeloom.actions.writing.insert import has_changed, insertion_of, merge_lines
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.lsp.connection.problem_message import in_sentences
from citeloom.lsp.session import Session
from citeloom.problem import InputError, OutsideError

_CANNOT = "It cannot be inserted as the draft is now"


def notes_on(session: Session, text: WaitingText) -> Iterator[str]:
    """Yield the reasons against inserting a text now, then the warnings of its method."""
    if isinstance(text.content, SectionText) and (note := text.content.basis().note):
        yield note
    try:
        snapshot = session.snapshot_of(text.root)
        opened = snapshot.opened
        if has_changed(text, opened):
            yield "It was written before the draft or its references changed."
        insertion = insertion_of(text, opened, snapshot.folder)
        yield from (f"Your own words are kept: {words}" for words in insertion.kept)
        yield from merge_lines(insertion)
    except OutsideError as error:
        if session.client.shows_buttons:
            yield f"Insert will ask you first: {error.problem.message} unless you allow it."
        else:
            yield in_sentences(error.problem, _CANNOT)
    except InputError as error:
        yield in_sentences(error.problem, _CANNOT)
    yield from text.warnings
