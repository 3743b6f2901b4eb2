"""Notes of the author's in a passage: footnotes, labels, remarks and comments.

They are no words of a sentence, and stay where a new one takes its place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from citeloom.placing.block import NOWHERE, Item, ItemKind
from citeloom.placing.folding import fold
from citeloom_latex.prose.commands import TRANSPARENT
from citeloom_latex.prose.tokens import GroupKind, delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.skipped import covers

_COMMAND = re.compile(r"\\(?:([A-Za-z@]+)\*?|.)", re.DOTALL)
_REMARK = re.compile(r"note|todo|fixme|remark|comment", re.IGNORECASE)
_UNSEEN = frozenset(
    {"label", "index", "glsadd", "marginpar", "thanks", "nocite", "phantomsection"}
    | {"input", "include", "includegraphics"}
)
_GLUED = re.compile(r"%(?>\r\n|\n|\r)\\")
_CLOSING = ")]}'\"’”"


def note_item(passage: str, line_end: str) -> Item | None:
    """Return the notes of a passage as an item that is glued to the sentence before it.

    None where it has none. They stand together, comments last; what they say is unchanged.
    """
    facts = scan_tex(passage)
    commands = list(_commands(passage, facts))
    joined = "".join(span.of(passage) for span in commands)
    if joined and not joined.endswith("}"):
        joined += "{}"  # Else it would swallow the space behind it.
    comments = list(_comments(passage, facts, commands))
    parts = [f"%{line_end}{joined}"] if joined else []
    words = " ".join([*parts, line_end.join(comments)]) if comments else "".join(parts)
    if not words:
        return None
    return Item(ItemKind.AUTHOR, fold(words), "" if joined else " ", words, NOWHERE)


def is_glued(item: Item) -> bool:
    """Tell whether an item begins with a note without a space before it, as after a sentence."""
    return not item.lead and _GLUED.match(item.text) is not None


def _commands(text: str, facts: TexFacts) -> Iterator[Span]:
    """Yield the notes that are commands, with their arguments; none inside of another."""
    closed_at = _closed_at(text, facts.skipped)
    citing = {citation.span.start for citation in facts.citations}
    end = -1
    for found in _COMMAND.finditer(text):
        name, start = found[1], found.start()
        if start < end or not name or covers(facts.skipped, start):
            continue
        after = _end_of_arguments(text, found.end(), closed_at)
        glued = start == end or _ends_sentence(text, start)
        is_remark = glued and after > found.end() and name not in TRANSPARENT
        if _is_note(name) or (is_remark and start not in citing):
            end = after
            yield Span(start, after)


def _is_note(name: str) -> bool:
    return name in _UNSEEN or (name not in TRANSPARENT and _REMARK.search(name) is not None)


def _ends_sentence(text: str, start: int) -> bool:
    while start and text[start - 1] in _CLOSING:
        start -= 1
    return bool(start) and text[start - 1] in ".!?"


def _closed_at(text: str, skipped: Sequence[Span]) -> Mapping[int, int]:
    """Return where each group ends, by where it begins."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for kind, step, span in delimiters(text, Span(0, len(text)), skipped):
        if kind is not GroupKind.BRACE:
            continue
        if step > 0:
            opened.append(span.start)
        elif opened:
            closed[opened.pop()] = span.end
    return closed


def _end_of_arguments(text: str, at: int, closed_at: Mapping[int, int]) -> int:
    while True:
        if (end := closed_at.get(at)) is not None:
            at = end
        elif text.startswith("[", at) and (bracket := text.find("]", at)) > 0:
            at = bracket + 1
        else:
            return at


def _comments(text: str, facts: TexFacts, commands: Sequence[Span]) -> Iterator[str]:
    """Yield the comments that say something and stand in none of the commands."""
    for span in facts.skipped:
        if not covers(commands, span.start) and text.startswith("%", span.start):
            comment = span.of(text).rstrip()
            if comment.strip("% \t"):
                yield comment
