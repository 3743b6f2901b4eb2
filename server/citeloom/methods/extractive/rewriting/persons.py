"""Turn the authors' first person into the third, outside quotations."""

import re
from collections.abc import Sequence
from functools import lru_cache

from citeloom.grounding.guarded import CaselessPattern, GuardedPattern, guarded
from citeloom.methods.extractive.rewriting.openers import PAPER_NOUN
from citeloom.methods.extractive.rewriting.verbs import is_plural_verb, singular

_QUOTED = GuardedPattern(
    re.compile(r"“[^”]*”|\"[^\"]*\"|(?<!\w)‘[^’]*’(?!\w)|(?<!\w)'[^']{2,}'(?!\w)"),
    ("“", '"', "‘", "'"),
)
_HELD = 0xE100

_SINGULAR = re.compile(r"(?<![\w./-])I (?=((?:\w+ly |also )?)(\w+))")
_I_IN_CLAUSE = re.compile(r"(?<=\b(?:that|what|when)\s)I (?=[a-z])|(?<=\bwhich )I (?=[a-z])")
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
    r"environment|day-to-day|ability to|senses|culture|modern|generation|ways?)\b|"
    r"\bwe (?:humans|live|all)\b|\bwe (?:now |all |often |currently )*have the "
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

_ABILITY = re.compile(
    r"^(?P<now>(?:now(?:adays)?|today|recently|these days|currently),? )?"
    r"(?:[^,;:]{1,60}, )?we (?:can|could|may|are able to)\b",
    re.IGNORECASE,
)
_DOING = re.compile(
    rf"\b(?:we|I) (?:\w+ly |also |then |first |will |here )*(?!(?:can|could|may|might|must|should|"
    r"would|cannot|are|know|need|live|see|think|do|often|want|expect|have to|all)\b)[a-z]+\b|"
    rf"\b(?:this|the present|the current|our) (?:[\w-]+ ){{0,3}}?{PAPER_NOUN}\b|\bhere\b",
    re.IGNORECASE,
)
"""What tells that authors speak of their own doing."""

_FRAME = re.compile(r"^(?:when|if|once|as|while|after|before) we\b[^,]*, (?:we|our)\b", re.I)
_ACTING = re.compile(r"\bwe\b|\bour\b", re.IGNORECASE)
_LETS_US_AT_END = GuardedPattern(
    re.compile(
        r"(?:,| which| that| and| thereby| thus| hence)"
        r"(?: which| that| and| thereby| thus| hence| also| would| can| could| will)* "
        r"(?:allow|enabl|let|help|permit)(?:s|es|ed|e|ing|ting)? us (?:to )?[^,;.]*$"
    ),
    (" us ",),
)
_SHARED = guarded(
    "our ",
    r"\bour (?:own )?(?=(?:\w+ )?(?:understanding|insights?|comprehension|galaxy|solar system|"
    r"universe|sun)\b)",
)
_US = re.compile(r"\bus\b")
_SPOKEN_OF = re.compile(r"[WwUuOo](?:[Ee]|[Ssſ]|[Uu][Rr])\b")
"""The end of what may be "we", "us" or "our": a quick look, before the patterns with them."""

_SHORT_FORM = re.compile(r"\b([Ww]e|I)[’']?('re|'ve|'ll|'d|'m)\b")
_CURLED = re.compile(r"\b(?:[Ww]e|I)’")
_WE_WAS = re.compile(r"\b([Ww]e) was\b")
_WE_AM = re.compile(r"\b([Ww]e) am\b")
_FIRST_PERSON = CaselessPattern(r"\b(?:we|our|ours|ourselves|us|my|myself)\b(?!-)")
_THIRD = {
    "we": "they", "our": "their", "ours": "theirs", "us": "them", "ourselves": "themselves",
    "my": "their", "myself": "themselves", "mine": "theirs",
}  # fmt: skip
_THIRD_OF_WORK = {
    "we": "it", "our": "its", "ours": "its", "us": "it", "ourselves": "itself", "my": "its",
    "myself": "itself", "mine": "its",
}  # fmt: skip
_WE_DO = re.compile(r"\b[Ww]e (?P<adverbs>(?:\w+ly |also |then |first )*)(?P<verb>[a-z]+)\b")
_EXPANDED = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would", "'m": " am"}


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
    if _SPOKEN_OF.search(text) is None:
        return False
    if (
        _PEOPLE.search(text)
        or _OUGHT.search(text)
        or _UNDER_CAN.search(text)
        or (_US.search(text) and not _ACTING.search(text))
    ):
        return True
    general = _GENERAL_WE.search(text)
    if general is None or _FRAME.match(text):
        return False
    acting = _ACTING.search(text)
    return acting is None or acting.end() >= general.end()


def general_abilities(sentences: Sequence[str]) -> frozenset[int]:
    """Return the places of the sentences of an abstract that say what anybody can.

    ``We can train networks`` is such a sentence with ``Now,``, and where it stands before the first
    in which its authors speak of their own doing.
    """
    doing = [_DOING.search(sentence) is not None for sentence in sentences]
    first = doing.index(True) if True in doing else 0
    return frozenset(
        place
        for place, sentence in enumerate(sentences)
        if not doing[place]
        and (found := _ABILITY.search(sentence))
        and (place < first or found["now"])
    )


def without_what_it_lets_us(text: str) -> str:
    """Drop a last clause that says what something lets "us" do."""
    return _LETS_US_AT_END.sub("", text)


def expand_short_forms(text: str) -> str:
    """Write the short forms of first-person verbs and shared possessives in full."""
    if "’" in text and _CURLED.search(text):
        text = text.replace("’", "'")
    if "'" in text:
        text = _SHORT_FORM.sub(lambda match: match.group(1) + _EXPANDED[match.group(2)], text)
    return _SHARED.sub("the ", text)


def in_third_person(text: str, of_work: bool = False) -> str:
    """Turn every first person that is left into the third: they, their, them.

    ``of_work`` says that its authors have no names, and "prior work" stands for them: it, its.
    """
    third_of = _THIRD_OF_WORK if of_work else _THIRD
    if of_work:
        text = _WE_DO.sub(_with_singular_verb, text)

    def third(match: re.Match[str]) -> str:
        word = match.group()
        if (word.isupper() and len(word) > 1) or _in_a_name(text, match):
            return word
        new = third_of[word.lower()]
        return new.capitalize() if word[0].isupper() else new

    return _FIRST_PERSON.sub(third, text)


def _with_singular_verb(match: re.Match[str]) -> str:
    """Return a "we" with the verb that fits the "it" which will stand there."""
    we, verb = match.group()[:2], match["verb"]
    return f"{we} {match['adverbs']}{singular(verb)}" if is_plural_verb(verb) else match.group()


def _in_a_name(text: str, match: re.Match[str]) -> bool:
    """Return whether a word stands between capitalised ones: Helping Our Own."""
    if not match.group()[0].isupper():
        return False
    before, after = text[: match.start()].split(), text[match.end() :].split()
    return bool(before and after) and before[-1][0].isupper() and after[0][0].isupper()


def first_person_plural(text: str) -> str:
    """Turn a lone author's "I" into "we"; ``Type I`` and ``I/O`` stay."""

    def we(match: re.Match[str]) -> str:
        verb = match.group(2).lower()
        if not (is_plural_verb(verb) or verb in {"am", "was"}):
            return match.group()
        return "We " if match.start() == 0 else "we "

    if "I " in text:
        text = _SINGULAR.sub(we, _I_IN_CLAUSE.sub("we ", text))
    text = _WE_WAS.sub(r"\1 were", text) if "e was" in text else text
    return _WE_AM.sub(r"\1 are", text) if "e am" in text else text
