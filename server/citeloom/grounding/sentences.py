"""Splits a scientific text into sentences."""

import re
from bisect import bisect_left
from dataclasses import dataclass

_NEVER_LAST = frozenset(
    """
    al approx ca cf ch chap col dr e.g ed eds eq eqs esp et ex fig figs i.e incl int jr mr mrs
    ms no nos p pp prof ref refs resp sec secs sect sr st tab theor thm viz vol vols vs w.r.t
    wrt
    """.split()  # noqa: SIM905
)
"""Abbreviations that never end a sentence; those that may (etc., Inc.) are left out."""

_STARTERS = frozenset(
    """
    a after all an and as at besides both but by compared experimental experiments finally first
    for from further furthermore given here how however i if in it its many more moreover most
    no on our recent recently results second several similarly since some such that the their
    then there therefore these they this those thus to using we what when where while with
    """.split()  # noqa: SIM905
)
"""Words that start sentences: after an abbreviation that may end one, they decide."""

_END = re.compile(
    r"[.!?…](?<![.!?…]{2})[.!?…]*+[\"'”’)\]]*+(?=\s|$)|\.(?<=[a-z]{3}\.|[\da-z]{2}\)\.)(?=[A-Z][a-z]+,?\s)|\n\s*\n"
)
"""Each way begins with one sign, by which most places of a text are passed over at once."""

_UP_TO_LAST_TOKEN = re.compile(r".*[\s(\[“\"]", re.DOTALL)
_INITIALS = re.compile(r"(?:[A-Za-z]\.)*[A-Za-z]")
_NEXT = re.compile(r"[\s\"'“‘(\[]*([^\s]+)")
_NAME_IN_LOWER_CASE = re.compile(r"[a-z]{1,4}[A-Z]")
"""Names that may start a sentence in lower case: mLSTM, iSTRICT, fastText."""

_CLOSING = {"(": ")", "[": "]", "“": "”"}
_AROUND_ASIDES = re.compile(r"[()\[\]“”\"]")
_LONGEST_ASIDE = 400
_LONGEST_TOKEN = 100


@dataclass(frozen=True, slots=True)
class _Aside:
    """A parenthesis or quotation: a half-open range of a text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence and its half-open range in its text, in code points."""

    text: str
    start: int
    end: int


def sentences(text: str) -> list[TextSentence]:
    """Return the sentences of a text in order, without the white space around them.

    Abbreviations, initials, decimals and list numbers end no sentence, nor does anything inside
    closed parentheses or quotation marks.
    """
    inside = _asides(text)
    found: list[TextSentence] = []
    start = 0
    for match in _END.finditer(text):
        if match.group().isspace() or _is_end(text, start, match, inside):
            _append(found, text, start, match.end())
            start = match.end()
    _append(found, text, start, len(text))
    return found


def _append(found: list[TextSentence], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if stripped := piece.strip():
        start += piece.index(stripped[0])
        found.append(TextSentence(stripped, start, start + len(stripped)))


def _asides(text: str) -> list[_Aside]:
    """Return the closed parentheses, brackets and quotations of a text, outermost first."""
    found: list[_Aside] = []
    waiting: list[tuple[str, int]] = []
    straight: int | None = None
    for match in _AROUND_ASIDES.finditer(text):
        character, at = match.group(), match.start()
        if character in _CLOSING:
            waiting.append((_CLOSING[character], at))
        elif character != '"':
            while waiting:
                wanted, opened = waiting.pop()
                if wanted == character:
                    found.append(_Aside(opened, at))
                    break
        elif straight is None:
            straight = at
        else:
            found.append(_Aside(straight, at))
            straight = None
    return sorted(
        (span for span in found if span.end - span.start <= _LONGEST_ASIDE),
        key=lambda span: span.start,
    )


def _is_end(text: str, start: int, match: re.Match[str], inside: list[_Aside]) -> bool:
    at = match.start()
    around = _around(at, inside)
    if around and not _closes(match, around):
        return False
    following = _NEXT.match(text, match.end())
    if following is None:
        return True
    after = following.group(1)
    if after[0].islower() and not _NAME_IN_LOWER_CASE.match(after):
        return False
    if not match.group().startswith("."):
        return True
    near = text[max(start, at - _LONGEST_TOKEN) : at]
    before_token = _UP_TO_LAST_TOKEN.match(near)
    token = near[before_token.end() :] if before_token else near
    next_word = re.sub(r"\W+$", "", after).lower()
    if match.group().startswith(".."):
        return next_word in _STARTERS
    if token.lower().rstrip(".") in _NEVER_LAST:
        return token.lower() == "no" and not after[0].isdigit()
    if _INITIALS.fullmatch(token):
        return next_word in _STARTERS
    if re.fullmatch(r"\d{1,2}", token):
        before = near.rstrip()[: -len(token)].rstrip()
        return bool(before) and before[-1] not in ".:;!?"
    return True


def _around(at: int, inside: list[_Aside]) -> list[_Aside]:
    """Return the asides around a place; they are short, so only those that begin near count."""
    first = bisect_left(inside, at - _LONGEST_ASIDE, key=lambda span: span.start)
    last = bisect_left(inside, at, key=lambda span: span.start)
    return [span for span in inside[first:last] if at < span.end]


def _closes(match: re.Match[str], around: list[_Aside]) -> bool:
    """Tell whether the sentence ends together with the quotation or parenthesis around its end."""
    closers = len(match.group()) - len(match.group().rstrip("\"'”’)]"))
    if not closers:
        return False
    last = match.end() - 1
    return all(span.end <= last for span in around)
