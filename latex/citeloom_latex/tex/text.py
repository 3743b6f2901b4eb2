"""A LaTeX text with its facts; replacing a range gives a new one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from citeloom_latex.lines import LineIndex
from citeloom_latex.rope import Rope
from citeloom_latex.spans import Characters, Span
from citeloom_latex.tex.assemble import Placed, Read, facts_of, own_wrappers, read_of
from citeloom_latex.tex.chunk import ReadingState, state_with
from citeloom_latex.tex.facts import TexFacts, Wrapper
from citeloom_latex.tex.pieced import Later
from citeloom_latex.tex.reread import reread
from citeloom_latex.tex.scan import known_wrappers


@dataclass(frozen=True, eq=False)
class TexText:
    """One state of a text, its facts and its lines; an edit gives another one.

    The text is read in chunks, which end at blank lines: nothing that is read across one is read
    without saying how far (``Chunk.reach``). Where there are none, they end at lines over whose
    end nothing is read (``OpenGroups``). An edit has those chunks read again that looked at
    it, and those after it until one begins where an old one did and with the same
    ``ReadingState``. All others are kept, and their facts move when they are asked for.
    """

    _rope: Rope = field(repr=False)
    lines: LineIndex = field(repr=False)
    _known: Mapping[str, Wrapper] = field(repr=False)
    _chunks: Placed = field(repr=False)
    _own: Mapping[str, Wrapper] = field(repr=False)
    _read: Sequence[Read] = field(repr=False)
    _start: ReadingState = field(repr=False)

    @staticmethod
    def of(
        text: str,
        *,
        commands: Collection[str] = (),
        wrappers: Iterable[Wrapper] = (),
        short_verbs: str = "",
    ) -> "TexText":
        """Read a text; all but it are those of ``scan_tex``."""
        known = known_wrappers(commands, wrappers)
        rope = Rope(text)
        start = state_with(short_verbs)
        chunks = reread(rope, (), Span(0, 0), 0, start)
        own = own_wrappers(text, chunks, known)
        read = [read_of(text, chunk, by, {**known, **own}) for chunk, by in chunks]
        return TexText(rope, LineIndex(rope), known, chunks, own, read, start)

    @property
    def text(self) -> str:
        """The whole text; after an edit it is joined on first use."""
        return self._rope.text

    @cached_property
    def facts(self) -> TexFacts:
        """The facts that ``scan_tex`` gives; moved ones are made on first use."""
        wrappers = Later(lambda: tuple(own_wrappers(self.text, self._chunks, self._known).values()))
        return facts_of(self._rope, self._chunks, self._read, wrappers)

    def replaced(self, span: Span, new: str) -> "TexText":
        """Return the text with ``new`` in place of what stands at ``span``.

        This one stays as it is. Raises ``ValueError`` where the span does not lie in the text.
        """
        if not 0 <= span.start <= span.end <= len(self._rope):
            raise ValueError(f"{span} is no range of a text of {len(self._rope)} code points")
        rope = self._rope.replaced(span, new)
        chunks = reread(rope, self._chunks, span, len(new) - len(span), self._start)
        own = self._own
        first, last = _changed(self._chunks, chunks)
        changed = chunks[first : len(chunks) - last]
        before = _definitions(self._rope, self._chunks[first : len(self._chunks) - last])
        if before != _definitions(rope, changed):
            own = own_wrappers(rope.text, chunks, self._known)
        wrappers = {**self._known, **own}
        if _meanings(own) != _meanings(self._own):
            first, last, changed = 0, 0, chunks
        begin, end = _range(changed)
        text = rope[begin:end]
        read = [
            *self._read[:first],
            *(read_of(text, chunk, by - begin, wrappers) for chunk, by in changed),
            *self._read[len(self._chunks) - last :],
        ]
        lines = self.lines.replaced(span, new, rope)
        return TexText(rope, lines, self._known, chunks, own, read, self._start)


def _range(chunks: Placed) -> Span:
    """Return the range of the text that neighbouring chunks cover."""
    if not chunks:
        return Span(0, 0)
    (first, before), (last, by) = chunks[0], chunks[-1]
    return Span(first.start + before, last.end + by)


def _changed(old: Placed, new: Placed) -> tuple[int, int]:
    """Return how many chunks two texts share at their beginning and at their end."""
    most = min(len(old), len(new))
    first = last = 0
    while first < most and old[first][0] is new[first][0]:
        first += 1
    while last < most - first and old[-1 - last][0] is new[-1 - last][0]:
        last += 1
    return first, last


def _definitions(text: Characters, chunks: Placed) -> list[tuple[object, ...]]:
    """Return the definitions in some chunks of a text, without their places."""
    return [
        (
            macro.name,
            macro.signature,
            macro.defaults,
            macro.alias,
            *(body.moved(by).of(text) for body in macro.bodies),
        )
        for chunk, by in chunks
        for macro in chunk.definitions
    ]


def _meanings(wrappers: Mapping[str, Wrapper]) -> dict[str, Wrapper]:
    """Return the meanings of wrappers, without the places of their definitions."""
    return {
        name: replace(wrapper, keys=tuple(key._replace(start=0, end=0) for key in wrapper.keys))
        for name, wrapper in wrappers.items()
    }
