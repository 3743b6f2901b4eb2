"""Document links: DOI, arXiv and web addresses of the entries of a .bib file, on their keys."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.links import entry_links
from citeloom.draft.document import Bibliography

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def answer(server: "Server", params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Return one link for each entry that has one."""
    snapshot = server.session.snapshot(params.text_document.uri)
    if not isinstance(snapshot.source, Bibliography):
        return None
    found = []
    for one in snapshot.project.entries:
        if snapshot.project.bibliographies[one.file] is not snapshot.source:
            continue
        for name, url in entry_links(one)[:1]:
            place = snapshot.range(one.entry.key_span)
            found.append(types.DocumentLink(place, target=url, tooltip=f"Open {name}"))
    return found
