"""The files that a reference manager attached to an entry: its ``file`` field."""

import re
from dataclasses import dataclass

_MENDELEYS_BACKSLASH = re.compile(r"\$\\backslash\$|\\textbackslash(?:\{\}|\s)?")
_BRACED_SIGN = re.compile(r"\{\\([_&%#$~^])(?:\{\})?\}")
_ESCAPED = re.compile(r"\\([:;\\_&%#$,{}])")
# What separates files, and what separates the parts of one: not behind a backslash, not the colon
# of a drive (``C:\``) or of an address (``https://``).
_MARK = re.compile(
    r"\\.|(;)|(?<![A-Za-z])[A-Za-z]\\?:(?=/|\\(?![:;]))|(?:https?|ftp|file|zotero)\\?://|(:)",
    re.DOTALL,
)
_KIND = re.compile(r"(?:(?:application|audio|image|text|video)/[\w.+-]+|[A-Za-z][\w+-]*)?")


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file: its path or address, and what the reference manager says of it, empty if nothing.

    ``kind`` is as written: ``PDF``, ``application/pdf``.
    """

    path: str
    kind: str = ""
    description: str = ""


_FOLDER = re.compile(
    r"@comment\s*\{\s*jabref-meta:\s*fileDirectory(-[^:{}]{1,200})?:([^{}]{1,2000}?);?\s*\}",
    re.IGNORECASE,
)
_ESCAPED_IN_META = re.compile(r"\\([\\;:])")


def file_folders(text: str) -> tuple[str, ...]:
    """Return the folders that JabRef looks for files in, as a .bib text names them.

    Those of one user come before the one of all users; which user it is, is not told.
    """
    if "jabref-meta" not in text:
        return ()
    found = sorted(_FOLDER.findall(text), key=lambda named: not named[0])
    folders = (_ESCAPED_IN_META.sub(r"\1", folder).strip() for _, folder in found)
    return tuple(dict.fromkeys(filter(None, folders)))


def attached_files(value: str) -> tuple[AttachedFile, ...]:
    """Read the value of a ``file`` field.

    Files stand between semicolons, in any of three ways: ``description:path:kind`` (JabRef,
    Zotero), ``:path:kind`` (Mendeley) or the path alone (Better BibTeX). A backslash before a
    colon, a semicolon or a backslash takes its meaning away; one before anything else is that of
    a Windows path. Mendeley leaves out the slash at the beginning of a path; so does the result.
    """
    value = _MENDELEYS_BACKSLASH.sub(r"\\", value)
    value = _BRACED_SIGN.sub(r"\1", value)
    found = []
    for parts in _split(value):
        unescaped = [_ESCAPED.sub(r"\1", part).strip() for part in parts]
        file = _file(unescaped)
        if file.path:
            found.append(file)
    return tuple(found)


def _split(value: str) -> list[list[str]]:
    """Return the parts of each file, as they are written."""
    files: list[list[str]] = [[""]]
    position = 0
    for mark in _MARK.finditer(value):
        if mark.group(1) or mark.group(2):
            files[-1][-1] += value[position : mark.start()]
            position = mark.end()
            if mark.group(1):
                files.append([""])
            else:
                files[-1].append("")
    files[-1][-1] += value[position:]
    return files


def _file(parts: list[str]) -> AttachedFile:
    match parts:
        case [path]:
            return AttachedFile(path)
        case [first, second]:
            if _KIND.fullmatch(second):
                return AttachedFile(first, second)
            return AttachedFile(second, "", first)
        case [description, path, kind, *_] if _KIND.fullmatch(kind):
            # What follows is the address that JabRef loaded the file from.
            return AttachedFile(path, kind, description)
        case [description, *path, kind]:
            return AttachedFile(":".join(path), kind, description)
        case _:
            return AttachedFile("")
