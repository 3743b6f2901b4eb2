"""Takes markup out of a model's sentence: Markdown, HTML, LaTeX's quotes, ties, environments."""

import html
import re

from citeloom_latex.prose.commands import subscript, superscript

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,9});")
_TAG = re.compile(
    r"</?(?:b|i|u|p|q|em|tt|li|ul|ol|br|sub|sup|code|span|cite|mark|small|strong)(?:\s[^<>]{0,80})?/?>",
    re.IGNORECASE,
)
_HTML_LINK = re.compile(
    r"<a\s[^<>]{0,300}?\b(?:href=)?[\"']?(?P<to>https?:[^\"'<>\s]+)[^<>]*>|</a>"
)
_LINK = re.compile(r"\[(?P<words>[^\[\]]{1,200})\]\((?P<to>[^()\s]{4,300})\)")
_SCRIPT = re.compile(r"<(su[bp])>\s*(?P<raised>[^<>]{1,40}?)\s*</\1>", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6} +(?P<words>.*)")
_BULLET = re.compile(r"\A(?:[-*•+]|\d{1,2}[.)]) +(?=\S)")
_RUN_IN_HEAD = re.compile(r"\A(\*\*|__)[^*_]{1,80}?(?:[.:]\1|\1[.:])\s+(?=\S)")
_STRONG = re.compile(
    r"(?<![a-zA-Z0-9*_])(\*\*|__)(?=[^\s*_])((?:(?!\1).){1,5000})(?<=\S)\1(?![a-zA-Z0-9*_])"
)
_EMPHASIS = re.compile(r"(?<![\w*^\\])\*(?=[^\W_])([^*]{1,200})(?<=\w)\*(?![\w*])")
_QUOTED = re.compile(r"``(?P<double>[^`']{1,300})''|(?<![\w`])`(?P<code>[^`']{1,80})[`'](?![\w'`])")
_TIE = re.compile(r"(?<=[\w.)])~(?=\\|\[)")
_ENVIRONMENT = re.compile(
    r"\s*\\(?P<what>begin|end)\s*\{(?:math|displaymath|equation|align|gather|multline)\*?\}\s*"
)


def without_markup(text: str) -> str:
    """Return a sentence without the marks by which a model sets it in bold, in lists, under heads.

    A heading alone is nothing. Where a link leads stays behind its words, so that whoever takes
    links out can tell of it. Formulas in environments of their own stand between dollar signs.
    """
    lines = [_line(" ".join(line.split())) for line in text.splitlines()]
    text = " ".join(line for line in lines if line)
    text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    text = _SCRIPT.sub(_script, text)
    text = _TAG.sub(
        "", _HTML_LINK.sub(lambda found: f" {found['to']} " if found["to"] else "", text)
    )
    text = _LINK.sub(lambda found: f"{found['words']} ({found['to']})", text)
    text = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\2", text))
    text = _QUOTED.sub(
        lambda found: f"“{found['double']}”" if found["double"] else found["code"], text
    )
    text = _ENVIRONMENT.sub(lambda found: " $" if found["what"] == "begin" else "$ ", text)
    return _TIE.sub(" ", text)


def _line(line: str) -> str:
    heading = _HEADING.match(line)
    if heading:
        words = heading["words"].strip("# ")
        return words if re.search(r"[.!?]\Z|\bP\d", words) else ""
    return _RUN_IN_HEAD.sub("", _BULLET.sub("", line))


def _script(found: re.Match[str]) -> str:
    change = superscript if found[1].lower() == "sup" else subscript
    return change(found["raised"])
