"""What the user says of his own papers when he starts the server for agents."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OwnPapers:
    """Whether agents may search his libraries, and which these are.

    ``zotero`` and ``library`` are those of an editor's settings, which count beside ``config.toml``
    (`citeloom.editor_settings`); empty leaves it to that file.
    """

    are_searched: bool = False
    zotero: str = ""
    library: tuple[str, ...] = ()


NONE = OwnPapers()
"""Nothing is said: no library is searched."""
