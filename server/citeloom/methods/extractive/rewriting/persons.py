"""Turn the authors' first person into the third, outside quotations."""

import re
from collections.abc import Sequence
from functools import lru_cache

from citeloom.grounding.guarded import CaselessPattern, GuardedPattern, guarded
from citeloom.methods.extractive.rewriting.verbs import is_plural_verb

_QUOTED = GuardedPattern(
    re.compile(r"“[^”]*”|\"[^\"]*\"|(?<!\w)‘[^’]*’(?!\w)|(?<!\w)'[^']{2,}'(?!\w)"),
    ("“", '"', "‘", "'"),
)
_HELD = 0xE100

_SINGULAR = re.compile(r"(?<![\w./-])I (?=((?:\w+ly |also )?)(\w+))")
_PEOPLE = CaselessPattern(
    r"\b(?:how|way|ways|what|why|world|as|things|everything|words|language|where|when|before) we "
    r"(?:\w+ly )?(?:live|speak|know|communicate|think|see|humans|use|interact|consume|understand|"
    r"learn|work|perceive|read|write|do|access)\b|"
    r"\bour (?:daily|everyday|lives|life|society|societies|world|planet|mind|minds|brain|brains|"
    r"times|era|(?:[\w-]+ ){0,2}?(?:conceptions?|conceptuali[sz]ations?|abilities) "
    r"(?:of|about|on|to)|knowledge (?:of|about)|"
    r"(?:whole |own )?(?:field|discipline|profession|species)(?! \w)|"
    r"(?:field|discipline|profession|species) (?:is|are|has|have|of|and|to|in|that|which|as|can)|"
    r"knowledge(?! of\b)(?<!\bto our knowledge)(?<!best of our knowledge)|"
    r"environment|day-to-day|ability to|senses|culture|modern|generation|ways?|"
    r"(?:\w+ )?(?:understanding|insights?|comprehension|galaxy|solar system|universe|sun))\b|"
    r"\bwe (?:humans|live|all|often|usually|typically|commonly)\b|"
    r"\bwe (?:now |all |often |currently )*have the "
    r"(?:opportunity|chance|technology)\b|\bwe (?:\w+ly )?(?:encounter|take for granted|inhabit)\b|"
    r"\bwe are (?:\w+ly |now |often )?(?:surrounded|confronted|bombarded|inundated)\b|"
    r"\b(?:instead|rather|often|usually|typically),? we (?:want|wish|need|would like) to\b|"
    r"\b(?:all|many|most) of us\b|\baround us\b",
)
_UNDER = (
    r"how|whether|what|why|where|when|whenever|if|once|as|before|after|until|unless|while|"
    r"ways?(?: in which)?|things|words|everything|world"
)
_GENERAL_WE = CaselessPattern(
    rf"\b(?:{_UNDER}) we\b(?! (?:\w+ly )?(?:show|demonstrate|prove|argue|describe|report)\b)|"
    r"\b(?:allow|enabl|let|help|permit|requir|lead|giv|tell|teach|offer|provid|forc|guid|show)"
    r"(?:s|es|ed|e|ing|ting)? us\b",
)
_UNDER_CAN = guarded(
    " we can| we could| we may| we might| we should| we must|if we ",
    r"\b(?:how|whether|what|why|where|when|whenever|if) we (?:can|could|may|might|should|must)\b|"
    r"\bif we (?:have|had|are|know|want|take|assume)\b",
)
"""What is open to anybody, whoever asks it."""

_OUGHT = guarded(
    "must|should|ought|might|may|prefer|tend|need to|know|cannot|given|asked|told|cases|settings|"
    "applications|situations|contexts|problems|domains|scenarios|tasks|areas",
    r"^(?:(?!\b(?:we|our)\b).)*\bwe (?:\w+ly )?(?:must|should|ought|might|may|prefer|tend|"
    r"need to|know|cannot|(?:are|were) (?:\w+ly |therefore |thus |then |often )?"
    r"(?:given|asked|told))\b|^in (?:typical|many|most|real|some) (?:[\w-]+ ){0,3}(?:cases|"
    r"settings|applications|situations|contexts|problems|domains|scenarios|tasks|areas),? we\b",
)
"""What anybody must or may do; what authors do in a paper is done."""

_ACTING = re.compile(r"\bwe\b|\bour\b", re.IGNORECASE)
_US = re.compile(r"\bus\b")
_FIRST_PERSON = CaselessPattern(r"\b(?:we|our|ours|ourselves|us|my|myself)\b(?!-)")
_THIRD = {
    "we": "they", "our": "their", "ours": "theirs", "us": "them", "ourselves": "themselves",
    "my": "their", "myself": "themselves", "mine": "theirs",
}  # fmt: skip


def hold_quotations(text: str) -> tuple[str, list[str]]:
    """Replace each quotation by one private-use character; return text and quotations."""
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match.group())
        return chr(_HELD + len(held) - 1)

    return _QUOTED.sub(hold, text), held


def release_quotations(text: str, held: Sequence[str]) -> str:
    """Return a text with its quotations back in place."""
    for at, quotation in enumerate(held):
        text = text.replace(chr(_HELD + at), quotation)
    return text


@lru_cache(maxsize=1 << 12)
def people_in_general(text: str) -> bool:
    """Return whether "we" or "our" may mean everybody: how we communicate, our daily lives.

    A "we" under "how" or "when" is the authors' only where the sentence has spoken of them before:
    ``We show how we tag``. What lets "us" do something lets everybody, and where nobody acts "us"
    is everybody too.
    """
    if (
        _PEOPLE.search(text)
        or _OUGHT.search(text)
        or _UNDER_CAN.search(text)
        or (_US.search(text) and not _ACTING.search(text))
    ):
        return True
    general = _GENERAL_WE.search(text)
    if general is None:
        return False
    acting = _ACTING.search(text)
    return acting is None or acting.end() >= general.end()


def in_third_person(text: str) -> str:
    """Turn every first person that is left into the third: they, their, them."""

    def third(match: re.Match[str]) -> str:
        word = match.group()
        if (word.isupper() and len(word) > 1) or _in_a_name(text, match):
            return word
        new = _THIRD[word.lower()]
        return new.capitalize() if word[0].isupper() else new

    return _FIRST_PERSON.sub(third, text)


def _in_a_name(text: str, match: re.Match[str]) -> bool:
    """Return whether a word stands between capitalised ones: Helping Our Own."""
    if not match.group()[0].isupper():
        return False
    before, after = text[: match.start()].split(), text[match.end() :].split()
    return bool(before and after) and before[-1][0].isupper() and after[0][0].isupper()


def first_person_plural(text: str) -> str:
    """Turn a lone author's "I" into "we"; ``Type I`` and ``I/O`` stay."""

    def we(match: re.Match[str]) -> str:
        if not is_plural_verb(match.group(2).lower()):
            return match.group()
        return "We " if match.start() == 0 else "we "

    return _SINGULAR.sub(we, text) if "I " in text else text
