"""Reads a LaTeX text into facts."""

from collections.abc import Collection, Iterable
from dataclasses import fields, replace
from typing import Any

from citeloom_latex.tex import citations, inputs
from citeloom_latex.tex.assemble import facts_of, own_wrappers, read_of
from citeloom_latex.tex.chunk import state_with
from citeloom_latex.tex.facts import TexFacts, Wrapper
from citeloom_latex.tex.macros import LONGEST_NAME
from citeloom_latex.tex.reader import StretchReader
from citeloom_latex.tex.skipped import Conditionals

_SEQUENCES = tuple(field.name for field in fields(TexFacts) if field.default == ())


def scan_tex(
    text: str,
    *,
    commands: Collection[str] = (),
    wrappers: Iterable[Wrapper] = (),
    short_verbs: str = "",
) -> TexFacts:
    """Read a LaTeX text. Half-typed text gives the facts that it holds; no text raises an error.

    ``commands`` are names (without backslash) of cite commands beyond those that are known, and
    ``wrappers`` the macros that other texts of the project define, as ``short_verbs`` are the
    characters that they make stand for ``\verb``. A definition in this text
    counts for all of it and before those. For a text that changes, see
    :class:`citeloom_latex.tex.text.TexText`.
    """
    known = known_wrappers(commands, wrappers)
    start = state_with(short_verbs)
    chunk = StretchReader(text, 0, start, lambda at: len(text), Conditionals(text)).read()
    chunks = [(chunk, 0)]
    own = own_wrappers(text, chunks, known)
    read = [read_of(text, chunk, 0, {**known, **own})]
    facts = facts_of(text, chunks, read, tuple(own.values()))
    settled: dict[str, Any] = {name: tuple(getattr(facts, name)) for name in _SEQUENCES}
    return replace(facts, **settled)


def known_wrappers(commands: Collection[str], wrappers: Iterable[Wrapper]) -> dict[str, Wrapper]:
    """Return the citing macros that are known before reading a text, by name."""
    known = {
        name: Wrapper(name, alias="cite")
        for name in commands
        if name.isalpha() and len(name) <= LONGEST_NAME
    }
    return known | {
        wrapper.name: wrapper
        for wrapper in wrappers
        if wrapper.name not in citations.PLAIN | inputs.INPUTS
    }
