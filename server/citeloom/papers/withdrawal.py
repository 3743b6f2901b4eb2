"""Whether a paper's own words say that it has been withdrawn or retracted."""

import re
import unicodedata
from collections.abc import Iterable

_KIND = (
    r"(?:paper|article|manuscript|submission|pre-?print|e-?print|letter|thesis|dissertation|note|"
    r"work|study|publication|contribution|chapter|report|review|communication|version)"
)
_OLD = r"(?!(?:previous|earlier|first|original|old|previously)\b)"
_OTHER_CLAUSE = "that|which|who|whom|whose|why|how|when|where|whether|what|if"
_VERB = "is|are|was|were|has|have|had|been"
"""Words behind which something else than the paper may be withdrawn."""

_BESIDE = (
    r" ?[(\[“\"][^)\]”\"]{0,200}[)\]”\"]|,[^.;,]{0,60},|"
    r" (?:of|by|in|on|from|and|entitled|titled)"
    rf"(?: (?!(?:{_OTHER_CLAUSE}|{_VERB})\b)(?:al\.|[^\s.;,]+)){{1,8}}?|"
    rf"(?: (?!(?:{_OTHER_CLAUSE})\b)[^\s.;]+){{1,12}}? and"
)
"""What may stand between the paper and its verb: what it is, or what else is said of it."""

_OWN_WORK = (
    rf"(?:this|our|the (?:present|above)) (?:{_OLD}[\w-]+ ){{0,3}}?{_KIND}\b(?:{_BESIDE}){{0,2}}?"
)
_A_WORK = rf"the (?:{_OLD}[\w-]+ )?{_KIND}(?: ?[(\[“\"][^)\]”\"]{{0,200}}[)\]”\"])?"
_SERVER = r"(?:(?:bior|medr|chemr|psyar|socar|ar)xiv|ssrn|research square)"
_FROM_A_SERVER = rf"from (?:the )?{_SERVER}\b"
_BY_ARXIV = r"by (?:the )?arxiv\b"
_FROM_ELSEWHERE = rf"\b(?! from (?!publication\b|(?:the )?{_SERVER}\b)| into\b| by hand\b)"
_IS_TAKEN_BACK = (
    r"(?:has|have|is|was|were|will be) (?:(?:since|now|hereby|also|been|being|later|then|therefore|"
    r"already|(?!nearly|hardly|barely|scarcely|rarely)\w+ly) ){0,3}"
    rf"(?:(?:withdrawn|retracted){_FROM_ELSEWHERE}|removed (?:{_BY_ARXIV}|{_FROM_A_SERVER}))"
)
_WHO = (
    r"(?:(?:the|its|all|both) (?:[\w-]+ ){0,3}?"
    rf"(?:authors?|editors?(?:-in-chief)?|publishers?|journal|board)|{_SERVER})"
)
_TAKE_BACK = (
    r"(?:(?:have|has|hereby|wish(?:es)? to|would like to|want to|decided to|regret to|are|is|"
    r"now|also|\w+ly) ){0,4}(?:retract|withdr[ae]w)(?:s|ed|n|ing)?"
)
_OPENING = (
    r"(?:(?!(?:if|when|whenever|whether|once|unless|until|where|suppose|assum\w+|in case|even if)"
    r"\b)"
    r"[^.;]{1,120}?[:,] |[^.;,]{0,60}\b(?:note|notice|regret|announce|inform \w+|advised) that )?"
    r"(?:(?:and|but|so|however) )?"
)
_SAYS_SO = re.compile(
    rf"\W*{_OPENING}(?:(?:the full text of )?{_OWN_WORK} {_IS_TAKEN_BACK}|"
    rf"the (?:[\w-]+ )?{_KIND} (?:has been|have been|"
    rf"was|is|has now been)(?: (?:temporarily|voluntarily|now|hereby))? withdrawn\b(?! from)|"
    rf"{_WHO} {_TAKE_BACK} (?:this|our|the present) (?:[\w-]+ ){{0,2}}?{_KIND}\b|"
    rf"{_WHO} (?:have |has )?(?:requested|asked) that {_OWN_WORK} be (?:withdrawn|retracted)\b|"
    rf"we (?!never|do not|did not){_TAKE_BACK} (?:the contents? of )?(?:this|our|the|the present) "
    rf"(?:{_OLD}[\w-]+ ){{0,2}}?{_KIND}\b)"
    rf"|\W*(?:the |this )?(?:{_KIND} )?(?:status:? )?(?:is )?(?:withdrawn|retracted)"
    rf"(?: {_KIND})?(?: {_FROM_A_SERVER})?"
    r"(?:\W*\Z|,? (?:by (?:the |its )?(?:authors?|editors?|publishers?|journal|arxiv)"
    r"\b|(?:due to|because)\b[^,;]*\Z))"
    rf"|\W*removed (?:{_BY_ARXIV}|{_FROM_A_SERVER}(?=\W*\Z| (?:due to|because)\b))"
    rf"|\W*arxiv admin (?:note|comment): (?:the |this )?(?:{_OLD}[\w-]+ )?(?:{_KIND} )?"
    r"(?:(?:has been|is|was) )?(?:withdrawn\b(?! from)|removed by)"
    rf"|\W*this version withdrawn by arxiv\b",
    re.IGNORECASE,
)
"""A sentence that says so wherever it stands in an abstract."""

_SAYS_SO_AT_AN_END = re.compile(
    rf"\W*(?:{_A_WORK} {_IS_TAKEN_BACK}"
    r"(?=\W*\Z| by (?:the|its) (?:authors?|editors?|publisher|journal)\b| at the request\b|"
    rf" {_BY_ARXIV}| {_FROM_A_SERVER})|"
    rf"(?:{_WHO}) {_TAKE_BACK} the (?:[\w-]+ )?{_KIND}\b|"
    rf"the authors? (?:have|has)(?: \w+)? (?:withdrawn|retracted) their (?:[\w-]+ )?{_KIND}\b)",
    re.IGNORECASE,
)
"""One that says so as the first or the last; else it may speak of a paper that is studied."""

_ELSEWHERE = (
    r"(?:dies(?:er|e|es)|vorliegende[rs]?) (?:[\w-]+ )?(?:artikel|aufsatz|beitrag|arbeit|studie|"
    r"publikation|manuskript|preprint|veröffentlichung) (?:wurde|wird|ist)\b[^.;]{0,80}?"
    r"\bzurückgezogen\b",
    r"(?:cet|cette|ce|le présent) (?:article|étude|publication|papier|manuscrit|travail) "
    r"(?:a été|est) (?:\w+ment )?(?:rétractée?|retirée?)\b(?! du march)",
    r"(?:este|esta|el presente) (?:artículo|estudio|trabajo|publicación|manuscrito) "
    r"(?:ha sido|fue|está) (?:retractad|retirad)[oa]\b",
    r"(?:este|esta|o presente) (?:artigo|estudo|trabalho|publicação|manuscrito) "
    r"(?:foi|está) (?:retratad|retractad|retirad|despublicad)[oa]\b",
    r"(?:questo|quest[’'] ?|il presente )\s?(?:articolo|studio|lavoro|manoscritto) (?:è stato|è) "
    r"(?:ritirato|ritrattato)\b",
    r"(?:эта |данная |настоящая )(?:статья|работа|публикация) (?:была )?(?:отозвана|ретрагирована)",
    r"(?:本文|该文|此文|本论文|该论文)(?:章)?已?(?:经)?被?(?:撤稿|撤回)",
)  # fmt: skip
_AT_AN_END_ELSEWHERE = (
    r"(?:der|die|das) (?:artikel|aufsatz|beitrag|arbeit|studie|publikation|manuskript|preprint) "
    r"(?:wurde|wird|ist)\b[^.;]{0,80}?\bzurückgezogen\b",
    r"(?:l[’'] ?|la |le )(?:article|étude|publication|manuscrit) (?:a été|est) "
    r"(?:rétractée?|retirée?)\b(?! du march)",
    r"(?:el|la) (?:artículo|publicación|manuscrito) (?:ha sido|fue) (?:retractad|retirad)[oa]\b",
    r"(?:l[’'] ?)articolo è stato (?:ritirato|ritrattato)\b",
)
_IN_OTHER_LANGUAGES = re.compile(rf"\W*(?:{'|'.join(_ELSEWHERE)})", re.IGNORECASE)
_AT_AN_END_IN_OTHERS = re.compile(rf"\W*(?:{'|'.join(_AT_AN_END_ELSEWHERE)})", re.IGNORECASE)

_BEGINS = re.compile(
    rf"\W*(?:{_KIND} )?withdrawn\b(?! from| (?:\w+ )?(?:{_KIND}s|studies|theses)\b)"
    r"|\W*withdrawal\b"
    rf"|\W*this (?:[\w-]+ )?{_KIND} withdrawn\b",
    re.IGNORECASE,
)
_OTHER_LABELS = (
    r"zurückgezogen|rétractée?|article rétracté|retractad[oa]|artículo retractado|retratad[oa]|"
    r"artigo retratado|ritirato|articolo ritirato|отозвана|ретрагирована|撤稿|撤回"
)
_LABEL = re.compile(
    rf"\W*(?:temporarily |notice of )?(?:retracted|withdrawn)(?: {_KIND})*"
    r"\s*(?:[:.–—)\]]|-(?=\s)|\*)"
    rf"|\W*(?:{_OTHER_LABELS})(?:\s*[:.–—)\]]|\s+-\s)",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\W*(?:notice of (?:retraction|withdrawal|violation of ieee)\b"
    r"|(?:retraction|withdrawal) (?:notice|note|statement)\b"
    r"\s*(?:[:.–—)\]]|-(?=\s)|(?:for|to|of)\b)"
    r"|retraction(?:\s*:|\s+(?:of|to):?\s*[\"“„«'‘]))",
    re.IGNORECASE,
)
_LABEL_IN_CAPITALS = re.compile(r"\W*(?:RETRACTED|WITHDRAWN)(?: [A-Z]+)?(?=\W+[A-Z](?:[a-z]|\s))")
_LABEL_AT_END = re.compile(
    r"(?<!\s)\s*+[(\[]\W{0,3}(?:retracted|withdrawn)(?: (?:article|paper|publication))?\b"
    r"[^()\[\]]{0,120}[)\]]\W{0,3}\Z",
    re.IGNORECASE,
)
_FROM_A_LETTER = re.compile(
    r"\bthe (?:above|following|aforementioned) (?:\w+ )?(?:article|paper)\b.{0,400}?\b(?:has|have) "
    r"been (?:retracted|withdrawn)\b",
    re.IGNORECASE | re.DOTALL,
)

_GUARDS = (
    "retract", "withdr", "removed by arxiv", "removed by the arxiv", "removed from arxiv",
    "removed from the arxiv", "arxiv admin", "notice of violation", "zurückgezogen", "rétract",
    "retiré", "retirad", "retratad", "despublicad", "ritirat", "ritrattat", "отозвана",
    "ретрагирована", "撤",
)  # fmt: skip
_ENDS_OF_SENTENCES = re.compile(r"(?<=[.!?;。])(?<!\bal\.)[\"”’')\]]*\s*(?=\s|[(\[*]|[^\W\d_a-z])")
_LONGEST_NOTICE = 600
"""Characters beyond which more than a notice stands there."""

_TOLD_BY_KEYWORD = re.compile(
    rf"(?:\A|[,;])\s*(?:retracted|withdrawn)(?: {_KIND})?\s*(?=[,;]|\Z)", re.IGNORECASE
)


def says_withdrawn(comment: str) -> bool:
    """Tell whether the comment on a paper says that it has been withdrawn.

    "Withdrawn" about another version or another paper does not count: the comment begins with the
    word, or a sentence of it says so of this paper.
    """
    return bool(_BEGINS.match(comment)) or says_taken_back(comment)


def is_only_a_notice(abstract: str) -> bool:
    """Tell whether a text says that a paper was withdrawn or retracted, and nothing else.

    Its first sentence says so, and it is short.
    """
    if len(abstract) > _LONGEST_NOTICE or not _has_guard(abstract):
        return False
    first = next(iter(_sentences(_seen(abstract))), "")
    return _says_so(first, is_at_an_end=True)


def says_taken_back(abstract: str) -> bool:
    """Tell whether an abstract says of its own paper that it was withdrawn or retracted.

    A label of publishers at its beginning counts, and a sentence that says so; what it says of
    other papers does not. "Withdrawal of opioids" begins an abstract, too.
    """
    if not _has_guard(abstract):
        return False
    text = _seen(abstract)
    if any(it.match(text) for it in (_LABEL, _NOTICE, _LABEL_IN_CAPITALS)):
        return True
    if _FROM_A_LETTER.search(text):
        return True
    sentences = _sentences(text)
    last = len(sentences) - 1
    return any(_says_so(it, is_at_an_end=at in (0, last)) for at, it in enumerate(sentences))


def says_retracted(title: str) -> bool:
    """Tell whether a publisher has put before or behind a title that the paper is retracted."""
    if not _has_guard(title):
        return False
    text = _seen(title)
    return bool(_LABEL.match(text) or _LABEL_IN_CAPITALS.match(text) or _LABEL_AT_END.search(text))


def without_mark(title: str) -> str:
    """Return a title without the mark of its retraction; one that is nothing else, as it is."""
    label = _LABEL.match(title)
    unmarked = _LABEL_AT_END.sub("", title[label.end() :] if label else title).strip()
    return unmarked or title


def is_keyword_of_a_retraction(keywords: str) -> bool:
    """Tell whether one of an entry's keywords is that the paper was retracted or withdrawn."""
    return bool(_TOLD_BY_KEYWORD.search(keywords))


def _says_so(sentence: str, *, is_at_an_end: bool) -> bool:
    patterns: Iterable[re.Pattern[str]] = (_SAYS_SO, _IN_OTHER_LANGUAGES)
    if is_at_an_end:
        patterns = (*patterns, _SAYS_SO_AT_AN_END, _AT_AN_END_IN_OTHERS)
    return any(pattern.match(sentence) for pattern in patterns)


def _has_guard(text: str) -> bool:
    folded = text.casefold() if text.isascii() else _seen(text).casefold()
    return any(guard in folded for guard in _GUARDS)


def _seen(text: str) -> str:
    """Return a text as it is seen: on one line, without invisible signs."""
    if not text.isascii():
        composed = unicodedata.normalize("NFKC", text)
        text = "".join(it for it in composed if unicodedata.category(it) != "Cf")
    return " ".join(text.split())


def _sentences(text: str) -> list[str]:
    return [it for it in _ENDS_OF_SENTENCES.split(text) if it.strip()]
