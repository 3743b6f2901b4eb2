"""The remains of HTML and JATS in values, as publishers and reference managers leave them."""

import html
import re

_ENTITY = re.compile(r"(?:\{\\&\}|(?<!\\)\\*+&)(#\d{1,7}+|#[xX][0-9A-Fa-f]{1,6}+|[A-Za-z]{2,10}+);")

_TAG = re.compile(
    r"<(/?+)(?:jats:|mml:)?+(abstract|p|title|sec|list|list-item|label|br|div|ul|ol|li"
    r"|i|b|em|strong|italic|bold|sc|scp|tt|span|a|ext-link|monospace|sub|sup|inline-formula"
    r"|tex-math|alternatives|math|m(?:row|i|o|n|text|sup|sub|style|frac|sqrt|fenced|space))"
    r"(?:\s[^<>]*+)?+/?+>",
    re.IGNORECASE,
)
_SCRIPTS = {"sub": r"\textsubscript{", "sup": r"\textsuperscript{"}
_BREAKS = re.compile("abstract|p|title|sec|list|list-item|label|br|div|ul|ol|li")


def to_latex(value: str) -> str:
    """Remove the tags of HTML and JATS from a value and replace its entities by characters.

    Superscripts and subscripts become LaTeX commands; the rest stays the LaTeX that it was.
    """
    if "<" in value:
        value = _TAG.sub(_tag_to_latex, value)
    if "&" in value:
        value = _ENTITY.sub(_entity_to_text, value)
    return value


def _tag_to_latex(found: re.Match[str]) -> str:
    name = found.group(2).lower()
    if name in ("sub", "sup"):
        return "}" if found.group(1) else _SCRIPTS[name]
    return " " if _BREAKS.fullmatch(name) else ""


def _entity_to_text(found: re.Match[str]) -> str:
    entity = f"&{found.group(1)};"
    text = html.unescape(entity)
    if text == entity:
        return found.group()
    return f"\\{text}" if text in "&%$#_{}" else text
