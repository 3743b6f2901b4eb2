"""Whether a note of a citation names a page or another part of the paper that it cites."""

import re

_NO_SIGNS = re.compile(r"\\(?:mbox|pno|ppno|nopp|,|;|:|!|/|@|&| )|[{}$~]")
_SECTION = re.compile(r"\\(?:S|textsection|P|textparagraph)(?![A-Za-z])")
_ABBREVIATED = re.compile(r"(?<=[^\W\d_]\.)(?=\d)|(?<=§)(?=\w)")
"""Where a space may be missing: ``p.3``, ``§3``."""

_BETWEEN = re.compile(r"[\s,;&]+")
_OF_A_PART = re.compile(
    r"(?:"
    r"pp?|pages?|ch|chaps?|chapters?|secs?|sects?|sections?|figs?|figures?|tabs?|tables?|eqs?|"
    r"equations?|th|thm|theorems?|lemmas?|defs?|definitions?|props?|propositions?|algs?|"
    r"algorithms?|apps?|appendix|appendices|vols?|volumes?|parts?|lines?|examples?|corollary|"
    r"paras?|paragraphs?|notes?|nn?|fn|footnotes?|nos?|slides?|arts?|articles?|"
    r"s|seiten?|kap|kapiteln?|abschn|abschnitte?|abb|abbildung|tabelle|gl|gleichung|satz|nr|bd|"
    r"anm|rn|rdnr|abs|absatz|artikel|zeilen?|teil|anhang|"
    r"chapitres?|tableaux?|annexes?|théorèmes?|tome|t|"
    r"caps?|capítulos?|págs?|páginas?|seccion|sección|seção|capitol[oi]|pagin[ae]|sezion[ei]|"
    r"blz|hfst|hoofdstuk|side|str|rozdz|"
    r"с|сс|стр|гл|глава|разд|раздел|рис|табл|т|ч|п|пп|теорема|лемма|§"
    r")\.?|§+",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\(?[A-Z]?\.?\d[\d.:]*(?:[a-z]|\([a-z]\))?(?:[-–—]+[A-Z]?\.?\d[\d.:]*[a-z]?)?\)?f{0,2}\.?"
    r"|[ivxlIVXL]+|[A-Z]|第?\d+[章節节頁页]"
)
_JOINING = frozenset({"and", "to", "und", "bis", "et", "и", "ff.", "f.", "ff", "f"})
_POINTING = frozenset(
    {"see", "cf", "esp", "especially", "siehe", "vgl", "bes", "voir", "véase", "ver", "см", "ср"}
)
"""What leads to a place, and says nothing without one."""


def is_locator(note: str) -> bool:
    """Tell whether a note names a page or another part of a paper, and says nothing else."""
    plain = _NO_SIGNS.sub(" ", _SECTION.sub("§", note))
    pieces = [it for it in _BETWEEN.split(_ABBREVIATED.sub(" ", plain)) if it]
    named = [it for it in pieces if _OF_A_PART.fullmatch(it)]
    numbers = [it for it in pieces if it not in named and _NUMBER.fullmatch(it)]
    rest = [it for it in pieces if it not in named and it not in numbers and it not in _JOINING]
    is_counted = any(sign.isdigit() for it in numbers for sign in it)
    if any(it.lower().rstrip(".") not in _POINTING for it in rest):
        return False
    return bool(numbers) and (bool(named) or is_counted)
