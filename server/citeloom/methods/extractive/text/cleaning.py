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
        r"(?<!\s)(?P<blank>\s*)\[\s*[1-9]\d*[a-z]?(?P<more>(?:\s*[-–,;]\s*\d+[a-z]?)*)\s*\]"
        r"(?:\s*[-–,]\s*\[\s*\d+\s*\])*(?![\w-])"
    ),
    ("[",),
)
_GLUED_NAME = re.compile(r"[^\s.,;:)”\"]$")
_BEFORE_INTERVAL = re.compile(r"(?:\b(?:intervals?|ranges?|scale|within|values)|[∈=])\s*$")
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
    GuardedPattern(
        re.compile(
            rf"(?<!\bin )(?<!\bby )(?<!\bof )(?<!\bfrom )\[(?:[A-Z]\.\s?)+-?"
            rf"[^\[\]]{{20,}}\({_YEAR}\)[^\[\]]*\]"
        ),
        ("[",),
    ),
    GuardedPattern(re.compile(rf"(?<=\bet al\.)\s*[(\[]{_YEAR}[)\]]"), ("et al.",)),
    GuardedPattern(
        re.compile(
            rf"(?<!\bin )(?<!\bby )(?<!\bof )(?<!\bfrom )\[[A-Z][^\[\]]{{5,120}}"
            rf"\({_YEAR}\)\s*[\w,–-]+(?: [\w,–-]+)?\]"
        ),
        ("[",),
    ),
    GuardedPattern(
        re.compile(
            rf"\s*[(\[](?:\s*(?:[,;]|et al\.?)|\s+(?={_YEAR}\s))"
            rf"(?:[\s,;.:&]|et al\.?|\band\b|{_YEAR})*[)\]]"
        ),
        ("(", "["),
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
    GuardedPattern(re.compile(r"\s*@(?:x?cite_?\d*|PARASPLIT)\b"), ("@",)),
    GuardedPattern(re.compile(r"\s*[(\[]\s*CITATION\s*[)\]]|\s*\bCITATION\b"), ("citation",)),
    GuardedPattern(re.compile(r"[\s~]*\\(?:no)?cite[a-z]*\*?(?:\[[^\]]*\])*\{[^}]*\}"), ("\\",)),
)
_TAG = re.compile(
    r"</?(?:(?:jats|mml):[\w-]+|p|br|div|span|h\d|ul|ol|li|sec|title|list|list-item|label|i|b|u|em|"
    r"strong|italic|bold|sc|tt|sub|sup|a|xref|ext-link|math|inline-formula|tex-math|fixed-case)"
    r"(?:\s[^<>]*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"<(?:/?(?:p|div|h\d|li|sec|title|list-item|label)|br)\b", re.IGNORECASE)
"""The start of a tag between texts that stand apart."""

_LOST_LIGATURES = tuple(
    (re.compile(pattern), whole)
    for pattern, whole in (
        (r"\b([dD])i er(?=(?:ent|ence|s\b|ed\b|ing))", r"\1iffer"),
        (r"\b([eE]) ect(?=s?\b|ive)", r"\1ffect"),
        (r"\b([eE]|[cC]oe|[sS]u) cien(?=t|c)", r"\1fficien"),
        (r"\b([dD])i cult", r"\1ifficult"),
        (r"\b([sS]igni|[sS]peci|[cC]lassi|[iI]denti|[sS]cienti|[mM]odi|[vV]eri|[qQ]uanti) "
         r"c(?=a|at|ally|ity|s\b|\b)", r"\1fic"),
        (r"\b([iI])n uen(?=ce|t)", r"\1nfluen"),
        (r"\b([cC])on rm", r"\1onfirm"),
        (r"\b([rR])e ect(?=s|ed|ing|ion|\b)", r"\1eflect"),
        (r"\b([dD])e n(?=e\b|ed|es|ing|ition)", r"\1efin"),
    )
)  # fmt: skip
"""Words in which a PDF has lost ``ff``, ``fi`` or ``fl``."""

_SIGNS_OF_LOST_LIGATURES = re.compile(r"i er|[eE] ect| cien|i cult|i c[aits ]|n uen|n rm|e n[ei]")

_SOFT_HYPHEN = GuardedPattern(re.compile(r"(?<=\w)\u00ad\s*(?=[a-z])|\u00ad"), ("\u00ad",))
"""Where a line may have ended inside a word."""

_POWER = GuardedPattern(re.compile(r"(?<=\d )([kcm]?m)\(([23])\)"), ("m(",))
_RAISED = {"2": "²", "3": "³"}
_APOSTROPHE = re.compile(r"’(?<=\w’)(?=\w)")
_BEFORE_PUNCTUATION = GuardedPattern(
    re.compile(r" +([,.;:!?])(?= |$)"), tuple(f" {sign}" for sign in ",.;:!?")
)
_AFTER_COMMA = re.compile(r",(?<=[a-z],)(?=[a-z]{2})")
_NOISE = GuardedPattern(re.compile(r"`{3,}|~{3,}|\*\*(?=\w)|(?<=\w)\*\*"), ("```", "~~~", "**"))
_RAISED_NUMBERS = re.compile(
    r"\d(?<=[a-z]{5}\d)\d?(?:, \d{1,2})+(?=[.,;:]?(?: |$))(?! (?:and|or)\b)"
)
"""Notes by numbers that stood above the line: ``condensation8, 9``."""

_EMPTY_PARENTHESES = GuardedPattern(
    re.compile(r" *(?:\( *[,;]? *\)|\[ *\])"), ("()", "( ", "(,", "(;", "[]", "[ ")
)


def without_citations(text: str) -> str:
    """Return a text without the citation marks of its source: ``[12]``, ``(Smith, 2019)``.

    What is left of such marks goes too (``(, 2019)``), and so do ``(ref. 5)`` and ``(Fig. 2)``.
    """
    text = _NUMBERED.sub(_without_number, text)
    for pattern in _CITATIONS:
        text = pattern.sub("", text)
    return text


def _without_number(match: re.Match[str]) -> str:
    """Return nothing for a citation by number; ``CB[7]`` and ``the range [1, 5]`` stay."""
    before = match.string[: match.start()]
    name = not match["blank"] and not match["more"] and _GLUED_NAME.search(before)
    interval = match["more"] and _BEFORE_INTERVAL.search(before)
    return match.group() if name or interval else ""


def without_markup(text: str) -> str:
    """Return a text without tags, with the characters that entities stand for.

    Entities come first, twice: publishers write ``&amp;lt;i&amp;gt;`` too.
    """
    text = _SOFT_HYPHEN.sub("", html.unescape(html.unescape(text)))
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
    text = _POWER.sub(lambda match: match[1] + _RAISED[match[2]], _NOISE.sub("", text))
    if _SIGNS_OF_LOST_LIGATURES.search(text):
        for pattern, whole in _LOST_LIGATURES:
            text = pattern.sub(whole, text)
    text = headed_sentence(text.lstrip("-–—•*· ")).text
    text = _RAISED_NUMBERS.sub("", _EMPTY_PARENTHESES.sub("", text))
    text = _AFTER_COMMA.sub(", ", text)
    return _BEFORE_PUNCTUATION.sub(r"\1", text).strip()
