"""Tell whether an abstract says that its paper was withdrawn."""

from citeloom.methods.extractive.text.guarded import guarded

_WORK = "(?:paper|article|manuscript|submission|preprint|letter|e-?print|thesis|version)s?"

_OTHER_CLAUSE = "that|which|who|whom|whose|why|how|when|where|whether|what|if"
_VERB = "is|are|was|were|has|have|had|been"
"""Words behind which something else than the paper may be withdrawn."""

_BESIDE = (
    r"[ ]\([^().;]{0,40}\)|,[^.;,]{0,60},|"
    r"[ ](?:of|by|in|on|from|and|entitled|titled)"
    rf"(?:[ ](?!(?:{_OTHER_CLAUSE}|{_VERB})\b)(?:al\.|[^\s.;,]+)){{1,8}}?|"
    rf"(?:[ ](?!(?:{_OTHER_CLAUSE})\b)[^\s.;]+){{1,12}}?[ ]and"
)
"""What may stand between the paper and its verb: what it is, or what else is said of it."""

_NOT_SAID = (
    r"(?<!\bin )(?<!\bif )(?<!\bunless )(?<!\bwhether )(?<!\buntil )(?<!\bbefore )"
    r"(?<!\btrue that )(?<!\bdeny that )(?<!\brumors that )(?<!\brumours that )"
)

_WITHDRAWN = guarded(
    "withdraw|retract",
    r"^\W*(?:withdrawn|retracted)\b(?: (?:article|paper))?"
    r"(?:[ ]*[:.\]\)–—]|[ ]*-(?!\w)|[ ]*$|[ ](?:by|due|because)\b)|"
    rf"(?:{_NOT_SAID}\b(?:this|our)|^\W*the) "
    rf"(?:(?!previous|earlier|first|original|old)[\w-]+ ){{0,2}}?{_WORK}\b(?:{_BESIDE}){{0,2}}? "
    r"(?<!version of this paper )(?:has|have|is|was|were) "
    r"(?:(?!nearly|hardly|barely|scarcely|rarely)\w+ly |now |been |being |since |later |then |"
    r"therefore |hereby |also |already )*"
    r"(?:withdrawn|retracted)\b(?! (?:from|into|by hand)\b)|"
    r"\bwe (?:(?!never|cannot|would|could|should|may|might)\w+ )?"
    r"(?:withdraw|retract|have (?:withdrawn|retracted)) "
    rf"(?:this|the|our) (?:\w+ )?{_WORK}\b",
)


def is_withdrawal(text: str) -> bool:
    """Return whether a sentence says of the paper that it stands in that it was withdrawn."""
    return _WITHDRAWN.search(text) is not None
