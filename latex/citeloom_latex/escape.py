"""Plain text to LaTeX that sets the same text and can do nothing else."""

import re
import unicodedata
from dataclasses import dataclass

from citeloom_latex.accents import (
    COMBINING,
    LETTERS,
    MATHS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_SYMBOLS,
)
from citeloom_latex.typesetting import LOST_LETTER, Typesetting, latex_sign, latin_letters, plainer

_SPECIALS = {
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "\N{NO-BREAK SPACE}": "~",
    "\N{NARROW NO-BREAK SPACE}": "~",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{FIGURE DASH}": "--",
    "–": "--",
    "—": "---",
    "\N{HORIZONTAL BAR}": "---",
    "−": "$-$",
    "°": r"$^{\circ}$",
    "µ": r"$\mu$",
    "·": r"$\cdot$",
}

_TEXT_COMMANDS = (
    *("ldots", "textbullet", "textregistered", "texttrademark", "textcopyright", "texteuro"),
    *("pounds", "S", "P", "dag", "ddag"),
)

_GUILLEMET_COMMANDS = ("guillemotleft", "guillemotright")

_SYMBOLS = (
    {char: f"$\\{command}$" for command, char in MATHS.items()}
    | {TEXT_SYMBOLS[command]: f"\\{command}{{}}" for command in _TEXT_COMMANDS}
    | _SPECIALS
)
"""Characters that LaTeX would take for something else, or sets by a command alone."""

_FROM_SUPERSCRIPT = {char: plain for plain, char in SUPERSCRIPTS.items()}
_FROM_SUBSCRIPT = {char: plain for plain, char in SUBSCRIPTS.items()}
_LETTER_COMMANDS = {char: f"\\{command}{{}}" for command, char in LETTERS.items()}
# Letters with these exist in T1 alone, which the kernel of LaTeX knows, but an article without
# packages does not use.
_T1_LETTERS = frozenset("ÐðÞþĐđŊŋ«»")
_T1_ACCENT = COMBINING["k"]
_GUILLEMETS = {TEXT_SYMBOLS[command]: f"\\{command}{{}}" for command in _GUILLEMET_COMMANDS}
_ACCENT_COMMANDS = {mark: command for command, mark in COMBINING.items()}

# Letters that pdfLaTeX sets from UTF-8 in its usual encoding, OT1, without a package (ot1enc.dfu
# and the accents of t1enc.dfu in the LaTeX kernel).
_SET_AS_THEY_ARE = re.compile(r"[ -~À-ÏÑ-ÖØ-Ýß-ïñ-öø-ýÿ-ăĆ-ďĒ-ėĚ-ĥĨ-ĭİ-ķĹ-ľŁ-ňŌ-ťŨ-űŴ-žȘ-ț]+")

# Between these LaTeX would make one sign of two; braces keep them apart.
_WOULD_JOIN = re.compile(
    r"(?<=[‘’'“”])(?=[‘’'“”])|(?<=[?!])(?=[‘“])|(?<=[-–—‐‑‒―])(?=[-–—‐‑‒―])"
    r"|(?<=&)(?=#?[0-9A-Za-z]{2,10};)|(?<=,)(?=,)"
)
# What is written as one: usual text, scripts, a letter with its accents, any other character.
_PIECE = re.compile(
    r"[0-9A-Za-z .,;:()]+(?![\u0300-\u036f])"
    f"|[{''.join(_FROM_SUPERSCRIPT)}]+|[{''.join(_FROM_SUBSCRIPT)}]+|.[\u0300-\u036f]*",
    re.DOTALL,
)
_DOUBLE_QUOTE = re.compile(r'(?:(?<=[\s(\[{/–—‘“-])|\A)"(?=\S)')
_NAME = re.compile(r"[^\W\d_]{2,}")
_SPACE = re.compile(r"[^\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
_KEEP_APART = "\x00"
_IN_ENCODING = re.compile("\x01([A-Z0-9]+)\x02([^\x01-\x03]*)\x03")
_NEXT_IN_ENCODING = re.compile("\x03\x01[A-Z0-9]+\x02")
"""Letters of another encoding of fontenc, as they are marked while a text is written."""


@dataclass(frozen=True, slots=True)
class WrittenLatex:
    """LaTeX, and the characters that its document cannot set, with what stands for them.

    A character stands for itself where only the document's fonts may lack it.
    """

    latex: str
    replaced: tuple[tuple[str, str], ...] = ()


def to_latex(text: str, encoding: str = "utf-8") -> str:
    """Return LaTeX that typesets ``text`` and no more.

    Parameters
    ----------
    text
        Any text; spaces and line breaks become single spaces, control characters go.
    encoding
        Of the file that the LaTeX is meant for. Letters stay as they are where it has them and
        pdfLaTeX sets them without a package; else they become commands. A letter that neither
        the encoding nor a command can write stays too.

    Every backslash of the result is of a command listed here or in
    :mod:`citeloom_latex.accents`; the text itself can bring none along.
    """
    latex = ""
    for piece in _pieces(text):
        latex = _append(latex, _piece_to_latex(piece, encoding))
    return latex


def to_latex_of(text: str, encoding: str, typesetting: Typesetting) -> WrittenLatex:
    """Return LaTeX of a text that a document with this typesetting can set.

    As `to_latex`; characters that pdfLaTeX cannot set become LaTeX where there is a way, else
    plainer characters, a name as the references spell it, Latin letters, or at last ``[?]``.
    """
    latex = ""
    text, replaced = _with_known_names(text, typesetting)
    for piece in _pieces(text):
        written = _known_latex(piece, encoding, typesetting)
        if written is None:
            written, lost = _replaced_latex(piece, encoding, typesetting)
            replaced += lost
        elif piece in written and any(map(typesetting.may_lack, piece)):
            replaced.append((piece, piece))
        if written:
            latex = _append(latex, written)
    latex = re.sub(r"(?:\[\?\])+", "[?]", latex)
    return WrittenLatex(
        _IN_ENCODING.sub(r"{\\fontencoding{\1}\\selectfont \2}", _joined(latex)), tuple(replaced)
    )


def _with_known_names(text: str, typesetting: Typesetting) -> tuple[str, list[tuple[str, str]]]:
    """Write names that the document cannot set as its references spell them."""
    replaced: list[tuple[str, str]] = []
    if not typesetting.names or text.isascii():
        return text, replaced

    def spelled(found: re.Match[str]) -> str:
        lost = [char for char in found[0] if not _is_set(char, typesetting)]
        spelling = typesetting.spelling_of(found[0]) if lost else ""
        replaced.extend((char, spelling) for char in lost if spelling)
        return spelling or found[0]

    return _NAME.sub(spelled, text), replaced


def _is_set(char: str, typesetting: Typesetting) -> bool:
    known = _known_latex(char, "utf-8", typesetting) is not None
    return known or typesetting.sets(char) or bool(typesetting.encoding_of(char))


def _pieces(text: str) -> list[str]:
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", text))
    text = "".join(char for char in text if not _is_invisible(char))
    text = _DOUBLE_QUOTE.sub("“", text).replace('"', "”")
    return _PIECE.findall(_WOULD_JOIN.sub(_KEEP_APART, text))


def _append(latex: str, written: str) -> str:
    between = "{}" if written[0] == "$" and latex.endswith("$") else ""
    return latex + between + written


def _joined(latex: str) -> str:
    """Join letters of one encoding that stand side by side."""
    return _NEXT_IN_ENCODING.sub("", latex)


def _replaced_latex(
    piece: str, encoding: str, typesetting: Typesetting
) -> tuple[str, list[tuple[str, str]]]:
    """Return LaTeX of what stands for a piece, and the characters that are not set as they are."""
    latex = ""
    replaced: list[tuple[str, str]] = []
    for char in piece:
        plain = plainer(char)
        if char.isascii():
            written = _known_latex(char, encoding) or ""
        elif typesetting.sets(char) and _can_encode(char, encoding):
            written = char
        elif (name := typesetting.encoding_of(char)) and _can_encode(char, encoding):
            written = f"\x01{name}\x02{char}\x03"
        elif sign := latex_sign(char):
            written = sign
        elif plain != char and plain:
            written, lost = _plainer_latex(plain, encoding, typesetting)
            replaced += lost
        else:
            written = latin_letters(char)
            replaced.append((char, written))
        latex += written
    return latex, replaced


def _plainer_latex(
    text: str, encoding: str, typesetting: Typesetting
) -> tuple[str, list[tuple[str, str]]]:
    latex = ""
    replaced: list[tuple[str, str]] = []
    for piece in _pieces(text):
        known = _known_latex(piece, encoding, typesetting)
        written, lost = (known, []) if known else _replaced_latex(piece, encoding, typesetting)
        latex += written
        replaced += lost
    return latex, replaced


def _piece_to_latex(piece: str, encoding: str) -> str:
    known = _known_latex(piece, encoding)
    return "".join(_SYMBOLS.get(char, char) for char in piece) if known is None else known


def _known_latex(piece: str, encoding: str, typesetting: Typesetting | None = None) -> str | None:
    """Return the LaTeX of a piece; None where no table has it."""
    if piece == _KEEP_APART:
        return "{}"
    if piece in _SYMBOLS:
        return _SYMBOLS[piece]
    if piece[0] in _FROM_SUPERSCRIPT:
        return f"$^{{{''.join(_FROM_SUPERSCRIPT[char] for char in piece)}}}$"
    if piece[0] in _FROM_SUBSCRIPT:
        return f"$_{{{''.join(_FROM_SUBSCRIPT[char] for char in piece)}}}$"
    if _SET_AS_THEY_ARE.fullmatch(piece) and _can_encode(piece, encoding):
        return piece
    is_unicode = typesetting is not None and typesetting.is_unicode
    if is_unicode and LOST_LETTER not in piece and _can_encode(piece, encoding):
        return latex_sign(piece) or _SYMBOLS.get(piece[0], piece[0]) + piece[1:]
    if piece in _T1_LETTERS:
        return _in_t1(_LETTER_COMMANDS.get(piece) or _GUILLEMETS[piece])
    if piece in _LETTER_COMMANDS:
        return _LETTER_COMMANDS[piece]
    return _accents_to_latex(piece) or None


def _accents_to_latex(piece: str) -> str:
    """Return a letter with its accents as commands; empty where it is not one."""
    decomposed = unicodedata.normalize("NFD", piece)
    base, marks = decomposed[:1], decomposed[1:]
    if not marks or not (base.isascii() and base.isalpha()):
        return ""
    latex = base
    for mark in marks:
        command = _ACCENT_COMMANDS.get(mark)
        if not command:
            return ""
        latex = f"\\{command}{{{latex}}}"
    return _in_t1(latex) if _T1_ACCENT in marks else latex


def _in_t1(latex: str) -> str:
    return f"{{\\fontencoding{{T1}}\\selectfont{latex}}}"


def _is_invisible(char: str) -> bool:
    """Tell whether a character is a control, a surrogate or a format character.

    The joiners of Persian and Indic scripts are part of the spelling and stay.
    """
    return unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in "\u200c\u200d"


def _can_encode(char: str, encoding: str) -> bool:
    if char.isascii():
        return True
    try:
        char.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
