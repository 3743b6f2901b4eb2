"""Take out of a statement what only its authors may say, and set its comma."""

import re

from citeloom.grounding.article import indefinite_article
from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.rewriting.verbs import ends_in_s

_FIRST = re.compile(
    rf"(?P<act>{MARK} (?:\w+ly |also |then |further )*(?:present|propose|introduce|describe|"
    r"develop|provide|release|build|create|report|offer|give|construct|conduct|perform|design|"
    r"collect)(?:e?s|e?d)? )"
    r"the (?:very )?first(?:[- ]ever)? (?!(?:steps?|attempts?|results?|time|stage|phase|authors?|"
    r"order|two|three|part|place|draft|of|and|principles|versions?|edition)\b)"
    r"(?P<thing>[^,;:()]+?)(?= (?:of|for|to|that|which|in|on|with|from|using|based|where|by|and)\b"
    r"|[,;:(]|$)"
)
"""A claim that is not the citing author's to make."""

_WITHOUT_COMMA = re.compile(
    rf"^(?P<aim>(?:Based on|Building on|Using|With|By|In|For|From|Through|After|Given|Under|Unlike|"
    rf"Following|Despite|To|While|Although|When|As|\w+ing) [^{MARK},;:]{{12,}}[\w)])"
    rf"(?P<blank> ){MARK}"
)


_LINK = re.compile(
    r"(?<!but) also(?= \w)|(?<!until)(?<!by)(?<!the) (?:recently|currently|now)(?= \w)|"
    rf"(?<={MARK} )"
    r"(?:(?:now|then|further|first|finally|therefore|thus|next|here) )*"
    r"(?:(?:have|has) (?:also )?(?=\w+ed |found )(?!.* and (?:\w+ly )?(?:\w+[we]n|done)\b))?"
)
"""What tells beside what else, or when, a thing is done."""


def mend(text: str) -> str:
    """Return a statement with a comma after its opener, without links and claims to be first.

    ``X have also tested`` becomes ``X tested``, ``X present the first parser`` ``X present a
    parser``.
    """
    text = _LINK.sub("", text)
    text = _FIRST.sub(_without_claim, text)
    found = _WITHOUT_COMMA.match(text)
    if found:
        text = f"{text[: found.start('blank')]}, {text[found.end('blank') :]}"
    return text


def _without_claim(match: re.Match[str]) -> str:
    thing = match["thing"]
    if ends_in_s(thing):
        return match["act"] + thing
    return f"{match['act']}{indefinite_article(thing)} {thing}"
