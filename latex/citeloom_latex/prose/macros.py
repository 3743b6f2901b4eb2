"""What the author's macros show in running text."""

from collections.abc import Iterable

from citeloom_latex.plain import plain
from citeloom_latex.prose.reader import Shown
from citeloom_latex.tex.facts import Macro

_LONGEST = 300
"""Macros that expand to more code points than these are layout, not words."""


class ShownMacros:
    """The macros of one text as readers see them; each is computed on first use."""

    def __init__(self, text: str, macros: Iterable[Macro]) -> None:
        self._text = text
        self._macros = {macro.name: macro for macro in macros}
        self._shown: dict[str, Shown | None] = {}

    def get(self, name: str) -> Shown | None:
        """Return what a macro shows; ``None`` if that depends more on its arguments."""
        if name not in self._shown:
            macro = self._macros.get(name)
            self._shown[name] = self._work_out(macro) if macro else None
        return self._shown[name]

    def _work_out(self, macro: Macro) -> Shown | None:
        if len(macro.body) > _LONGEST:
            return None
        body = macro.body.of(self._text)
        if "\\begin" in body or "\\end" in body:
            return None
        if not macro.signature:
            return Shown(plain(body), 0)
        if "ref{" in body:
            return Shown(plain(body).partition("#")[0].rstrip(), len(macro.signature))
        if body.lstrip().startswith("\\label"):
            return Shown("", len(macro.signature))
        return None
