"""How many abstracts of the cited papers are known, what was tried, and what would bring more."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import PaperReader, read_papers
from citeloom.draft.references import cited_entries
from citeloom.papers.libraries.acl.files import AnthologyFiles
from citeloom.papers.libraries.zotero.folder import OFF, zotero_folder
from citeloom.settings import UserSettings

_FEW = 0.5
"""Of a smaller share of known abstracts a user is told what would bring more."""


class ZoteroState(StrEnum):
    """What became of the look into a Zotero library."""

    OFF = "Zotero is turned off in your config.toml"
    NOT_FOUND = "no Zotero library found on this machine"
    READ = "read"


@dataclass(frozen=True)
class KnownAbstracts:
    """The abstracts of a draft's cited papers.

    ``asked`` of the papers services have answered about; ``from_zotero`` abstracts are from the
    user's Zotero library. ``in_anthology`` papers without one are of the ACL Anthology, whose file
    nobody has downloaded.
    """

    cited: int
    known: int
    asked: int
    from_zotero: int
    zotero: ZoteroState
    in_anthology: int = 0

    @property
    def are_few(self) -> bool:
        return self.known < _FEW * self.cited

    @property
    def count(self) -> str:
        """How many are known, in a few words."""
        return f"{self.known} of {self.cited} abstracts found"

    @property
    def said(self) -> str:
        """How many are known and what was tried, in a sentence without its full stop."""
        start = f"{self.known} of {self.cited} cited papers have an abstract"
        return f"{start}; {self._zotero()}, and {self._services()}"

    def _zotero(self) -> str:
        if self.zotero is not ZoteroState.READ:
            return str(self.zotero)
        return f"your Zotero library has {self.from_zotero or 'none'} of them"

    def _services(self) -> str:
        if not self.asked:
            return "no service has answered yet"
        if self.asked == self.cited:
            return "services have answered about all of them"
        return f"services have answered about {self.asked} of them"


def known_abstracts(opened: Opened, reader: PaperReader, user: UserSettings) -> KnownAbstracts:
    """Return what is known about the papers that a draft cites; no service is asked."""
    return abstracts_in(reader.read(cited_entries(opened.project), []), user)


def known_now(opened: Opened, context: Context) -> KnownAbstracts:
    """Return the knowledge about cited papers, read anew."""
    known = read_papers(cited_entries(opened.project), opened.project, context, [])
    return abstracts_in(known, context.user)


def abstracts_in(known: Sequence[PaperKnowledge], user: UserSettings) -> KnownAbstracts:
    """Return how many abstracts papers have."""
    found = [it for it in known if it.paper.abstract]
    return KnownAbstracts(
        len(known),
        len(found),
        sum(it.outcome is not None for it in known),
        sum(it.paper.sources.get("abstract") == "zotero" for it in found),
        _zotero_state(user.zotero),
        0
        if AnthologyFiles(user.data_folder).file.exists()
        else sum(bool(it.paper.acl_id) and not it.paper.abstract for it in known),
    )


def _zotero_state(setting: str) -> ZoteroState:
    if setting == OFF:
        return ZoteroState.OFF
    return ZoteroState.NOT_FOUND if zotero_folder(setting) is None else ZoteroState.READ
