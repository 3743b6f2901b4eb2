"""Make the request to revise from a command's arguments and the settings."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.revising.request import (
    ASKING,
    ReviseRequest,
    Revision,
    checked_theme,
)
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.revising.sentence_actions import chosen_method
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def asked_revision(snapshot: "Snapshot", arguments: Arguments) -> ReviseRequest:
    """Return what a command asks for; without a seed it is the first one.

    Raises
    ------
    InputError
        If there is no such revision.
    """
    try:
        revision = Revision(arguments.revision or Revision.STALE)
    except ValueError:
        known = ", ".join(Revision)
        what = f"there is no revision '{arguments.revision}'"
        raise InputError(what, advice=f"revisions: {known}") from None
    place, theme = arguments.position, checked_theme(arguments.theme, revision)
    at = None if place is None else snapshot.offset(place.position)
    method = chosen_method(snapshot)
    if not asks_model(method) and revision not in ASKING:
        method = ""  # The text's own.
    return ReviseRequest(snapshot.path, revision, at, method, arguments.seed or 0, theme)
