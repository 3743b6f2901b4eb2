"""The ACL Anthology's file as a library."""

from pathlib import Path

from citeloom.papers.libraries.acl.entries import read_papers
from citeloom.papers.libraries.port import KeptLibrary

SOURCE = "acl"


def acl_anthology(file: Path) -> KeptLibrary:
    """Return the papers of the ACL Anthology, as its file says, in the order of the file."""
    return KeptLibrary(SOURCE, file, state_of, read_papers)


def state_of(file: Path) -> str:
    """Return a text that changes with the file, wherever it is moved; empty without one."""
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"1 {status.st_size} {status.st_mtime_ns}"
