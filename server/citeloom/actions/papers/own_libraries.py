"""The libraries on this machine: those that the settings name, and what the user downloaded."""

from citeloom.papers.libraries.acl.files import AnthologyFiles
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.port import Library
from citeloom.papers.libraries.zotero.folder import base_folder, zotero_folder
from citeloom.settings import UserSettings


def own_libraries(user: UserSettings) -> OwnLibraries:
    """Return the libraries that may be read; looking for them opens none.

    The reader of each kind is imported where there is one of it.
    """
    return OwnLibraries(user.data_folder, [*_named_by_settings(user), *_downloaded(user)])


def named_libraries(user: UserSettings) -> OwnLibraries:
    """Return the libraries that the settings name; they hold the user's own choice of papers."""
    return OwnLibraries(user.data_folder, _named_by_settings(user))


def searched_libraries(user: UserSettings) -> OwnLibraries:
    """Return `own_libraries`, and the papers that services proved for any of the user's projects.

    For searches alone: what services say of an entry's paper is read from the store itself.
    """
    from citeloom.papers.libraries.looked_up import looked_up_papers

    proved = looked_up_papers(user.store)
    found = [*_named_by_settings(user), *_downloaded(user), proved]
    return OwnLibraries(user.data_folder, found)


def _downloaded(user: UserSettings) -> list[Library]:
    file = AnthologyFiles(user.data_folder).file
    if not file.exists():
        return []
    from citeloom.papers.libraries.acl.library import acl_anthology

    return [acl_anthology(file)]


def _named_by_settings(user: UserSettings) -> list[Library]:
    found: list[Library] = []
    if (folder := zotero_folder(user.zotero)) is not None:
        from citeloom.papers.libraries.zotero.library import ZoteroLibrary

        found.append(ZoteroLibrary(folder, user.data_folder, base_folder(folder)))
    if user.library:
        from citeloom.papers.libraries.bib_files import BibFiles

        # A folder cannot be read, which is told of it alone.
        folders = [path for path in user.library if path.is_dir()]
        files = [path for path in user.library if path not in folders]
        found += [BibFiles(paths) for paths in (files, folders) if paths]
    return found
