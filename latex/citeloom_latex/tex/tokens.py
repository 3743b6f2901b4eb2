"""The commands that a scan stops at, and the comments, which it reads on their own."""

import re
from functools import lru_cache

from citeloom_latex.spans import Span
from citeloom_latex.tex import citations, inputs, macros, preamble, sections, skipped
from citeloom_latex.tex.facts import MagicComment
from citeloom_latex.tex.patterns import NOT_LETTER, one_of, words

ADDRESSES = words("url href nolinkurl path")
"""Commands in whose argument ``%`` begins no comment."""

LAYOUT = words("titleformat titlespacing")
"""Commands that may be followed by a sectioning command that is none."""

_KNOWN = one_of(
    macros.DEFINING
    | inputs.INPUTS
    | inputs.BIBLIOGRAPHIES
    | inputs.PACKAGES
    | inputs.BIBITEMS
    | citations.WITHOUT_CITE
    | preamble.TITLES
    | preamble.ABSTRACTS
    | preamble.LANGUAGES
    | preamble.SETUPS
    | skipped.INLINE
    | skipped.DECLARING
    | skipped.SHORT
    | skipped.LONG_AGAIN
    | sections.LEVELS.keys()
    | ADDRESSES
    | LAYOUT
    | words("appendix iffalse endinput bibliographystyle printbibliography")
)

_COMMANDS = (
    rf"(?:{_KNOWN}|bibliography(?!style|name)[A-Za-z]++|{citations.NAME}){NOT_LETTER}"
    rf"|end(?=[ \t]*+\{{(?:document|{preamble.ABSTRACT_ENVIRONMENT})\}})"
    # A line break, which would hide that a command begins right after it.
    r"|\\(?=[\\A-Za-z])"
)
_ENVIRONMENTS = skipped.VERBATIM | words("document appendix appendices thebibliography refsection")
_COMMENT = re.compile(r"%(?:[ \t%]*+(!))?+[^\r\n]*+")
# What the constructor of a named tuple does, without the call in between.
_new = tuple.__new__


@lru_cache(maxsize=64)
def tokens(short_verbs: str, all_environments: bool) -> re.Pattern[str]:
    """Return the pattern of the commands to stop at, and of what stands between short verbs.

    A citation in its usual form is found as a whole, and has groups; nothing else has.
    The beginnings of environments that nobody asks about are passed over, unless the text
    declares environments of its own.
    """
    names = one_of(_ENVIRONMENTS)
    environments = r"[^{}\r\n]*+" if all_environments else names
    begin = rf"begin(?=[ \t]*+\{{(?:{environments}|{preamble.ABSTRACT_ENVIRONMENT})\}})"
    # Between short verbs anything may stand, keys of a citation too.
    simple = "" if short_verbs else f"{citations.SIMPLE}|"
    # One literal backslash first: the regular expression engine finds it fastest.
    pattern = rf"\\(?:{simple}{_COMMANDS}|{begin})"
    for char in map(re.escape, short_verbs):
        pattern += rf"|(?:(?<!\\)|(?<=\\\\)){char}[^\r\n{char}]*+{char}"
    return re.compile(pattern)


class Comments:
    """The comments of one stretch of a text, one after the other.

    ``start`` is where the next one begins (the end of the stretch, if there is none), ``end``
    where the last one that was taken is over.
    """

    def __init__(self, text: str, start: int, limit: int) -> None:
        self._text = text
        self.start = self._limit = -1
        self.end = start
        self.go_on(start, limit)

    def go_on(self, at: int, limit: int) -> None:
        """Look for the next comment from ``at`` to ``limit``."""
        if at <= self.start and limit == self._limit:
            return
        self._limit = limit
        text, begin = self._text, at
        while (at := text.find("%", at, limit)) >= 0:
            before = at
            while before and text[before - 1] == "\\":
                before -= 1
            if (at - before) % 2 == 0:
                self.start = at
                return
            at += 1
        self.start = max(begin, limit)

    def go_beyond(self, limit: int) -> None:
        """Look as far as another end of the stretch; what was found before stays to be taken."""
        if self.start < self._limit:
            self._limit = limit
        else:
            self.go_on(self.start, limit)

    def take(self, until: int, comments: list[Span], magic: list[MagicComment]) -> None:
        """Add those that begin before ``until``, without their line ends, and those for editors."""
        text, limit, start = self._text, self._limit, self.start
        while start < until:
            found = _COMMENT.match(text, start)
            assert found
            end = self.end = found.end()
            comment = _new(Span, (start, end))
            comments.append(comment)
            if found.lastindex and (for_editors := preamble.magic_comment(text, comment)):
                magic.append(for_editors)
            start = text.find("%", end, limit)
            if start < 0 or text[start - 1] == "\\":
                self.go_on(end, limit)
                start = self.start
        self.start = start
