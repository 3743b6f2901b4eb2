"""The files of a LaTeX source as one text: the main file with its inputs put in."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from citeloom.papers.fulltext.text import Unreadable
from citeloom_latex.file_encoding import decode
from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.related_work import is_related_work
from citeloom_latex.tex.scan import scan_tex

LARGEST = 20_000_000
"""Code points of a whole text: a source that puts one file in often can grow without end."""

MOST_INPUTS = 5_000
"""Inputs put in, for the same reason."""


@dataclass(frozen=True)
class Whole:
    """One text of a LaTeX source: the name of its main file, its facts, the inputs not found."""

    main: str
    text: str
    facts: TexFacts
    missing: tuple[str, ...]


def whole_text(files: Mapping[str, bytes]) -> Whole:
    """Put the files of a source together; macros that cite are taken from its .sty files too.

    Raises
    ------
    Unreadable
        If no file begins a document, or the whole is too large.
    """
    texts = {name: decode(data).text for name, data in files.items()}
    main = _main(texts)
    joining = _Joining(texts, posixpath.dirname(main))
    text = joining.join(main)
    styles = (scan_tex(said) for name, said in texts.items() if _is_style(name))
    wrappers = [wrapper for facts in styles for wrapper in facts.wrappers]
    return Whole(main, text, scan_tex(text, wrappers=wrappers), tuple(joining.missing))


def _is_style(name: str) -> bool:
    return name.lower().endswith((".sty", ".cls"))


def _main(texts: Mapping[str, str]) -> str:
    """Return the file that begins the document, the likeliest where several do."""
    found = {
        name: scan_tex(text)
        for name, text in texts.items()
        if not _is_style(name) and "\\document" in text
    }
    roots = {
        name: facts
        for name, facts in found.items()
        if any(package.command in ("documentclass", "documentstyle") for package in facts.packages)
        and not any(package.name in ("subfiles", "standalone") for package in facts.packages[:1])
    }
    if not roots:
        raise Unreadable("no file of the source begins a document")

    def rank(name: str) -> tuple[bool, bool, int, int, str]:
        facts = roots[name]
        titled = facts.title is not None or facts.abstract is not None
        sections = len(facts.sections) + len(facts.inputs)
        related = any(is_related_work(section.title) for section in facts.sections)
        return (not titled, not related, -sections, name.count("/"), name)

    return min(roots, key=rank)


class _Joining:
    """Puts inputs in where they stand; a file that includes itself is not entered again."""

    def __init__(self, texts: Mapping[str, str], folder: str) -> None:
        self.texts = texts
        self.folder = folder
        self.missing: list[str] = []
        self.size = 0
        self.inputs = 0

    def join(self, name: str, within: tuple[str, ...] = ()) -> str:
        text = self.texts[name]
        facts = scan_tex(text)
        body = facts.document if within and facts.document else None
        start, end = (body.start, body.end) if body else (0, len(text))
        pieces = []
        at = start
        for command in facts.inputs:
            if not at <= command.span.start < end:
                continue
            target = self._target(command.path, command.directory, posixpath.dirname(name))
            if target is None:
                if (
                    not command.path.endswith((".bbl", ".pgf", ".tikz"))
                    and "\\" not in command.path
                ):
                    self.missing.append(command.path)
                continue
            if target in within or target == name or len(within) > 30:
                continue
            self.inputs += 1
            if self.inputs > MOST_INPUTS:
                raise Unreadable(f"the source includes files more than {MOST_INPUTS:,} times")
            pieces.append(text[at : command.span.start])
            pieces.append(self.join(target, (*within, name)))
            at = command.span.end
        pieces.append(text[at:end])
        joined = "".join(pieces)
        self.size += len(joined)
        if self.size > LARGEST:
            raise Unreadable(f"the source is larger than {LARGEST:,} characters")
        return joined

    def _target(self, path: str, directory: str, beside: str) -> str | None:
        for folder in dict.fromkeys((self.folder, beside)):
            whole = posixpath.normpath(posixpath.join(folder, directory, path))
            for name in (f"{whole}.tex", whole):
                if name in self.texts and PurePosixPath(name).suffix != ".bbl":
                    return name
        return None
