"""What the client can do."""

from collections.abc import Iterable
from typing import Any

from lsprotocol import types


class Client:
    """The capabilities that a client has announced."""

    def __init__(
        self, params: types.InitializeParams | None = None, takes: Iterable[object] = ()
    ) -> None:
        self._capabilities = None if params is None else params.capabilities
        self._takes = frozenset(method for method in takes if isinstance(method, str))

    def takes(self, method: str) -> bool:
        """Tell whether it takes a message of ours that the protocol does not have."""
        return method in self._takes

    def can(self, path: str) -> bool:
        """Tell whether it has a capability, ``workspace.apply_edit`` for instance."""
        return bool(self.value(path))

    def value(self, path: str) -> Any:
        """Return the client's value for a capability, or None."""
        found: Any = self._capabilities
        for name in path.split("."):
            found = getattr(found, name, None)
        return found

    @property
    def makes_edits(self) -> bool:
        """Whether it makes an edit that it is asked for; one that does may say so by ``takes``."""
        return self.can("workspace.apply_edit") or self.takes(types.WORKSPACE_APPLY_EDIT)

    @property
    def shows_buttons(self) -> bool:
        """Whether it shows messages with buttons."""
        return self.value("window.show_message") is not None

    @property
    def pulls(self) -> bool:
        """Whether it asks for diagnostics itself."""
        return self.value("text_document.diagnostic") is not None

    @property
    def markdown(self) -> bool:
        """Whether it likes a hover in Markdown at least as much as in plain text."""
        formats = self.value("text_document.hover.content_format")
        return bool(formats) and formats[0] == types.MarkupKind.Markdown
