"""Finds where a section's own text ends, which is the place for new paragraphs."""

import re
from collections.abc import Iterator

from citeloom.placing.folding import BLANK_LINE, LINE_END
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section, TexFacts

# Commands, beside headings, that end a section's text.
_ENDERS = re.compile(
    r"""\\(?:
        end\s*\{\s*document\s*\}
      | begin\s*\{\s*(?:thebibliography|appendices|acks?|acknowledge?ments?)\s*\*?\}
      | (?:bibliography|bibliographystyle|printbibliography|printbibheading|bibsection
          |appendix|appendices|backmatter|endinput|acknowledge?ments?|ack)(?![a-zA-Z@])
    )""",
    re.VERBOSE,
)
_FRAME_END = re.compile(r"\\end\s*\{\s*frame\s*\}")
_COMMENT = re.compile(r"%[^\r\n]*")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_PAGE_COMMAND = re.compile(
    r"\\(?:clearpage|cleardoublepage|newpage|pagebreak|balance|FloatBarrier)"
)
_LINE = re.compile(rf"[^\r\n]*(?:{LINE_END}|\Z)")


def end_of_own_text(text: str, section: Section, facts: TexFacts) -> int:
    """Return the offset where a section's own text ends.

    The text ends before the first subsection, a bibliography, an appendix, or the end of the
    document or of an environment around the section. Blank lines, commands for a new page and
    separate comment lines right before that place do not belong to the text.
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
    limits += closings(text, body, facts)
    own = Span(body.start, min(at for at in limits if at >= body.start))
    frame = _last_frame_end(text, own, facts)
    return _before_lead(text, own if frame is None else Span(own.start, frame))


def _last_frame_end(text: str, own: Span, facts: TexFacts) -> int | None:
    """Return where the frame ends that a section's text ends with: a talk has no text behind it."""
    last = max(_live(_FRAME_END, text, own, facts), default=None)
    if last is None:
        return None
    found = _FRAME_END.match(text, last)
    behind = text[found.end() if found else last : own.end]
    return None if _COMMENT.sub("", behind).strip() else last


def _live(pattern: re.Pattern[str], text: str, body: Span, facts: TexFacts) -> Iterator[int]:
    """Yield where the pattern stands in ``body``, outside comments and verbatim parts."""
    skipped = iter(facts.skipped)
    current = next(skipped, None)
    for match in pattern.finditer(text, body.start, body.end):
        while current is not None and current.end <= match.start():
            current = next(skipped, None)
        if current is None or not current.holds(match.start()):
            yield match.start()


def closings(text: str, body: Span, facts: TexFacts) -> Iterator[int]:
    """Yield the end of the first environment that began before ``body``."""
    depth = 0
    for at in _live(_ENVIRONMENT, text, body, facts):
        depth += 1 if text.startswith("\\begin", at) else -1
        if depth < 0:
            yield at
            return


def _before_lead(text: str, own: Span) -> int:
    """Return where the section's last own line ends; the heading's line always belongs to it.

    The first line of ``own`` is the rest of the heading's line, which may be empty.
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
    """Return the number of lines before the final comment lines, if a blank line separates them."""
    count = len(lines)
    while count and lines[count - 1].of(text).lstrip(" \t").startswith("%"):
        count -= 1
    set_off = count > 1 and not lines[count - 1].of(text).strip()
    return count if set_off else len(lines)


def end_of_citing_paragraph(text: str, section: Section, facts: TexFacts) -> int:
    """Return where the paragraph of a section's own text ends that cites the most papers.

    Of several it is the last one. The section's last paragraph counts only where no other one
    cites a paper: an introduction ends with what its own paper does. Where none does, all of the
    own text counts.
    """
    own = Span(section.body.start, end_of_own_text(text, section, facts))
    paragraphs = standing_paragraphs(text, own, facts, {})
    cited = [
        len({key for it in paragraph.sentences for key in it.keys}) for paragraph in paragraphs
    ]
    if any(cited[:-1]):
        cited.pop()
    if not any(cited):
        return own.end
    last = max(number for number, count in enumerate(cited) if count == max(cited))
    return end_of_paragraph(text, paragraphs[last].sentences[-1].span.end, own, facts)


def end_of_paragraph(text: str, at: int, own: Span, facts: TexFacts) -> int:
    """Return where the paragraph around a place of a section's own text ends.

    That is before a blank line, and never inside an environment.
    """
    while (blank := BLANK_LINE.search(text, at, own.end)) is not None:
        closing = next(closings(text, Span(blank.start(), own.end), facts), None)
        if closing is None:
            return blank.start()
        at = text.index("}", closing)
    return own.end
