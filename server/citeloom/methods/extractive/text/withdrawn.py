"""Tell whether an abstract says that its paper was withdrawn."""

from citeloom.methods.extractive.text.guarded import guarded

_WITHDRAWN = guarded(
    "withdraw|retract",
    r"^\W*(?:withdrawn|retracted)\b(?:[ ]*[:.\]\)–—-]|[ ]*$|[ ](?:article|paper|by|due|because)\b)|"
    r"(?:\b(?:this|our)|^\W*the) (?:(?!previous|earlier|first|original|old)[\w-]+ ){0,2}?"
    r"(?:paper|article|manuscript|submission|preprint|letter|e-?print|thesis|version)s?\b"
    r"[^.;]{0,40}?(?<!version of this paper )\b(?:has|have|is|was|were|been|being) (?:\w+ly |now |"
    r"been |being )*(?:withdrawn|retracted)\b(?! (?:from|into|by hand)\b)|"
    r"\bwe (?:\w+ )?(?:withdraw|retract|have (?:withdrawn|retracted)) "
    r"(?:this|the|our) (?:\w+ )?(?:paper|article|manuscript|submission|preprint|version)\b",
)


def is_withdrawal(text: str) -> bool:
    """Return whether a sentence says of the paper that it stands in that it was withdrawn."""
    return _WITHDRAWN.search(text) is not None
