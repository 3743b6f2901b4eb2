"""Mend the grammar of a statement, and take out what only its authors may say."""

import re

from citeloom.grounding.article import indefinite_article
from citeloom.grounding.guarded import GuardedPattern, guarded
from citeloom.grounding.words import words
from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.rewriting.openers import TO_KNOWLEDGE
from citeloom.methods.extractive.rewriting.verb_agreement import agree_verbs
from citeloom.methods.extractive.rewriting.verbs import (
    base_of,
    is_past,
    is_plural_verb,
    is_singular_verb,
    is_verb_form,
    may_be_noun,
)

_ADVERBS = r"(?:\w+ly |also |then |further )*"
_FIRST = re.compile(
    rf"(?P<act>{MARK} {_ADVERBS}(?:present|propose|introduce|describe|develop|provide|release|"
    r"build|create|report|offer|give|construct|conduct|perform|design|collect)(?:e?s|e?d)? )"
    r"the (?:very )?first(?:[- ]ever)? (?!(?:steps?|attempts?|results?|time|stage|phase|authors?|"
    r"order|two|three|part|place|draft|of|and|principles|versions?|edition)\b)"
    r"(?P<thing>[^,;:()]+?)(?= (?:of|for|to|that|which|in|on|with|from|using|based|where|by|and)\b"
    r"|[,;:(]|$)"
)
"""A claim that is not the citing author's to make."""

_TO_KNOWLEDGE = guarded(
    "knowledge|we know",
    rf"(?:,|(?<=\w)(?= \())? \(?{TO_KNOWLEDGE}\)?,?(?= )|^{TO_KNOWLEDGE},? ",
)
_FIRST_EVER = GuardedPattern(
    re.compile(r"\bthe first[- ]ever (?=(?P<next>[\w-]+))"), ("first ever", "first-ever")
)
_WITHOUT_COMMA = re.compile(
    rf"^(?P<aim>(?:Based on|Building on|Using|With|By|In|For|From|Through|After|Given|Under|Unlike|"
    rf"Following|Despite) [^{MARK},;:]{{12,}}[\w)])(?P<blank> ){MARK}"
)
_JOINING = re.compile(
    r"\b(?:that|which|and|but|because|since|whose|than|how|what|where|when|while|as|if|of|by|whether|"
    r"so|though|or|to|with|the|here|some)$",
    re.IGNORECASE,
)
_REPORTED = re.compile(rf"^{MARK} {_ADVERBS}reports? that ")
_BEFORE_NOUNS = frozenset(
    ["a", "an", "as", "at", "by", "each", "every", "for", "from", "her", "his", "in", "its", "of",
     "on", "our", "the", "their", "these", "this", "those", "with"]
)  # fmt: skip
_NEEDS_THAT = re.compile(
    rf"^[^{MARK}]*{MARK} {_ADVERBS}(?:conclude|argue|posit|conjecture|contend)[sd]?(?P<gap> )"
    rf"(?=(?:the|an?|our|their|its|some|these|most|many|all)\b)"
)
_TIED = re.compile(rf"(?P<be>{MARK} (?:are|is|was|were) )(?:therefore|thus|hence|then|also) ")
"""What ties a sentence to others: ``X are therefore faced``."""

_IN_ORDER_TO = re.compile(r"^In order to ")
_PERFECT = re.compile(
    rf"(?<={MARK} )(?P<adverbs>{_ADVERBS})(?:has|have) (?:therefore |thus |hence )?"
    rf"(?P<more>{_ADVERBS})(?P<participle>[a-z]+)\b"
)
_PAST_OF = {
    "begun": "began", "chosen": "chose", "drawn": "drew", "given": "gave", "seen": "saw",
    "shown": "showed", "taken": "took", "undertaken": "undertook", "written": "wrote",
}  # fmt: skip
_PARTICIPLE_LATER = re.compile(
    rf"\b(?:and|but|or) (?:\w+ly |also )?(?:been|{'|'.join(_PAST_OF)})\b"
)
_SAME_SUBJECT = GuardedPattern(
    re.compile(rf"(?<=\w),? (?P<and>and|but) (?:then )?we (?={_ADVERBS}(?P<verb>[a-z]+)\b)"),
    (" we ",),
)
_RELATIVE = re.compile(r"\b(?:that|which|who|where|when|because|if|while|how)\b")


def mend(text: str) -> str:
    """Return a statement with a comma after its opener and "that" where a clause needs it.

    ``X present the first parser`` becomes ``X present a parser``: who was first is not for a
    sentence of another paper to say.
    """
    text = _IN_ORDER_TO.sub("To ", text)
    modest = _TO_KNOWLEDGE.sub("", text)
    text = _FIRST.sub(_without_claim, modest if _FIRST.search(modest) else text)
    text = _FIRST_EVER.sub(lambda found: f"{indefinite_article(found['next'])} ", text)
    found = _WITHOUT_COMMA.match(text)
    if found and not _JOINING.search(found["aim"]):
        text = f"{text[: found.start('blank')]}, {text[found.end('blank') :]}"
    found = _NEEDS_THAT.match(text)
    if found and has_clause(text[found.end() :]):
        text = f"{text[: found.start('gap')]} that {text[found.end('gap') :]}"
    text = _TIED.sub(r"\g<be>", text)
    return _PERFECT.sub(_in_past, text)


def share_subject(text: str, is_singular: bool) -> str:
    """Name the authors once: ``X design a parser, and we test it`` has no "we" then.

    Behind "that" or "which" the verb could be somebody else's where the authors take the singular.
    """
    found = _SAME_SUBJECT.search(text) if text.startswith(MARK) else None
    if found is None or (is_singular and _RELATIVE.search(text[: found.start()])):
        return text
    clause, doubt = agree_verbs(text[found.end() :], is_singular, was_singular=False)
    if doubt:
        return text
    return f"{text[: found.start()]}{',' if found['and'] == 'but' else ''} {found['and']} {clause}"


def _in_past(match: re.Match[str]) -> str:
    """Return "X applied" for "X have applied"; other uses of "have" stay."""
    participle = match["participle"]
    past = _PAST_OF.get(participle, participle)
    goes_on = _PARTICIPLE_LATER.search(match.string, match.end())
    before = match["adverbs"] + match["more"]
    return before + past if is_past(past) and not goes_on else match.group()


def lacks_clause(text: str) -> bool:
    """Return whether a verb that takes a clause has none: ``X conclude the general procedures``."""
    found = _NEEDS_THAT.match(text)
    return found is not None and not has_clause(text[found.end() :])


def lacks_verb(text: str) -> bool:
    """Return whether what authors are said to report has no finite verb.

    ``X report that the model with trees as an example`` has none: "model" is a noun there.
    """
    reported = _REPORTED.match(text)
    if reported is None:
        return False
    before = "the"
    for word in words(text[reported.end() :]):
        noun = may_be_noun(base_of(word)) and before in _BEFORE_NOUNS
        if is_verb_form(word) and not noun:
            return False
        before = word
    return True


def has_clause(text: str) -> bool:
    """Return whether a text has a finite verb before its first comma or "that"."""
    clause = re.split(r"[,;:(]| (?:that|which|who|for|to) ", text)[0].split()
    return any(
        is_singular_verb(word) or (is_plural_verb(word) and clause[at].endswith("s"))
        or (is_past(word) and at + 2 == len(clause))
        for at, word in enumerate(clause[1:])
    )  # fmt: skip


def _without_claim(match: re.Match[str]) -> str:
    thing = match["thing"]
    if re.search(r"[^sui]s$", thing):
        return match["act"] + thing
    return f"{match['act']}{indefinite_article(thing)} {thing}"
