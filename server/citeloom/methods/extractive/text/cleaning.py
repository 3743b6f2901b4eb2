"""Clean a sentence of an abstract of citation marks, labels and markup."""

import html
import re

from citeloom.grounding.roles.headings import headed_sentence

_NAME = r"(?:(?:van|von|de|der|den|di|da|la|le|el) )*(?![a-zß-öø-ÿ])[^\W\d_][\w'’.\-]*"
_YEAR = r"(?:19|20)\d\d[a-z]?"
_NAMES = rf"{_NAME}(?:(?:,? and |\s?& |, | ){_NAME}){{0,6}}?"
_AUTHOR_YEAR = rf"(?:{_NAMES}(?: et al\.?)?,?\s+)?\(?{_YEAR}\)?(?:,\s*{_YEAR})*"

_CITATIONS = (
    re.compile(r"\s*\[\s*\d+[a-z]?(?:\s*[-–,;]\s*\d+[a-z]?)*\s*\](?:\s*[-–,]\s*\[\s*\d+\s*\])*"),
    re.compile(
        rf"\s*[(\[](?:see |e\.g\.,? |cf\. |i\.e\.,? )*{_NAMES}(?: et al\.?,?\s+|,\s+)\(?{_YEAR}\)?"
        rf"(?:\s*[,;]\s*(?:and )?{_AUTHOR_YEAR})*(?:[,;]?\s*(?:\.\.\.|…|inter alia|among others))?"
        r"\s*[)\]]"
    ),
    re.compile(rf"(?<=\bet al\.)\s*[(\[]{_YEAR}[)\]]"),
    re.compile(r"\s*@(?:x?cite_?\d*|PARASPLIT)\b"),
    re.compile(r"\s*[(\[]\s*CITATION\s*[)\]]|\s*\bCITATION\b"),
    re.compile(r"[\s~]*\\(?:no)?cite[a-z]*\*?(?:\[[^\]]*\])*\{[^}]*\}"),
)
_TAG = re.compile(r"</?[a-zA-Z][\w:.-]*(?:\s[^<>]*)?/?>")
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")
_BEFORE_PUNCTUATION = re.compile(r"\s+([,.;:!?])(?=\s|$)")
_AFTER_COMMA = re.compile(r"(?<=[a-z]),(?=[a-z]{2})")
_EMPTY_PARENTHESES = re.compile(r"\s*(?:\(\s*[,;]?\s*\)|\[\s*\])")


def without_citations(text: str) -> str:
    """Return a text without the citation marks of its source: ``[12]``, ``(Smith, 2019)``."""
    for pattern in _CITATIONS:
        text = pattern.sub("", text)
    return text


def without_markup(text: str) -> str:
    """Return a text without tags, with the characters that entities stand for."""
    return html.unescape(_TAG.sub("", text)).replace("\u00ad", "")


def clean(text: str) -> str:
    """Return one sentence of an abstract as plain prose on one line.

    Markup, the source's citation marks and the labels of structured abstracts (``Results:``) are
    left out. A sentence of nothing else becomes empty. An apostrophe in a word becomes ``'``, as
    the rules have it.
    """
    text = _APOSTROPHE.sub("'", " ".join(without_citations(without_markup(text)).split()))
    text = headed_sentence(text.lstrip("-–—•*· ")).text
    text = _EMPTY_PARENTHESES.sub("", text)
    text = _AFTER_COMMA.sub(", ", text)
    return _BEFORE_PUNCTUATION.sub(r"\1", text).strip()
