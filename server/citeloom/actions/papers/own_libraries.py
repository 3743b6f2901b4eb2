"""The user's own libraries, as the settings name them."""

from citeloom.papers.libraries.bib_files import BibFiles
from citeloom.papers.libraries.filling import OwnLibraries
from citeloom.papers.libraries.port import Library
from citeloom.papers.libraries.zotero.folder import base_folder, zotero_folder
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.settings import UserSettings


def own_libraries(user: UserSettings) -> OwnLibraries:
    """Return the libraries that may be read; looking for them opens none."""
    found: list[Library] = []
    if (folder := zotero_folder(user.zotero)) is not None:
        found.append(ZoteroLibrary(folder, user.data_folder, base_folder(folder)))
    if user.library:
        found.append(BibFiles(user.library))
    return OwnLibraries(user.data_folder, found)
