"""A LaTeX text that changes by having ranges of it replaced."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span
from citeloom_latex.tex.assemble import Placed, citations_of, facts_of, own_wrappers
from citeloom_latex.tex.facts import Citation, TexFacts, Wrapper
from citeloom_latex.tex.pieced import Later
from citeloom_latex.tex.reread import reread
from citeloom_latex.tex.scan import known_wrappers


@dataclass(frozen=True)
class TexText:
    """One state of a text, its facts and its lines; an edit gives another one.

    The text is read in chunks, which end at blank lines: nothing that is read across one is read
    without saying how far (``Chunk.reach``). An edit has those chunks read again that looked at
    it, and those after it until one begins where an old one did and with the same ``State``. All
    others are kept, and their facts move when they are asked for.
    """

    text: str
    lines: LineIndex = field(repr=False)
    _known: Mapping[str, Wrapper] = field(repr=False)
    _chunks: Placed = field(repr=False)
    _own: Mapping[str, Wrapper] = field(repr=False)
    _citations: Sequence[Sequence[Citation]] = field(repr=False)

    @staticmethod
    def of(
        text: str, *, commands: Collection[str] = (), wrappers: Iterable[Wrapper] = ()
    ) -> "TexText":
        """Read a text; ``commands`` and ``wrappers`` are those of ``scan_tex``."""
        known = known_wrappers(commands, wrappers)
        chunks = reread(text, (), Span(0, 0), 0)
        own = own_wrappers(text, chunks, known)
        citations = [citations_of(text, chunk, by, {**known, **own}) for chunk, by in chunks]
        return TexText(text, LineIndex(text), known, chunks, own, citations)

    @cached_property
    def facts(self) -> TexFacts:
        """The facts that ``scan_tex`` gives; what has moved is made when it is asked for."""
        wrappers = Later(lambda: tuple(own_wrappers(self.text, self._chunks, self._known).values()))
        return facts_of(self.text, self._chunks, self._citations, wrappers)

    def replaced(self, span: Span, new: str) -> "TexText":
        """Return the text with ``new`` in place of what stands at ``span``.

        This one stays as it is. Raises ``ValueError`` where the span does not lie in the text.
        """
        if not 0 <= span.start <= span.end <= len(self.text):
            raise ValueError(f"{span} is no range of a text of {len(self.text)} code points")
        text = "".join((self.text[: span.start], new, self.text[span.end :]))
        chunks = reread(text, self._chunks, span, len(new) - len(span))
        own = self._own
        first, last = _changed(self._chunks, chunks)
        before = _definitions(self.text, self._chunks[first : len(self._chunks) - last])
        if before != _definitions(text, chunks[first : len(chunks) - last]):
            own = own_wrappers(text, chunks, self._known)
        wrappers = {**self._known, **own}
        if _meanings(own) != _meanings(self._own):
            first = last = 0
        citations = [
            *self._citations[:first],
            *(
                citations_of(text, chunk, by, wrappers)
                for chunk, by in chunks[first : len(chunks) - last]
            ),
            *self._citations[len(self._chunks) - last :],
        ]
        lines = self.lines.replaced(span, new, text)
        return TexText(text, lines, self._known, chunks, own, citations)


def _changed(old: Placed, new: Placed) -> tuple[int, int]:
    """Return how many chunks at the beginning and at the end of two texts are the same."""
    most = min(len(old), len(new))
    first = last = 0
    while first < most and old[first][0] is new[first][0]:
        first += 1
    while last < most - first and old[-1 - last][0] is new[-1 - last][0]:
        last += 1
    return first, last


def _definitions(text: str, chunks: Placed) -> list[tuple[object, ...]]:
    """Return all that the definitions in some chunks of a text say, wherever they stand."""
    return [
        (one.name, one.signature, one.alias, *(body.moved(by).of(text) for body in one.bodies))
        for chunk, by in chunks
        for one in chunk.definitions
    ]


def _meanings(wrappers: Mapping[str, Wrapper]) -> dict[str, tuple[object, ...]]:
    """Return what wrappers stand for, without where they are defined."""
    return {
        name: (one.signature, one.key_arguments, one.alias, tuple(key.key for key in one.keys))
        for name, one in wrappers.items()
    }
