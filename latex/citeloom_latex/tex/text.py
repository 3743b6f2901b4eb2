"""A LaTeX text that changes by having ranges of it replaced."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span
from citeloom_latex.tex.assemble import Placed, citations_of, facts_of, own_wrappers
from citeloom_latex.tex.chunk import FAR, Chunk, State, blank_line_after
from citeloom_latex.tex.facts import Citation, TexFacts, Wrapper
from citeloom_latex.tex.pieced import Later
from citeloom_latex.tex.reader import Reader
from citeloom_latex.tex.scan import known_wrappers
from citeloom_latex.tex.skipped import Conditionals

_SIZE = 4096
_SHORTEST, _LONGEST = _SIZE // 4, _SIZE * 2


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
        chunks = _Rereading(text, ()).read()
        own = own_wrappers(text, chunks, known)
        citations = [citations_of(text, chunk, by, {**known, **own}) for chunk, by in chunks]
        return TexText(text, LineIndex(text), known, chunks, own, citations)

    @cached_property
    def facts(self) -> TexFacts:
        """The facts that ``scan_tex`` gives of the text; what an edit has moved comes when asked."""
        wrappers = Later(
            lambda: tuple(own_wrappers(self.text, self._chunks, self._known).values())
        )
        return facts_of(self.text, self._chunks, self._citations, wrappers)

    def replaced(self, span: Span, new: str) -> "TexText":
        """Return the text with ``new`` in place of what stands at ``span``.

        This one stays as it is. Raises ``ValueError`` where the span does not lie in the text.
        """
        if not 0 <= span.start <= span.end <= len(self.text):
            raise ValueError(f"{span} is no range of a text of {len(self.text)} code points")
        text = self.text[: span.start] + new + self.text[span.end :]
        lines = self.lines.replaced(span, new, text)
        chunks = _Rereading(text, self._chunks, span, len(new) - len(span)).read()
        kept = {id(chunk): number for number, (chunk, _) in enumerate(self._chunks)}
        own = self._own
        if self._defined(self._chunks, self.text) != self._defined(chunks, text):
            own = own_wrappers(text, chunks, self._known)
        wrappers = {**self._known, **own}
        if not _mean_the_same(own, self._own):
            kept = {}
        citations = [
            self._citations[kept[id(chunk)]]
            if id(chunk) in kept
            else citations_of(text, chunk, by, wrappers)
            for chunk, by in chunks
        ]
        return TexText(text, lines, self._known, chunks, own, citations)
