"""Edits that take a reference out of a sentence, where the sentence is whole without it."""

import re

from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, CitedKey

_PARENTHETICAL = frozenset(
    {"cite", "citep", "Citep", "parencite", "Parencite", "autocite", "Autocite", "smartcite"}
    | {"footcite", "supercite"}
)
_NEEDS_A_NOUN = re.compile(
    r"(?:\b(?:in|by|of|from|see|see also|to|with|and|or|as|than|for|on|at|via|using|like|after|"
    r"also|following|cf\.|e\.g\.|i\.e\.|the|between|through|over|under|is|are)|[^\w}.)'$%]|\A)\Z",
    re.IGNORECASE,
)
"""What stands before a citation that a sentence cannot do without."""

_NO_NOTES = re.compile(r"\\[A-Za-z]+\*?(?:\s*\[\s*\])*\s*\{[^{}%\\]*\}")
"""A citation of keys alone: notes would go with it, or come to stand at another key."""

_ENDS_A_PART = re.compile(
    r"\s*(?:[.,;:)?!]|\Z|(?:and|or|but|while|whereas|which|that|in|on|for|with|to|from|by)\b)"
)

_REST_OF_LINE = re.compile(r"[ \t]*(?:\r\n?|\n|\Z)")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*%")
_CLOSING = ".,;:)?!}"
_BEGINS_A_WORD = re.compile(r"\\[A-Za-z]*cite|[\w${(\[%]", re.IGNORECASE)


def removal_of(citation: Citation, key: CitedKey, text: str, sentence: Span) -> Edit | None:
    """Return the edit that takes a key out of a sentence: with its citation, if that has no other.

    None where the sentence needs what the citation prints, or where a note would be lost.

    Parameters
    ----------
    text
        The text of the file, in which ``sentence`` is the range of the sentence.
    """
    if not _NO_NOTES.fullmatch(citation.span.of(text)):
        return None
    if len(citation.keys) == 1:
        if not _can_go(citation, text, sentence):
            return None
        return Edit(_with_space_before(text, citation.span), "")
    at = citation.keys.index(key)
    if at + 1 < len(citation.keys):
        return Edit(Span(key.span.start, citation.keys[at + 1].span.start), "")
    return Edit(Span(citation.keys[at - 1].span.end, key.span.end), "")


def removal_title(citation: Citation, key: CitedKey) -> str:
    """Return what ``removal_of`` does, in words."""
    return "Remove this citation" if len(citation.keys) == 1 else f"Remove '{key.key}' here"


def _can_go(citation: Citation, text: str, sentence: Span) -> bool:
    """Tell whether a sentence is whole without a citation: it follows words, and is no part of one.

    What a plain ``cite`` prints may be a noun, so it also has to end a part of the sentence.
    """
    if citation.command not in _PARENTHETICAL:
        return False
    before = text[sentence.start : citation.span.start].rstrip(" ~\r\n\t")
    if not before or _NEEDS_A_NOUN.search(before):
        return False
    return citation.command.lower() != "cite" or bool(
        _ENDS_A_PART.match(text[citation.span.end : sentence.end])
    )


def _with_space_before(text: str, span: Span) -> Span:
    """Return the span of a citation with the spacing that goes with it.

    What stays is parted as it was: by no blank line, and by no space before a full stop.
    """
    start = len(text[: span.start].rstrip(" ~\t"))
    if start and text[start - 1] in "\r\n":
        if rest := _REST_OF_LINE.match(text, span.end):
            return Span(start, rest.end())
        above = text[:start].rstrip()
        if text[span.end] in _CLOSING and not _COMMENT.search(above, above.rfind("\n") + 1):
            start = len(above)
    elif _BEGINS_A_WORD.match(text, span.end):
        return span
    return Span(start, span.end)
