"""A .bib as large as they come: real entries again and again, with other keys and other words."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

from bench.shared.data import real_entries
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.survey import NAMING

ENTRIES = 69_505
CITED = 120

_WORD = re.compile(r"(?<![\\A-Za-z])[a-z]{4,}(?![A-Za-z])")
_OTHER_WORDS, _NEW_WORDS = 0.3, 0.02
_LONG_ONES = 0.015
_NAMING = re.compile(rf"\b(?:{'|'.join(NAMING)})\s*=\s*[{{\"]([^{{}}\"]*)", re.IGNORECASE)
_TEXTS = re.compile(r"\b(?:title|booktitle|abstract|note)\s*=\s*[{\"]", re.IGNORECASE)


def large_bib(entries: int = ENTRIES) -> str:
    """Return a .bib text of so many entries; of as many as it has by default, 27 MB.

    Each further copy of an entry has a key of its own and other words in its title and abstract;
    entries with long texts are taken a little more often, as in the libraries of people.
    """
    chance = random.Random(1)
    real = list(dict.fromkeys(real_entries()))
    words = sorted({word for entry in real for word in _WORD.findall(entry)})
    long = [entry for entry in real if len(entry) > 900]
    found: list[str] = []
    copies: dict[str, int] = {}
    while len(found) < entries:
        usual = real[len(found) % len(real)]
        entry = chance.choice(long) if chance.random() < _LONG_ONES else usual
        copy = copies[entry] = copies.get(entry, -1) + 1
        found.append(_changed(entry, copy, words, chance))
    return "\n\n".join(found) + "\n"


def large_project(folder: Path, cited: int = CITED) -> Path:
    """Write a draft that cites some entries of such a .bib, and that; return the draft."""
    text = large_bib()
    keys = [entry.key for entry in scan_bib(text).entries if entry.key and entry.field("title")]
    chosen = random.Random(2).sample(keys, cited)
    main = folder / "main.tex"
    main.write_text("\n".join(_draft(chosen)), "utf-8")
    (folder / "library.bib").write_text(text, "utf-8")
    return main


def _draft(keys: list[str]) -> Iterator[str]:
    yield "\\documentclass{article}\n\\begin{document}\n\\section{Introduction}"
    for number, key in enumerate(keys):
        yield f"The models of earlier work \\cite{{{key}}} are compared here."
        if number % 5 == 4:
            yield ""
    yield "\\section{Related Work}\n\n\\bibliography{library}\n\\end{document}\n"


def _changed(entry: str, copy: int, words: list[str], chance: random.Random) -> str:
    """Return a copy of an entry with other keys, and, beyond the first, other words."""
    head, opened, rest = entry.partition("{")
    key, comma, body = rest.partition(",")
    if copy == 0:
        return entry
    suffix = f"-{copy}"
    body = _NAMING.sub(
        lambda found: found[0].replace(
            found[1], ",".join(f"{name.strip()}{suffix}" for name in found[1].split(","))
        ),
        body,
    )
    if texts := _TEXTS.search(body):
        start = texts.end()
        body = body[:start] + _WORD.sub(lambda word: _other(word[0], words, chance), body[start:])
    return f"{head}{opened}{key}{suffix}{comma}{body}"


def _other(word: str, words: list[str], chance: random.Random) -> str:
    by_chance = chance.random()
    if by_chance < _NEW_WORDS:
        return "".join(chance.sample(word, len(word)))
    return chance.choice(words) if by_chance < _OTHER_WORDS else word
