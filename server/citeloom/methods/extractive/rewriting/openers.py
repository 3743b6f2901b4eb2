"""Remove openers, which tie a sentence to the ones before it."""

import re
from functools import lru_cache

from citeloom.grounding.guarded import guarded
from citeloom.grounding.words import STOP_WORDS
from citeloom.methods.extractive.rewriting.verbs import (
    is_adverb,
    is_past,
    is_plural_verb,
    is_singular_verb,
    may_be_noun,
)

PAPER_NOUNS = (
    "paper|article|work|study|survey|review|thesis|dissertation|chapter|report|research|"
    "tutorial|letter|essay|contribution|manuscript|note|demo|demonstration|publication|"
    "investigation|proposal|write-up"
)
PAPER_NOUN = f"(?:{PAPER_NOUNS})"
_KINDS = frozenset(
    ["brief", "case", "comparative", "comprehensive", "critical", "empirical", "experimental",
     "exploratory", "first", "literature", "long", "own", "pilot", "position", "preliminary",
     "present", "recent", "research", "review", "short", "survey", "systematic", "technical",
     "theoretical", "whole"]
)  # fmt: skip
"""What kind of paper "our" paper may be; ``our radiology report`` is none."""

_NEVER_BEFORE_NOUNS = frozenset(["article", "dissertation", "manuscript", "paper", "thesis"])
_NEXT_WORD = re.compile(r" (?P<word>[\w'-]+)|[-'’]")
THIS_PAPER = rf"(?:this|the present|the current|our|the) (?:[\w-]+ ){{0,3}}?{PAPER_NOUN}"

_SINCE = (
    r"(?:this|these|that|those|such|the above|the aforementioned|it|them|both|"
    r"the (?:first|second|third|former|latter|last|same|next) (?:\w+ )?"
    r"(?:issues?|problems?|challenges?|goals?|questions?|limitations?|points?|ones?))"
)
_IN_PAPER = re.compile(
    rf"^(?:in|through|throughout|with|within) (?:(?:this|the present|the current|our) "
    rf"(?:[\w-]+ ){{0,3}}?{PAPER_NOUN}|the (?:paper|article|thesis)|"
    r"the (?:research|work|stud(?:y|ies)|experiments?) "
    r"(?:reported|described|presented) here(?:in)?)"
    r"\s*(?:,|(?=we\b|i\b|the\b|a\b|an\b|it\b|[\w-]+ly\b))\s*",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(
    r"^(?:(?:and |but |so )?(?:however|moreover|furthermore|therefore|thus|hence|additionally|"
    r"consequently|accordingly|nevertheless|nonetheless|meanwhile|besides|likewise|similarly|"
    r"finally|lastly|also|then|next|subsequently|afterwards?|instead|conversely|further|specifically|"
    r"concretely|notably|importantly|interestingly|surprisingly|remarkably|indeed|again|here(?:in)?|"
    r"(?:very |more |most )?recently|"
    r"still|yet|otherwise|overall|ultimately|eventually|alternatively|in addition|in particular|"
    r"in contrast|by contrast|on the contrary|in conclusion|in summary|in short|in brief|in fact|"
    r"in general|in turn|in other words|in this way|in this manner|in this context|in this regard|"
    r"in doing so|in so doing|to this end|to that end|to this aim|to do so|to do this|"
    r"for this purpose|for this reason|for that purpose|for these reasons|for this|for example|"
    r"for instance|as a result|as a consequence|as an example|as such|as a first step|"
    r"on the other hand|on the one hand|on top of that|at the same time|at the end|"
    r"more specifically|more precisely|more concretely|more importantly|more generally|"
    r"most importantly|most notably|last but not least|last|to conclude|to summarize|to sum up|"
    r"with this in mind|with that in mind|beyond that|beyond this|apart from this|"
    r"along the way|along these lines|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|"
    r"first of all|second of all|to begin with|that is|i\.e\.|e\.g\.|rather|or|"
    r"as one example|after that|after this|since then|until now|to date|given this|"
    r"in response|in light of this|because of this|due to this|in this sense|in this setting|"
    r"on top of (?:it|this|that)|to overcome|from (?:one|another|this) perspective|in effect|"
    r"hereafter|"
    r"for the (?:very )?first time|concretely|from there|in the process|technically|"
    r"for that|to the end|put differently|for one|in all|all in all|"
    r"below|taken together|collectively|"
    r"with th(?:e|is) capability|"
    r"in this case|in these cases|in this scenario|in this direction|in this spirit)\s*,\s*"
    r"|(?:(?:and|but|so|or|yet) (?=(?:we|our|this|the|it|in)\b))|also (?=[a-z]{3,}ing\b)"
    r"|(?:(?:thus|hence|therefore|moreover|furthermore|consequently) (?=(?:the|an?|it|these)\b))"
    r"|(?:however|moreover|furthermore|therefore|thus|hence|additionally|also|finally|here(?:in)?|recently|"
    r"then|lastly|consequently|first|second|next|besides|accordingly|to this end|to that end|"
    r"for this purpose|specifically|as a result|in addition|in particular|in conclusion|"
    r"in response|as such|for this|thereby|"
    r"along the way) (?=(?:we|i|our|this (?:paper|work|study|article)|is|are)\b))",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"^(?!(?:typical|usual|general|tradition|common|histor|current|previous|original|ideal|"
    r"unfortunate|natural|ear|on|supp|app|fami)\w*ly\b)(?P<adverb>[a-z]+ly), "
    r"(?=(?:[^,]+, )?(?:we|our)\b)",
    re.IGNORECASE,
)
"""``Significantly, we``: how authors rate what they say."""

_ALSO = re.compile(
    r"(?:we|i|it|this (?:paper|work|study|article)) (?:also|further|then|hence|thus|additionally|"
    r"therefore|next|furthermore|finally)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    rf"^(?:(?:in order |so as )?to (?:\w+ly )?[a-z-]+(?: \w+)? {_SINCE}\b|"
    rf"(?:motivated|inspired|encouraged|driven|prompted|informed) by {_SINCE}\b|"
    rf"(?:based|building) (?:up)?on (?:{_SINCE}|(?:the|our) (?:analys[ie]s|results|findings|"
    r"observations?|insights?))\b|(?:given|in (?:the )?light of|in view of|"
    rf"following|considering|because of|due to|in response to|as a response to|with|as part of|"
    rf"for|towards?) {_SINCE} "
    r"(?:\w+ ){0,2}?(?:observations?|findings?|issues?|problems?|challenges?|limitations?|goals?|"
    r"ends?|aims?|purposes?|insights?|motivations?|gaps?|reasons?|shortcomings?|needs?|facts?|"
    r"background|considerations?|drawbacks?|intuitions?|questions?|lines?|success|trends?|"
    r"concerns?|hypothes[ie]s|effort))"
    rf"[^,;:()]*(?:\([^()]*\)[^,;:()]*)*,\s*"
    rf"(?=(?:(?:in {THIS_PAPER},? )?(?:we|i)\b|this (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b|here\b|our\b|"
    r"an?\b|the\b))",
    re.IGNORECASE,
)
_WITH_IT = re.compile(
    r"^(?:(?:in order )?to (?:address|bridge|fill(?: in)?|close|tackle|"
    r"solve|overcome|alleviate|mitigate|"
    r"remedy|meet|resolve|achieve) the (?:\w+ )?(?:gap|problem|issue|challenge|need|limitation|"
    r"difficult|drawback|shortcoming|goal|question|task)(?:y|ies|s)?\b[^,;:]{0,60}|"
    r"(?:using|with|on|from|based on|building on|given|together with|by using|by means of) "
    r"(?:the|our) (?:[\w-]+ ){0,2}?(?:introduced|proposed|collected|presented|constructed|created|"
    r"resulting|new|obtained|above|annotated|described|developed|built|compiled|gathered)\b"
    rf"[^,;:]{{0,60}}|"
    r"(?:using|with|on|from|based on|building on|given|by using|by means of) (?:the|our) "
    r"(?:data|datasets?|corpus|corpora|models?|methods?|approach|framework|systems?|results|tool)),"
    rf"\s*(?=(?:we|i)\b|{THIS_PAPER})",
    re.IGNORECASE,
)
"""An opener on what stands in the sentences before."""

_ASIDE = guarded(
    "in this |throughout this |with this |the present |the current ",
    rf",? (?:here )?(?:in|throughout|with) (?:this|the present|the current) (?:[\w-]+ ){{0,2}}?"
    rf"{PAPER_NOUN}\b(?! of\b),?(?P<end>[.;]?)",
)
_MADE_IN = re.compile(
    r"(?:develop|propos|present|describ|consider|introduc|report|obtain|employ)ed"
)
_MADE_HERE_FIRST = re.compile(
    r"^The (?P<thing>[\w-]+(?: [\w-]+)?) (?:developed|proposed|presented|described|introduced) in "
    rf"(?:this|the present|the current) {PAPER_NOUN} (?=[a-z])"
)
_PART = re.compile(
    rf"^The (?:first|second|third|final|last|main|major) (?:part|half|section|chapter) of "
    rf"(?P<paper>(?:this|the present) (?:[\w-]+ )?{PAPER_NOUN}) (?=[a-z]+s\b)"
)
_BE = frozenset(["are", "be", "been", "is", "was", "were", "we"])
_HERE = guarded(
    " here",
    r"\b((?:we|and) (?:\w+ly )?"
    r"(?:demonstrate|report|present|describe|propose|introduce|show|study|provide|apply|use|"
    r"consider|develop|derive|give|discuss|investigate|examine|analy[sz]e|review)) here(?:in)?\b",
)
_MADE_HERE = guarded(
    " here", r", (?:introduced|presented|proposed|described) here(?:in)?,? ?(?=\w|$)"
)
_WE_HERE = guarded("we here ", r"\b(we) here(?= \w)")
_BETWEEN = guarded(
    ", instead, |, however, |, therefore, |, thus, |, hence, |, then, |, in turn, |"
    ", on the other hand, ",
    r"\b(we|i)\s?, (?:instead|however|therefore|thus|hence|then|in turn|on the other hand), ",
)
_BEFORE_WE = guarded(
    ", here|, therefore|, thus|, hence|, consequently|, accordingly",
    r", (?:here|therefore|thus|hence|consequently|accordingly),? (?=(?:we|i)\b)",
)
_INTENDED = guarded(
    " will | shall | would like to | want to | are going to ",
    r"(?<!\binstead )(?<!\binstead, )(?<!\brather )(?<!\boften )(?<!\busually )"
    r"\b(we|i) (?:will|shall|would like to|want to|are going to) (?:first |also |then |next )?"
    r"(?!not\b|be\b|have\b|never\b)(?=[a-z])",
)
"""What a paper will do it has done."""

_TAKEN_UP = guarded(
    "problem and |problems and |issue and |issues and |challenge and |challenges and |gap and |"
    "gaps and |limitation and |limitations and |question and |questions and |task and |tasks and ",
    rf"\b(we|{THIS_PAPER}) (?:address|tackle|overcome|solve|resolve|fill|study|consider)(?:es|s)? "
    r"(?:this|these|the above) (?:\w+ )?(?:problem|issue|challenge|gap|limitation|question|task)s? "
    r"and ",
)
"""We address this problem and: what "this" is stands in another sentence."""

_TO_MEND_IT = guarded(
    "to address |to tackle |to solve |to overcome |to alleviate |to mitigate |to handle |"
    "to resolve |to remedy |to meet |to fill |to bridge |to close |to reduce ",
    r",? (?:in order )?to (?:address|tackle|solve|overcome|alleviate|mitigate|handle|resolve|"
    r"remedy|meet|fill|bridge|close|reduce) (?:(?:such|these|this|the above|the aforementioned) "
    r"(?:\w+ ){0,2}?|the )(?:problem|issue|challenge|gap|limitation|question|task|shortcoming|"
    r"drawback|deficienc|difficult|need|weakness)(?:y|ies|es|s)?"
    r"(?=[.,;:]|$| (?:by|in which|where|which|that|with|using|through|via|and)\b)",
)
"""What something is for, where that stands in another sentence."""

_ATTEMPT = re.compile(
    r"\b(?:attempt|tr(?:y|ie)|aim|seek|strive|intend|want|begin|help|able|designed|used|need)"
    r"(?:e?d|s)?$",
    re.IGNORECASE,
)
_FOR_IT = re.compile(r" (?:for|on|in) (?:this|the) (?:task|problem|purpose)(?=[ .]*$)")
TO_KNOWLEDGE = r"(?:to (?:the best of )?our (?:best )?knowledge|as far as we know)"
_FIRST_TIME = guarded(
    "first time",
    rf"(?:,? {TO_KNOWLEDGE},?)?,? for the (?:very )?first time\b(?:,? {TO_KNOWLEDGE})?,?"
    r"(?P<end>[.;]?)",
)
"""A claim that is not the citing author's to make."""

DANGLING = re.compile(
    r"^(?:this|these|that|those|it|its|itself|they|their|them|such|both|he|she|his|her|here|"
    r"another|others?|neither|either|the former|the latter|the (?:two|three|four) |the same|"
    r"the above|the aforementioned|the resulting|the other|the others|the second|the third|"
    r"the next|the following|each|all (?:of )?(?:these|those|this)|all (?:three|four|five)\b|"
    r"one of (?:these|those|them|its)|some of (?:these|those|them)|most of (?:these|those|them)|"
    r"many of (?:these|those|them)|which|whose|so|thereby|than|because|"
    r"(?:under|by|with|in|on|for|from|at|of|using|given|despite|through|via|after|unlike|like|"
    r"to|along with|based on|compared (?:to|with)|in addition to|as|besides|beyond|without|"
    r"among|within|between|across|during|since|while|although|though|if|when) "
    r"(?:this|these|those|such|it|its|them|doing so|both)|"
    r"the (?:approach|method|model|system|framework|algorithm|tool|dataset|"
    r"corpus|corpora|data|challenge|competition|participants|subjects|outcomes?|goal|aim|"
    r"purpose|main goal|solution|"
    r"resource|network|simulation|performance|improvements?|user|users|output|technique|"
    r"task|problem|idea|proposed|presented|results?|experiments?|findings?|architecture|"
    r"analysis|evaluation|procedure|scheme|technology|resulting|latter|new|first|key|main|"
    r"experimental|empirical|obtained|study|paper|work|article|authors?)\b|"
    r"the (?:code|software|package|program|library|solver|toolkit|toolbox|book|text|volume|theory|"
    r"device|platform|presentation)(?= (?:[a-z]+s|has|was|can)\b))\b",
    re.IGNORECASE,
)
"""A start that points to something said before."""


def is_tied(text: str) -> bool:
    """Return whether a connective or "also" ties a sentence to the one before it."""
    return _CONNECTIVE.match(text) is not None or _ALSO.match(text) is not None


@lru_cache(maxsize=1 << 14)
def without_opener(text: str) -> tuple[str, bool]:
    """Return a sentence without its opener, and whether this spoke of the paper (``Here, ...``).

    Openers are connectives, ``In this paper``, and reasons that point back (``To address this
    problem,``). ``in this paper``, ``here`` and ``for the first time`` are also removed from inside
    the sentence.
    """
    own = False
    text = _PART.sub(r"\g<paper> ", _MADE_HERE_FIRST.sub(r"Our \g<thing> ", text))
    while True:
        shorter = _IN_PAPER.sub("", text, count=1)
        own = own or shorter != text or text.lower().startswith(("here we", "here, we"))
        shorter = _REASON.sub("", _CONNECTIVE.sub("", shorter, count=1), count=1)
        shorter = _ADVERB.sub("", _WITH_IT.sub("", shorter, count=1))
        if shorter == text:
            break
        text = shorter
    shorter = _WE_HERE.sub(r"\1", _MADE_HERE.sub(" ", text))
    shorter = _BEFORE_WE.sub(", ", _BETWEEN.sub(r"\1 ", shorter))
    shorter = _INTENDED.sub(r"\1 ", shorter)
    shorter = _HERE.sub(r"\1", _FIRST_TIME.sub(lambda match: match.group("end"), shorter))
    shorter = _ASIDE.sub(_without_aside, shorter)
    own = own or shorter != text
    shorter = _FOR_IT.sub("", _TAKEN_UP.sub(r"\1 ", _TO_MEND_IT.sub(_without_mending, shorter)))
    return shorter[:1].upper() + shorter[1:], own


def means_paper(match: re.Match[str]) -> bool:
    """Return whether a noun for a paper at the end of a match is one.

    It is not where it belongs to another noun: ``our report corpora``, ``this study area``.
    """
    phrase = match.group().lower().rstrip(",.; ").split()
    if "our" in phrase and not _KINDS.issuperset(phrase[phrase.index("our") + 1 : -1]):
        return False
    if phrase[-1] in _NEVER_BEFORE_NOUNS:
        return True
    following = _NEXT_WORD.match(match.string, match.end())
    if following is None or match.group()[-1] in ",.;":
        return True
    word = (following["word"] or "").lower()
    return (
        word in STOP_WORDS
        or is_adverb(word)
        or is_past(word)
        or is_singular_verb(word)
        or (is_plural_verb(word) and not may_be_noun(word))
    )


def _without_aside(match: re.Match[str]) -> str:
    """Return what stays of "in this paper": a full stop, or the comma before "we".

    Behind a participle it stays: "the model developed in this study".
    """
    before = match.string[: match.start()].split()
    made = before and _MADE_IN.fullmatch(before[-1]) and (before[-2:-1] or [""])[0] not in _BE
    if made or not means_paper(match):
        return match.group()
    comma = match.group().startswith(",") and match.group().endswith(",")
    return "," if comma and match.string[match.end() :].startswith(" we ") else match["end"]


def _without_mending(match: re.Match[str]) -> str:
    """Return nothing, but what is attempted stays: ``attempt to address this problem by``."""
    before = match.string[: match.start()]
    return match.group() if _ATTEMPT.search(before) else ""
