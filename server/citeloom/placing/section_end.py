"""Where a section's own text ends: the place for new paragraphs."""

import re
from collections.abc import Iterator

from citeloom.placing.folding import LINE_END
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section, TexFacts

# What no section's text comes after, where it is not a heading.
_ENDERS = re.compile(
    r"""\\(?:
        end\s*\{\s*document\s*\}
      | begin\s*\{\s*(?:thebibliography|appendices|acks?|acknowledge?ments?)\s*\*?\}
      | (?:bibliography|bibliographystyle|printbibliography|printbibheading|bibsection
          |appendix|appendices|backmatter|endinput|acknowledge?ments?|ack)(?![a-zA-Z@])
    )""",
    re.VERBOSE,
)
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_PAGE_COMMAND = re.compile(
    r"\\(?:clearpage|cleardoublepage|newpage|pagebreak|balance|FloatBarrier)"
)
_LINE = re.compile(rf"[^\r\n]*(?:{LINE_END}|\Z)")


def end_of_own_text(text: str, section: Section, facts: TexFacts) -> int:
    """Return the offset after the last line, or part of one, of a section's own text.

    That is before its first subsection, a bibliography, an appendix, the end of the document or
    of an environment that the section began in, and before what leads there: blank lines,
    commands for a new page, and comment lines that stand right above it, set off from the text.

    Parameters
    ----------
    text
        The file's text.
    section
        The section.
    facts
        What was read of ``text``.
    """
    body = section.body
    limits = [body.end]
    limits += [
        section.span.start
        for section in facts.sections
        if body.start <= section.span.start < body.end
    ]
    if facts.appendix is not None:
        limits.append(facts.appendix)
    limits += _live(_ENDERS, text, body, facts)
    limits += _closings(text, body, facts)
    return _before_lead(text, Span(body.start, min(at for at in limits if at >= body.start)))


def _live(pattern: re.Pattern[str], text: str, body: Span, facts: TexFacts) -> Iterator[int]:
    """Yield where the pattern stands in ``body``, outside comments and verbatim parts."""
    skipped = iter(facts.skipped)
    current = next(skipped, None)
    for match in pattern.finditer(text, body.start, body.end):
        while current is not None and current.end <= match.start():
            current = next(skipped, None)
        if current is None or not current.holds(match.start()):
            yield match.start()


def _closings(text: str, body: Span, facts: TexFacts) -> Iterator[int]:
    """Yield where the first environment ends that began before ``body``."""
    depth = 0
    for at in _live(_ENVIRONMENT, text, body, facts):
        depth += 1 if text.startswith("\\begin", at) else -1
        if depth < 0:
            yield at
            return


def _before_lead(text: str, own: Span) -> int:
    """Return where the last line ends that is the section's own; the heading's own line always is.

    What stands behind the heading on its line, be it nothing, is the first line of ``own``.
    """
    lines = [Span(*match.span()) for match in _LINE.finditer(text, own.start, own.end)]
    lines = [line for line in lines if len(line)]
    if len(lines) > 1 and not lines[-1].of(text).strip(" \t"):
        lines.pop()
    count = _without_banner(text, lines)
    while count > 1:
        line = lines[count - 1].of(text).strip()
        if line and not _PAGE_COMMAND.fullmatch(line):
            break
        count -= 1
    return lines[count - 1].end if lines else own.start


def _without_banner(text: str, lines: list[Span]) -> int:
    """Return how many lines there are before the comment lines at the end, if a blank line is."""
    count = len(lines)
    while count and lines[count - 1].of(text).lstrip(" \t").startswith("%"):
        count -= 1
    set_off = count > 1 and not lines[count - 1].of(text).strip()
    return count if set_off else len(lines)
