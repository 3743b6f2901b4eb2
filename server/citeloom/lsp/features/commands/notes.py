"""Notes on a waiting text, by the draft as it is now."""

from collections.abc import Iterator

from citeloom.actions.writing.insert import has_changed, insertion_of
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.session import Session
from citeloom.problem import InputError


def notes_on(session: Session, text: WaitingText) -> Iterator[str]:
    """Yield what is in the way of inserting it now, then the warnings of its method."""
    try:
        snapshot = session.snapshot_of(text.root)
        opened = snapshot.opened
        if has_changed(text, opened):
            yield "It was written before the draft or its references changed."
        if text.can_insert:
            kept = insertion_of(text, opened, snapshot.folder).kept
            yield from (f"Your own words stay: {words}" for words in kept)
    except InputError as error:
        yield f"It cannot be inserted as the draft is now: {error}"
    yield from text.warnings
