"""Warnings about letters that the document's engine cannot set, each with its sentence."""

from collections.abc import Iterable, Iterator

from citeloom.placing.render import RenderedSentence
from citeloom.visible import shorten
from citeloom_latex.typesetting import CYRILLIC, Typesetting, script_of

_LONGEST = 120
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")


def unset_letters(sentences: Iterable[RenderedSentence], typesetting: Typesetting) -> Iterator[str]:
    """Yield a warning for each sentence with letters that are not set as they are."""
    for sentence in sentences:
        replaced = dict(sentence.replaced)
        if not replaced:
            continue
        letters = ", ".join(f"{char} (U+{ord(char[0]):04X})" for char in list(replaced)[:5])
        letters += ", …" if len(replaced) > 5 else ""
        shown = shorten(sentence.sentence.text, _LONGEST)
        if typesetting.is_unicode:
            yield f"the document's font may have no {letters}; see whether it prints: {shown}"
            continue
        stand = "no letters" if set(replaced.values()) == {""} else _in_words(replaced.values())
        yield (
            f"pdfLaTeX cannot set {letters} here; {stand} stand for them. {_offer(replaced)} and"
            f" write again, or change the sentence: {shown}"
        )


def _in_words(instead: Iterable[str]) -> str:
    kinds = {"[?]" if text == "[?]" else "Latin letters" for text in instead if text}
    return " and ".join(sorted(kinds))


def _offer(letters: Iterable[str]) -> str:
    scripts = {script_of(char[0]) for char in letters}
    if scripts == {"CYRILLIC"}:
        return rf"Load \usepackage[{CYRILLIC[0]},T1]{{fontenc}}, or compile with LuaLaTeX,"
    if scripts <= {*_EAST_ASIAN}:
        return "Compile with XeLaTeX and the package xeCJK"
    return "Compile with LuaLaTeX or XeLaTeX and a font that has it"
