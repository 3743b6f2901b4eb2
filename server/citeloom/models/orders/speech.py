"""What of an English sentence's wording is an order's: who speaks to whom, and in what mood."""

import re

from citeloom.models.orders.lexicon import ENGLISH, senses_of

WORD = re.compile(r"[^\W_]+(?:['+-][^\W_]+)*|\[p\d\]")
MOODS = frozenset({"imperative", "urged", "conditional", "address", "you"})
AIMS = frozenset(
    {"self", "other", "praise", "blame", "always", "only", "give", "text", "meta", "before"}
)
"""What an order is about."""

ROLES = AIMS | {"reader", "you", "ask", "act", "done", "drop", "dropped", "reads", "machine", "now"}
NEAR = 8
"""How many words may lie between two roles that belong together."""

_CLAUSE = re.compile(r"[:;—(\[{|>*#=]\W*$|\s[–-]\W*$")
_URGING = re.compile(
    r"(?:please|kindly|do not|don't|do|always|never|now|instead|then|just|simply|first|finally"
    r"|next|so|therefore),?\W*$"
)
_CONDITION = re.compile(
    r"\W*(?:when|if|while|whenever|before|after|once|should|could|would|as|in case|for|to|hey|psst"
    r"|dear|hi|from now on|selector|writer|assistant|reviewer|model|by)\b"
)
_SPOKEN_TO = re.compile(
    r"(?:\b(?:dear|hey|hi|hello|attention|attn|note|notice|message|hint|memo|reminder|advice|to|for"
    r"|by)|@|^|[\[(<{|-])\W*(?:to |for )?(?:the |any |all |every |an? |you )?(?:\w+ )?$"
)
_THEN = re.compile(r"\W{0,3}[:!;—–\])]|,? (?:you|please|must|should|shall|is|are)\b")
_NOUN_WORDS = """
address answer answers begin change click comment contact direct open display end
execute exit feature forward hang label limit link list load mark mention move name
order output pay point place print produce purge put quote rank rate record reference
report reply request response reset return score select show start state stop stress
substitute switch translate treat value use
"""
_NOUNS = frozenset(_NOUN_WORDS.split())
"""Words that are verbs in an order only where an object follows."""

_OBJECT = re.compile(
    r"\W{0,2}(?:the|an?|this|that|these|those|our|us|it|its|them|all|any|every|each|with|only|to|as|in"
    r"|no|nothing|me|my|your|yourself|readers?|at|by|on|from|about|nobody|everybody|users?|exactly"
    r"|just|first|one|two|other|paper|papers|for|here|there|now|\[p\d\])\b"
)
_WE = re.compile(
    r"\b(?:we|i) (?!ask|request|urge|insist|want|would|wish|need|beg|hope|require|expect|prefer"
    r"|demand|,)"
)


def traits(sentence: str) -> set[str]:
    """Return the traits of a sentence: roles, pairs of near roles, its mood, whom it addresses.

    The sentence is in small letters.
    """
    matches = list(WORD.finditer(sentence))
    words = [match[0] for match in matches]
    hits = [
        (at, sense)
        for at, word in enumerate(words)
        for sense in senses_of(word)
        if sense.language == ENGLISH and sense.holds(words, at)
    ]
    found = {sense.role for _, sense in hits}
    if sum(sense.role == "study" for _, sense in hits) > 1:
        found.add("studies")
    for at, sense in hits:
        before = sentence[max(0, matches[at].start() - 60) : matches[at].start()]
        if sense.role in ("act", "drop"):
            if words[at] not in _NOUNS or _OBJECT.match(sentence, matches[at].end()):
                found |= _mood(sentence, before)
        elif sense.role in ("reader", "machine") and _SPOKEN_TO.search(before):
            last = at + len(sense.following)
            if _THEN.match(sentence, matches[last].end()):
                found.add("address")
    for place, (at, sense) in enumerate(hits):
        for other_at, other in hits[place + 1 :]:
            if other_at - at > NEAR:
                break
            if other_at > at and other.role != sense.role != "study" != other.role:
                found |= _near(sense.role, other.role)
    found |= {f"{mood} & {role}" for mood in found & MOODS for role in found & ROLES}
    found |= {f"{mood} & aim" for mood in found & MOODS if found & AIMS}
    if _WE.search(sentence):
        found.add("we")
    return found


def _near(first: str, second: str) -> set[str]:
    found = {f"{first} {second}"}
    if second in AIMS and first not in AIMS:
        found.add(f"{first} aim")
    elif first in AIMS and second not in AIMS:
        found.add(f"aim {second}")
    return found


def _mood(sentence: str, before: str) -> set[str]:
    bare = before
    while urging := _URGING.search(bare):
        bare = bare[: urging.start()]
    urged = bare != before
    if _CLAUSE.search(bare) or not bare.strip(" \"'([{*-#>"):
        return {"imperative", "urged"} if urged else {"imperative"}
    if bare.rstrip().endswith(",") and _CONDITION.match(sentence):
        return {"conditional"}
    return set()
