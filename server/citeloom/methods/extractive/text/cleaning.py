"""Clean a sentence of an abstract of citation marks, labels and markup."""

import html
import re

from citeloom.grounding.guarded import GuardedPattern
from citeloom.grounding.roles.headings import headed_sentence

_NAME = r"(?:(?:van|von|de|der|den|di|da|la|le|el) )*(?![a-zß-öø-ÿ])[^\W\d_][\w'’.\-]*"
_YEAR = r"(?:19|20)\d\d[a-z]?"
_NAMES = rf"{_NAME}(?:(?:,? and |\s?& |, | ){_NAME}){{0,6}}?"
_AUTHOR_YEAR = rf"(?:{_NAMES}(?: et al\.?)?,?\s+)?\(?{_YEAR}\)?(?:,\s*{_YEAR})*"

_NUMBERED = GuardedPattern(
    re.compile(
        r"(?<!\s)(?<!range)(?<!interval)(?<!scale)(?<!within)(?:\s+|(?<![A-Z]))\[\s*[1-9]\d*[a-z]?(?:\s*[-–,;]\s*\d+[a-z]?)*\s*\]"
        r"(?:\s*[-–,]\s*\[\s*\d+\s*\])*(?![\w-])"
    ),
    ("[",),
)
_CITATIONS = (
    GuardedPattern(
        re.compile(
            rf"\s*[(\[](?:see |e\.g\.,? |cf\. |i\.e\.,? )*{_NAMES}"
            rf"(?: et al\.?,?\s+|,\s+)\(?{_YEAR}\)?"
            rf"(?:\s*[,;]\s*(?:and )?{_AUTHOR_YEAR})*"
            r"(?:[,;]?\s*(?:\.\.\.|…|inter alia|among others))?\s*[)\]]"
        ),
        ("(", "["),
    ),
    GuardedPattern(re.compile(rf"(?<=\bet al\.)\s*[(\[]{_YEAR}[)\]]"), ("et al.",)),
    GuardedPattern(
        re.compile(r"\s*[(\[](?:available (?:at|from) )?(?:https?:|www\.)[^\s()]*[)\]]"),
        ("http", "www."),
    ),
    GuardedPattern(
        re.compile(
            r"\s*[(\[]\s*(?:(?:see|cf\.?|e\.g\.,?) )?"
            r"(?:refs?|references?|figs?|figures?|tables?|tabs?|schemes?|eqs?|eqns?|equations?|sections?|secs?)\b\.?\s*S?\(?\d+[a-z]?\)?"
            r"(?:\s*(?:[,;&–-]|and\b|to\b)\s*S?\(?\d+[a-z]?\)?)*\s*[)\]]",
            re.IGNORECASE,
        ),
        ("(", "["),
    ),
)
_TAG = re.compile(
    r"</?(?:(?:jats|mml):[\w-]+|p|br|div|span|h\d|ul|ol|li|sec|title|list|list-item|label|i|b|u|em|"
    r"strong|italic|bold|sc|tt|sub|sup|a|xref|ext-link|math|inline-formula|tex-math|fixed-case)"
    r"(?:\s[^<>]*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"<(?:/?(?:p|div|h\d|li|sec|title|list-item|label)|br)\b", re.IGNORECASE)
"""The start of a tag between texts that stand apart."""

_APOSTROPHE = re.compile(r"’(?<=\w’)(?=\w)")
_BEFORE_PUNCTUATION = GuardedPattern(
    re.compile(r" +([,.;:!?])(?= |$)"), tuple(f" {sign}" for sign in ",.;:!?")
)
_AFTER_COMMA = re.compile(r",(?<=[a-z],)(?=[a-z]{2})")


_BETWEEN = re.compile(
    r"(?:^\s*|(?<=[a-z][.!?)]))(?:Abstract|ABSTRACT|Significance(?: Statement)?|Background|"
    r"BACKGROUND|Introduction|Objectives?|OBJECTIVES?|Methods?|METHODS?|Results?|RESULTS?|Conclusions?|"
    r"CONCLUSIONS?)(?::\s?| (?=[A-Z][a-z]* )|(?=[A-Z][a-z]))|"
    r"\\n(?!u\b|abla\b|eq?\b|ot\b|i\b)|\\r(?= )|\[ABSTRACT FROM (?:AUTHOR|PUBLISHER)\][\s\S]*"
)
"""Headings that stick to a sentence, line ends that are written, rights behind an abstract."""

_SECOND_ABSTRACT = re.compile(r"[a-z][.!?] (?:Abstract|ABSTRACT|Summary|SUMMARY)\b:? [A-Z]")


def ready_to_split(abstract: str) -> str:
    """Return an abstract of the same length without headings that stick to a sentence.

    Lines do not break by a written ``\\n``.
    """
    return _BETWEEN.sub(_blanks, abstract)


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def has_two_abstracts(text: str) -> bool:
    """Return whether another abstract follows the first, perhaps of another paper."""
    return _SECOND_ABSTRACT.search(text) is not None


def without_citations(text: str) -> str:
    """Return a text without the citation marks of its source: ``[12]``, ``(Smith, 2019)``.

    So do ``(ref. 5)``, ``(Fig. 2)`` and addresses in brackets go.
    """
    text = _NUMBERED.sub("", text)
    for pattern in _CITATIONS:
        text = pattern.sub("", text)
    return text


def without_markup(text: str) -> str:
    """Return a text without tags, with the characters that entities stand for.

    Entities come first, twice: publishers write ``&amp;lt;i&amp;gt;`` too.
    """
    text = html.unescape(html.unescape(text)).replace("\u00ad ", "").replace("\u00ad", "")
    if "<" not in text:
        return text
    return _TAG.sub("", _BLOCK.sub(lambda tag: f" {tag.group()}", text))


def clean(text: str) -> str:
    """Return one sentence of an abstract as plain prose on one line.

    Markup, the source's citation marks and the labels of structured abstracts (``Results:``) are
    left out. A sentence of nothing else becomes empty. An apostrophe in a word becomes ``'``, as
    the rules have it.
    """
    text = _APOSTROPHE.sub("'", " ".join(without_citations(without_markup(text)).split()))
    text = headed_sentence(text.lstrip("-–—•*· ")).text
    return _BEFORE_PUNCTUATION.sub(r"\1", _AFTER_COMMA.sub(", ", text)).strip()
