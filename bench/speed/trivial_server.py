"""A server that does nothing but what pygls does: the floor for any server in Python."""

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("trivial", "1")
ANSWER = types.Hover("A paper.")


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params: types.HoverParams) -> types.Hover:
    """Answer without a look at the document."""
    return ANSWER


@server.feature(types.TEXT_DOCUMENT_DECLARATION)
def word(params: types.DeclarationParams) -> types.Location:
    """Answer with a look at one word of it."""
    document = server.workspace.get_text_document(params.text_document.uri)
    assert document.word_at_position(params.position) is not None
    return types.Location(document.uri, types.Range(params.position, params.position))


if __name__ == "__main__":
    server.start_io()
