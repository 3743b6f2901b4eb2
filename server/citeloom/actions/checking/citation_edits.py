"""Edits that take a reference out of a sentence, or put another one in its place."""

import re

from citeloom.actions.checking.locators import is_locator
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

_WITH_NOTES = re.compile(
    r"\\[A-Za-z]+\*?(?P<notes>(?:[ \t]*\[[^\[\]%\n]*\]){1,2})[ \t]*\{[^{}%\\]*\}"
)
"""A citation of one list of keys, with one note or two before it."""

_NOTE = re.compile(r"\[([^\[\]]*)\]")

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
    keys = citation.keys
    if len(keys) == 1:
        if not _can_go(citation, text, sentence):
            return None
        return Edit(_with_space_before(text, citation.span), "")
    at = keys.index(key)
    if at + 1 < len(keys):
        return Edit(Span(key.span.start, keys[at + 1].span.start), "")
    return Edit(Span(keys[at - 1].span.end, key.span.end), "")


def replacement_of(citation: Citation, key: CitedKey, text: str, other: str) -> tuple[Edit, str]:
    """Return the edit that cites another paper in a key's place, and what it does, in words.

    A note that names a page or another part of the paper goes with it: it is none of the other's.
    """
    title, edit = f"Cite '{other}' instead", Edit(key.span, other)
    written = _WITH_NOTES.fullmatch(citation.span.of(text))
    if written is None or key != citation.key(-1):
        return edit, title
    *before, last = _NOTE.finditer(written["notes"])
    if not is_locator(last[1]):
        return edit, title
    start = citation.span.start + written.start("notes")
    # Of one note alone TeX would make what stands behind the keys.
    kept = f"{before[0][0]}[]" if before and before[0][1].strip() else ""
    between = Span(start + len(written["notes"]), key.span.start)
    whole = Span(start, key.span.end)
    return Edit(whole, f"{kept}{between.of(text).lstrip()}{other}"), f"{title}, without {last[0]}"


def removal_title(citation: Citation, key: CitedKey) -> str:
    """Return what ``removal_of`` does, in words."""
    return "Remove this citation" if len(citation.placed_keys) == 1 else f"Remove '{key.key}' here"


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
