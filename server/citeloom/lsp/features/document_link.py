"""Document links of a .bib file: in the fields ``doi``, ``url``, ``eprint`` and ``file``."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.papers.links import links_in
from citeloom.draft.document import Bibliography
from citeloom.lsp.uris import url_of

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def answer(server: "Server", params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Return one link for each field that leads somewhere."""
    snapshot = server.session.snapshot(params.text_document.uri)
    bib = snapshot.source
    if not isinstance(bib, Bibliography):
        return None
    return [
        types.DocumentLink(
            snapshot.range(one.span),
            target=url_of(one.link.target),
            tooltip=f"Open {one.link.name}",
        )
        for one in links_in(snapshot.project, bib, snapshot.context.files)
    ]
