"""Document links of a .bib file: in the fields ``doi``, ``url``, ``eprint`` and ``file``."""

from lsprotocol import types

from citeloom.actions.papers.links import links_in
from citeloom.draft.document import Bibliography
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import url_of


def answer(snapshot: Snapshot, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Return one link for each field that leads somewhere."""
    bib = snapshot.source
    if not isinstance(bib, Bibliography):
        return None
    return [
        types.DocumentLink(
            snapshot.range(field.span),
            target=url_of(field.link.target),
            tooltip=f"Open {field.link.name}",
        )
        for field in links_in(snapshot.project, bib)
    ]
