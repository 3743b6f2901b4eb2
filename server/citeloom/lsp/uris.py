"""URIs as clients write them, and the paths that they mean."""

import os
import re
from pathlib import Path, PurePath
from urllib.parse import quote, unquote

from citeloom.visible import with_whole_signs

LONGEST_NAME = 60
"""In signs, of which each may take four bytes; a folder takes names of 255."""

_DRIVE = re.compile(r"/[A-Za-z]:(?=/|$)")


def path_of(uri: str, folder: Path) -> Path:
    """Return the file that a URI means.

    A document that is no file (``untitled:``) gets a name in ``folder``, so that what it includes
    is looked for there.
    """
    scheme, rest = _parts(uri)
    if scheme != "file":
        name = re.sub(r"[^\w.-]+", "-", unquote(uri)[-LONGEST_NAME:]).strip("-") or "untitled"
        return folder / f"{name}{'' if name.endswith(('.tex', '.bib')) else '.tex'}"
    path = _file_name(rest, windows=os.name == "nt")
    return Path(os.path.abspath(path))  # noqa: PTH100 (links stay as they are)


def _file_name(rest: str, *, windows: bool) -> str:
    """Return the name of the file that a URI means, from what stands behind its scheme."""
    host = ""
    if rest.startswith("//"):
        host, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    path = with_whole_signs(unquote(rest)).replace("\0", "")
    if not windows:
        return path
    path = path[1:] if _DRIVE.match(path) else path
    host = unquote(host)  # wsl$ is wsl%24
    return f"//{host}{path}" if host.lower() not in ("", "localhost") else path


def is_file(uri: str) -> bool:
    """Tell whether a URI names a file."""
    return _parts(uri)[0] == "file"


def uri_of(path: PurePath) -> str:
    """Return the URI of a file."""
    text = path.as_posix()
    if re.match(r"[A-Za-z]:", text):
        return f"file:///{text[:2].lower()}{quote(text[2:])}"
    return f"file:{'' if text.startswith('//') else '//'}{quote(text, errors='surrogateescape')}"


def url_of(target: str | Path) -> str:
    """Return where a link leads as a URL: an address on the web as it is, a file as its URI."""
    return uri_of(target) if isinstance(target, Path) else target


def _parts(uri: str) -> tuple[str, str]:
    """Return the scheme and the rest.

    ``;``, ``?`` and ``#`` are parts of names: clients escape them, but not all clients.
    """
    scheme, _, rest = uri.partition(":")
    return scheme.lower(), rest
