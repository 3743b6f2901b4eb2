"""URIs as clients write them, and the paths that they mean."""

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:(?=/|$)")


def path_of(uri: str, folder: Path) -> Path:
    """Return the file that a URI means.

    A document that is no file (``untitled:``) gets a name in ``folder``, so that what it includes
    is looked for there.
    """
    scheme, rest = _parts(uri)
    if scheme != "file":
        name = re.sub(r"[^\w.-]+", "-", unquote(uri)).strip("-") or "untitled"
        return folder / f"{name}{'' if name.endswith(('.tex', '.bib')) else '.tex'}"
    split = urlsplit(rest)
    path = unquote(split.path)
    if os.name == "nt":
        path = path[1:] if _DRIVE.match(path) else path
        path = f"//{split.netloc}{path}" if split.netloc not in ("", "localhost") else path
    return Path(os.path.abspath(path.replace("\0", "")))  # noqa: PTH100 (links stay as they are)


def is_file(uri: str) -> bool:
    """Tell whether a URI names a file."""
    return _parts(uri)[0] == "file"


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    text = path.as_posix()
    if re.match(r"[A-Za-z]:", text):
        return f"file:///{text[:2].lower()}{quote(text[2:])}"
    return f"file:{'' if text.startswith('//') else '//'}{quote(text, errors='surrogateescape')}"


def _parts(uri: str) -> tuple[str, str]:
    """Return the scheme, and the URI without what no file name is made of.

    ``;``, ``?`` and ``#`` in names are escaped by clients, but not by all of them.
    """
    scheme, _, rest = uri.partition(":")
    for sign in "?#;":
        rest = rest.replace(sign, quote(sign))
    return scheme.lower(), rest
