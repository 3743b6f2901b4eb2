"""Puts a citation at the end of a standing sentence, as the draft cites."""

import re
from collections import Counter
from collections.abc import Sequence

from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import citation
from citeloom.placing.standing_paragraphs import outer_groups
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, TexFacts
from citeloom_latex.tex.scan import scan_tex

_COMMENT_AT_END = re.compile(r"(?<!\\)(?:\\\\)*(?P<comment>%[^\r\n]*)\Z")
_FULL_STOP = re.compile(r"(?P<stop>(?:\\@)?(?:[.!?…]|\\l?dots(?![A-Za-z])(?:\{\})?)+)['\")\]’”]*\Z")
_AFTER_WORDS = ("\\footnote{", "\\label{", "\\index{", "\\[", "$$", "\\begin{")
_BLANKS = " \t\r\n~"
_JOINED = frozenset(
    {"cite", "citep", "parencite", "autocite", "smartcite", "footcite", "supercite"}
)
"""Commands that cite in parentheses or a note, so that one more key can join the others."""

_IN_NOTES = frozenset({"footcite", "smartcite", "supercite"})
_GAP = re.compile(r"(?:[ \t~]|\r\n|\n|\r)*")
_BETWEEN_KEYS = re.compile(r"\s*,[ \t]*")


class NoPlaceError(ValueError):
    """A sentence has no place for a citation; the message says why."""


def cite_in_sentence(
    text: str, facts: TexFacts, sentence: Span, key: str, style: CitationStyle
) -> Edit | None:
    """Return the edit that cites a key at the end of a sentence; None if it is cited there.

    The citation stands before the full stop; beside one that stands there already, the key joins
    that one's keys where it says nothing else. It is never put into a formula, a command's
    argument, a comment or verbatim text.

    Parameters
    ----------
    text, facts
        The file and what was read of it.
    sentence
        The sentence, in the file.
    style
        The draft's cite commands.

    Raises
    ------
    NoPlaceError
        If the sentence has no such place.
    """
    cited = [found for found in facts.citations if sentence.contains(found.span)]
    if any(key == known.key for found in cited for known in found.keys):
        return None
    end = _end_of_words(text, facts, sentence)
    stop = _FULL_STOP.search(text, sentence.start, end)
    at = stop.start("stop") if stop else end
    if not text[sentence.start : at].strip(_BLANKS):
        raise NoPlaceError("it has no words")
    if any(group.start < at < group.end for group in outer_groups(text, sentence, facts.skipped)):
        raise NoPlaceError("it ends inside a formula or an argument")
    beside = _citation_before(text, cited, at)
    joined = _joined(text, beside, key) if beside else None
    if joined is None:
        in_notes = style.parenthetical in _IN_NOTES
        at = stop.end() if in_notes and stop else len(text[:at].rstrip(_BLANKS))
        written = citation([key], style, after=text[sentence.start : at])
        tie = _tie(text, facts) if written.startswith("~") else ""
        joined = Edit(Span(at, at), tie + written.removeprefix("~"))
    _check(text, joined, key)
    return joined


def _end_of_words(text: str, facts: TexFacts, sentence: Span) -> int:
    """Return where the words of a sentence end.

    Its notes, labels, comments and displayed formulas at the end are no words.
    """
    end = sentence.end
    while True:
        before, end = end, len(text[:end].rstrip())
        line = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end), sentence.start - 1) + 1
        if comment := _COMMENT_AT_END.search(text, line, end):
            end = comment.start("comment")
        for group in outer_groups(text, Span(sentence.start, end), facts.skipped):
            if group.end == end and text.startswith(_AFTER_WORDS, group.start):
                end = group.start
        if end == before or end <= sentence.start:
            return end


def _citation_before(text: str, cited: Sequence[Citation], at: int) -> Citation | None:
    """Return the citation that stands directly before a place, or behind its full stop."""
    for found in cited:
        gap = _GAP.match(text, found.span.end)
        if found.span.end <= at and gap and gap.end() >= at:
            return found
    return None


def _joined(text: str, beside: Citation, key: str) -> Edit | None:
    r"""Return the edit that adds a key to a citation; None where the key is to stand alone.

    ``\citep[see][p. 3]{a}`` says something of its own keys, and so does ``\citet{a}``.
    """
    base = beside.command[:1].lower() + beside.command[1:]
    written = beside.span.of(text)
    if not beside.keys or not all(known.written for known in beside.keys) or "[" in written:
        return None
    last = beside.keys[-1].span.end
    if base.endswith("s") and base[:-1] in _JOINED and written.count("{") > 1:
        return Edit(Span(beside.span.end, beside.span.end), f"{{{key}}}")
    if base not in _JOINED:
        return None
    between = ","
    if len(beside.keys) > 1:
        found = _BETWEEN_KEYS.fullmatch(text, beside.keys[-2].span.end, beside.keys[-1].span.start)
        between = found[0] if found and "\n" not in found[0] and "\r" not in found[0] else ","
    return Edit(Span(last, last), between + key)


def _tie(text: str, facts: TexFacts) -> str:
    """Return what stands before most citations of a text: a tie, a space or nothing."""
    signs = Counter(text[found.span.start - 1] for found in facts.citations if found.span.start)
    known = {"~": "~", " ": " "}
    best = max(known, key=lambda sign: signs[sign])
    return known[best] if signs[best] else "~"


def _check(text: str, edit: Edit, key: str) -> None:
    """Make sure that an edit cites the key once more and changes no other citation."""
    before, after = _cited(text), _cited(edit.applied_to(text))
    if after - before != Counter([key]) or before - after:
        raise NoPlaceError("a citation at its end would not be read as one")


def _cited(text: str) -> Counter[str]:
    return Counter(known.key for found in scan_tex(text).citations for known in found.keys)
