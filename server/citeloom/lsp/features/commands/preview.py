"""``citeloom.preview``: what was written, with its sources, to be read before it is inserted."""

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.deciding.difference import difference_of
from citeloom.actions.writing.waiting import WOVEN_IN, WovenSentences
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.notes import notes_on
from citeloom.lsp.features.preview_page import preview_page
from citeloom.lsp.own_messages import SHOW_CHANGES
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.writing.waiting import WaitingText
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Show a page where the client can; the answer has its text and its file in any case.

    A client that shows a text against the draft does so with what is woven in or revised.
    """
    text = parts.waiting.chosen(arguments.offer)
    markdown = preview_page(text, tuple(notes_on(parts.session, text)))
    if isinstance(text.content, WovenSentences):
        if parts.editor.client.takes(SHOW_CHANGES) and _has_difference(parts, text):
            parts.editor.tell(SHOW_CHANGES, {"offer": text.id, "version": 0})
            return {"markdown": markdown, "uri": None}
        what = "woven" if text.content.what == WOVEN_IN else "revised"
        return _shown(parts, f"{what}-{text.id[:6]}.md", markdown)
    # An editor that shows the section's page already shows the new one in its place.
    name = sha256(repr(text.section).encode("utf-8", "replace")).hexdigest()[:8]
    return _shown(parts, f"related-work-{name}.md", markdown)


def _has_difference(parts: "Parts", text: "WaitingText") -> bool:
    snapshot = parts.session.snapshot_of(text.root)
    with suppress(InputError):
        difference_of(text, snapshot.opened, snapshot.folder)
        return True
    return False


def _shown(parts: "Parts", name: str, markdown: str) -> object:
    try:
        path = parts.previews.show(parts.session.context.user, name, markdown)
    except OSError as error:
        parts.editor.say(
            f"The preview cannot be kept in a file: {error}", types.MessageType.Warning
        )
        return {"markdown": markdown, "uri": None}
    return {"markdown": markdown, "uri": uri_of(path)}
