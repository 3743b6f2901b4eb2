"""Code lens over the entries of a .bib file: how often the draft cites each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.places import citations
from citeloom.draft.document import Bibliography
from citeloom.lsp.features.given.arguments import KeyArguments, command_of

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def bib_lenses(snapshot: "Snapshot") -> Iterator[types.CodeLens]:
    """Yield the lenses of a .bib file, if a setting asks for them."""
    bib = snapshot.source
    if not snapshot.settings.bib_lens or not isinstance(bib, Bibliography):
        return
    for entry in bib.facts.entries:
        if not entry.key:
            continue
        count = len(citations(snapshot.project, entry.key))
        title = "cited once" if count == 1 else f"cited {count} times" if count else "not cited"
        arguments = KeyArguments(uri=snapshot.uri(bib.path), key=entry.key)
        command = command_of("show", title, arguments)
        yield types.CodeLens(snapshot.range(entry.key_span), command)
