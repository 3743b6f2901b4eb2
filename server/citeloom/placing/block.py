"""Reads the text between two marks: our sentences, paragraph breaks and the author's words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from citeloom.placing.folding import SPACING, fold, is_break
from citeloom_latex.spans import Span

BREAK = "\n\n"
NOWHERE = Span(-1, -1)
"""The span of an item that is not in a block."""

_ATOM = re.compile(
    rf"(?P<comment>%[^\r\n]*)|(?P<word>(?:\\(?!{SPACING}).|\\|[^\\% \t\r\n\f\v])+)", re.DOTALL
)
_SENTENCE_END = re.compile(
    r"""(?:[.!?][)\]}'"’”]*|\})(?:~|\\(?:[A-Za-z@]+\*?|.|$)(?:\[[^\[\]]*\])?)*$"""
)
"""The end of a sentence, with the spaces, line breaks and footnote marks that are glued to it."""


class ItemKind(Enum):
    """What an item is: a sentence of a result, a paragraph break, or the author's words."""

    SENTENCE = auto()
    BREAK = auto()
    AUTHOR = auto()


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a block.

    ``span`` covers ``text``, and ``lead`` is the spacing before it. Items are compared by ``key``,
    their folded text; a break has the key ``BREAK``.
    """

    kind: ItemKind
    key: str
    lead: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """The items of a block in order and the spacing after them.

    All leads and texts and ``tail``, joined, give the block's content.
    """

    items: tuple[Item, ...]
    tail: str


def read_block(content: str, known: Iterable[str]) -> Block:
    """Find known sentences in the text between two marks.

    Spacing and line breaks do not matter. A sentence is not found across a blank line, inside a
    comment, or as the end of a longer sentence.

    Parameters
    ----------
    content
        The text between the marks.
    known
        LaTeX of the sentences to look for.
    """
    return _BlockReader(content, known).read()


@dataclass(frozen=True, slots=True)
class _Atom:
    """A word or a comment; ``gap`` is the spacing before it."""

    text: str
    start: int
    end: int
    gap: str
    comment: bool


def _atoms(content: str) -> Iterator[_Atom]:
    end = 0
    for match in _ATOM.finditer(content):
        gap = content[end : match.start()]
        end = match.end()
        yield _Atom(match[0], match.start(), end, gap, match["comment"] is not None)


class _BlockReader:
    """Cuts a block into items, from its first atom to its last."""

    def __init__(self, content: str, known: Iterable[str]) -> None:
        self.content = content
        self.atoms = list(_atoms(content))
        self.items: list[Item] = []
        self.candidates: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
        for folded in sorted(set(map(fold, known)), key=len, reverse=True):
            if folded:
                words = folded.split(" ")
                self.candidates[words[0]].append(words)

    def read(self) -> Block:
        own = at = 0
        while at < len(self.atoms):
            if at and is_break(self.atoms[at].gap):
                self._add(ItemKind.AUTHOR, own, at)
                self._add_break(at)
                own = at
            length = self._known_at(at, own)
            if length:
                self._add(ItemKind.AUTHOR, own, at)
                self._add(ItemKind.SENTENCE, at, at + length)
                own = at + length
            at += length or 1
        self._add(ItemKind.AUTHOR, own, at)
        return Block(tuple(self.items), self.content[self.atoms[-1].end if self.atoms else 0 :])

    def _known_at(self, at: int, own: int) -> int:
        """Return how many atoms the known sentence that begins here has; 0 if none does."""
        if not self._may_begin(at, own):
            return 0
        for words in self.candidates.get(self.atoms[at].text, ()):
            atoms = self.atoms[at : at + len(words)]
            same = [atom.text for atom in atoms] == words
            if same and not any(is_break(atom.gap) for atom in atoms[1:]):
                return len(words)
        return 0

    def _may_begin(self, at: int, own: int) -> bool:
        if at == own:
            return True
        before = self.atoms[at - 1]
        return before.comment or _SENTENCE_END.search(before.text) is not None

    def _add(self, kind: ItemKind, first: int, end: int) -> None:
        if first == end:
            return
        gap, span = self.atoms[first].gap, Span(self.atoms[first].start, self.atoms[end - 1].end)
        after_break = bool(self.items) and self.items[-1].span.end == span.start
        text = span.of(self.content)
        self.items.append(Item(kind, fold(text), "" if after_break else gap, text, span))

    def _add_break(self, at: int) -> None:
        gap = self.atoms[at].gap
        span = Span(self.atoms[at].start - len(gap), self.atoms[at].start)
        self.items.append(Item(ItemKind.BREAK, BREAK, "", gap, span))
