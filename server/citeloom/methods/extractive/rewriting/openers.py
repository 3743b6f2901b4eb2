"""Remove openers, which tie a sentence to the ones before it."""

import re
from functools import lru_cache

from citeloom.grounding.guarded import guarded

PAPER_NOUNS = (
    "paper|article|work|study|survey|review|thesis|dissertation|chapter|report|research|"
    "tutorial|letter|essay|contribution|manuscript|note|demo|demonstration|publication|"
    "investigation|proposal|write-up|perspective|"
    "book|textbook|monograph|document|experiments"
)
PAPER_NOUN = f"(?:{PAPER_NOUNS})"
THIS_PAPER = rf"(?:this|the present|the current|our|the) (?:[\w-]+ ){{0,3}}?{PAPER_NOUN}"

_IN_PAPER = re.compile(
    rf"^(?:in|through|throughout|with|within) (?:(?:this|the present|the current|our) "
    rf"(?:[\w-]+ ){{0,3}}?{PAPER_NOUN}|the (?:paper|article|thesis))"
    r"\s*(?:,|(?=we\b|i\b|the\b|a\b|an\b|it\b|[\w-]+ly\b))\s*",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(
    r"^(?:(?:and |but |so )?(?:however|moreover|furthermore|therefore|thus|hence|additionally|"
    r"consequently|accordingly|nevertheless|nonetheless|meanwhile|besides|likewise|similarly|"
    r"finally|lastly|later|significantly|(?:more |most )?surprisingly|in the process|"
    r"also|then|next|subsequently|instead|conversely|further|specifically|"
    r"concretely|notably|importantly|interestingly|remarkably|indeed|again|"
    r"here(?:in)?|(?:very |more |most )?recently|overall|ultimately|alternatively|in addition|"
    r"in particular|in contrast|by contrast|in conclusion|in summary|in short|in brief|in fact|"
    r"in general|in turn|in other words|in doing so|to (?:this|that) (?:end|aim)|to do (?:so|this)|"
    r"for (?:this|that|these) (?:purpose|reason|end|aim)s?|for (?:example|instance)|"
    r"as a (?:result|consequence|first step)|as such|on the (?:other|one) hand|at the same time|"
    r"more (?:specifically|precisely|generally|importantly)|most (?:importantly|notably)|"
    r"to (?:conclude|summari[sz]e)|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|"
    r"first of all|"
    r"for the (?:very )?first time|taken together|collectively|in this (?:way|context|regard))"
    r"(?:\s*,\s*|\s+(?=(?:we|i|our|the authors?|this (?:paper|work|study|article))\b))"
    r"|(?:and|but|so|or|yet) (?=(?:we|our|this|the|it|in)\b))",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"^(?:(?:in order |so as )?to [a-z-]+(?: \w+)?|(?:motivated|inspired|driven|prompted) by|"
    r"(?:based|building) (?:up)?on|given|in (?:the )?light of|in view of|following|because of|"
    r"due to|in response to|using|by using|with|for|from|towards?|aiming (?:at|towards?)|"
    r"as an? (?:\w+ )?step towards?) (?:(?:this|these|that|those|such|it|"
    r"them|both)\b|the (?:\w+ )?(?:gaps?|problems?|issues?|challenges?|needs?|limitations?|"
    r"analys[ie]s|results|data|datasets?|corpus|corpora|methods?|models?|approach)(?=,))"
    rf"(?:[^,;:()]*,\s*| )(?=(?:we|i)\b|this {PAPER_NOUN}\b)",
    re.IGNORECASE,
)
"""What is done for a reason that another sentence names: ``To address this problem, we``."""

_ASIDE = guarded(
    "in this |throughout this |in the present |in the current ",
    rf",? (?:in|throughout) (?:this|the present|the current) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b"
    r"(?=[,.;]|$| (?:we|i|the|an?|to|and|for|is|are|by|that|how|with|using)\b),?(?P<end>[.;]?)",
)
_HERE = guarded(" here", r"\b(?P<we>we(?: (?!are|were)[a-z]+)?) here(?:in)?(?= \w)")
_FIRST_TIME = guarded(
    "first time|our knowledge",
    r",? (?:for the (?:very )?first time|to (?:the best of )?our (?:best )?knowledge)\b,?"
    r"(?P<end>[.;]?)",
)
"""A claim that is not the citing author's to make."""

DANGLING = re.compile(
    r"^(?:this|these|that|those|it|its|itself|they|their|them|such|both|he|she|his|her|here|"
    r"another|others?|neither|either|each|which|whose|so|thereby|than|because|"
    r"the (?:former|latter|same|above|aforementioned|resulting|other|others|second|third|next|"
    r"following|two|three|four|proposed|presented|obtained|new|first|key|main)|"
    r"(?:all|one|some|most|many) of (?:these|those|this|them|its)|all (?:these|those)|"
    r"(?:under|by|with|in|on|for|from|at|of|using|given|despite|through|via|after|unlike|like|"
    r"to|along with|based on|compared (?:to|with)|in addition to|as|besides|beyond|without|"
    r"among|within|between|across|during|since|while|although|though|if|when) "
    r"(?:this|these|those|such|it|its|them|doing so|both)|"
    r"(?:(?:the|our|most|some|experimental|extensive|empirical|numerical|preliminary) )*"
    r"(?:results?|experiments?|findings?|simulations?|evaluations?|analys[ie]s)|"
    r"the (?:approach|method|model|system|framework|algorithm|tool|dataset|corpus|data|"
    r"challenge|participants|subjects|outcomes?|goal|aim|purpose|solution|resource|network|"
    r"performance|improvements?|users?|output|technique|task|problem|idea|architecture|"
    r"procedure|scheme|technology|measurements?|remainder|bulk|calculations?|study|paper|work|"
    r"article|authors?|code|software|package|"
    r"program|library|solver|toolkit|toolbox|book|text|volume|theory|device|platform|"
    r"experimental|empirical))\b",
    re.IGNORECASE,
)
"""A start that points to something said before, or tells what came out of it."""


@lru_cache(maxsize=1 << 14)
def without_opener(text: str) -> str:
    """Return a sentence without its opener.

    Openers are connectives, ``In this paper``, and reasons that point back (``To address this
    problem,``). ``in this paper`` and ``for the first time`` go from inside the sentence, too.
    """
    before = ""
    while text != before:
        before = text
        for opener in (_IN_PAPER, _CONNECTIVE, _REASON):
            text = opener.sub("", text, count=1)
    text = _HERE.sub(r"\g<we>", _ASIDE.sub(_without_aside, text))
    text = _FIRST_TIME.sub(lambda match: match["end"], text)
    return text[:1].upper() + text[1:]


def _without_aside(match: re.Match[str]) -> str:
    """Return what stays of "in this paper": a full stop, or the comma before "we"."""
    comma = match.group().startswith(",") and match.group().endswith(",")
    return "," if comma and match.string[match.end() :].startswith(" we ") else match["end"]
