"""Tell roles of sentences by cue phrases: the extractive method chooses by them."""

import re
from collections.abc import Collection, Sequence

from citeloom.grounding.roles.headings import allowed_roles, headed_sentence
from citeloom.grounding.roles.role import Role


def _cue(pattern: str) -> re.Pattern[str]:
    """Compile a cue, to be looked for in a text in lower case (several times as fast)."""
    return re.compile(rf"\b(?:{pattern})\b")


_SELF = _cue(
    r"we|our|us|i|(?:this|the present) (?:\w+ ){0,2}(?:paper|article|work|study|survey|"
    r"review|thesis|chapter|report|research|tutorial|book|essay|letter)|"
    r"(?:the )?(?<!have been )(?<!has been )proposed|"
    r"the current (?:paper|article|work|study|survey|review)|"
    r"the (?:paper|article|authors?)|here(?=,? we)|"
    r"an? [^,.;]{0,100}? (?:is|are) (?:\w+ )?(?:proposed|presented|introduced|described|"
    r"developed)(?! in\b| by\b)"
)
_PAPER = _cue(
    r"(?:in )?(?:this|the present|the current) (?:\w+ ){0,2}(?:paper|article|work|study|survey|"
    r"review|thesis|chapter|report|research|tutorial|essay|letter|contribution)"
)
_DONE = _cue(
    r"(?:is|are|was|were|has been|have been) (?:\w+ly )?(?:presented|described|developed|reported|"
    r"studied|investigated|examined|analy[sz]ed|characteri[sz]ed|determined|measured|calculated|"
    r"synthesi[sz]ed|computed|shown to|found to|used to (?:\w+ly )?(?:study|investigate|examine|"
    r"determine|measure|characteri[sz]e|calculate|predict))"
)
_DONE_BY_OTHERS = _cue(
    r"extensively|widely|often|previously|recently|frequently|commonly|usually|generally|well|"
    r"long|traditionally|typically|intensively|mostly|already|can|may|"
    r"in (?:many|most|several|various)"
)
"""What is said of others: ``has been widely studied``."""

_OBJECTIVE = _cue(
    r"(?:aims?|goals?|purpose|objectives?) (?:of|is|was|in|to)|aims? (?:to|at)|"
    r"(?:we|paper|article|work|study|survey|research) (?:also )?(?:propose|present|introduce|"
    r"address|investigate|consider|describe|examine|explore|review|study|survey|discuss|focus|"
    r"analy[sz]e|provide|argue|develop)[sd]?|"
    r"(?:is|are|was|were|has been|have been) (?:\w+ly )?(?:proposed|presented|introduced|studied|"
    r"investigated)(?! in\b)|to (?:this|that) end|we seek|we ask|"
    r"to (?:address|tackle|solve|overcome|remedy|fill)"
)
_METHOD = _cue(
    r"we (?:\w+ly |then |also |first |further )?(?:use|train|apply|employ|conduct|collect|evaluate|"
    r"test|compare|extend|formulate|define|design|develop|implement|combine|incorporate|adopt|"
    r"model|perform|build|construct|derive|learn|introduce)d?|"
    r"(?:is|are|was|were) (?:\w+ly )?(?:based|used|applied|trained|performed|conducted|collected|"
    r"tested|implemented|evaluated|computed|modell?ed|designed|measured|calculated|combined|"
    r"assessed|considered|extracted|selected)|"
    r"consists? of|algorithm|using|specifically|by means of|participants|first|second|then|"
    r"method|approach"
)
_RESULT = _cue(
    r"results?|experiments?|experimental|findings?|found|outperform(?:s|ed)?|achieve[sd]?|"
    r"improve(?:s|d|ments?)|improving|significant(?:ly)?|state-of-the-art|demonstrate[sd]?|"
    r"show(?:s|ed|n)?|conclude[sd]?|conclusions?|reveal(?:s|ed)?|indicate[sd]?|suggest(?:s|ed)?|"
    r"yield(?:s|ed)?|obtain(?:s|ed)?|accuracy|observe[sd]?|confirm(?:s|ed)?|"
    r"better|superior|effectiveness|competitive|evaluations?|performance|percent|higher|lower|"
    r"increased|reduced|gains?|f1|bleu"
)
_FUTURE = _cue(
    r"future (?:work|research|directions?)|implications?|is discussed|are discussed|we hope|"
    r"rights reserved|elsevier|springer|wiley|copyright|available (?:at|from|online)|"
    r"publicly available|https?|code"
)
_GENERAL = _cue(
    r"recent(?:ly)?|in recent years|however|although|despite|have been|has been|many|most|existing|"
    r"previous(?:ly)?|traditional(?:ly)?|typically|often|usually|widely|important|challeng(?:e|es|"
    r"ing)|difficult|conventional|current(?:ly)?|is an?|are an?|remains?|increasing(?:ly)?|"
    r"unfortunately|rely|problem"
)


def roles_by_cues(sentences: Sequence[str]) -> list[Role]:
    """Return the role of each sentence of one abstract, given in order.

    The headings of a structured abstract decide; else cue phrases do, and whether a sentence stands
    before or after the first one in which the authors speak of their own work. Cues and weights
    were tuned on the training part of CSAbstruct. The model of roles agrees with its labels more
    often; but a first sentence on what the authors do is background there in many abstracts, and
    texts of the extractive method were better by cues (``docs/measurements.md``).
    """
    headed = [headed_sentence(sentence) for sentence in sentences]
    texts = [found.text for found in headed]
    own = [_SELF.search(text.lower()) is not None for text in texts]
    if not any(own):
        own = [_tells_passively(text.lower()) for text in texts]
    turn = own.index(True) if True in own else len(texts) // 2
    return [
        _role(text, at, turn, len(texts), own[at], allowed)
        for at, (text, allowed) in enumerate(zip(texts, allowed_roles(headed), strict=True))
    ]


def _tells_passively(lower: str) -> bool:
    """Return whether a sentence tells what was done, as abstracts without a "we" do."""
    return _DONE.search(lower) is not None and _DONE_BY_OTHERS.search(lower) is None


def _role(
    sentence: str, at: int, turn: int, count: int, own: bool, allowed: Collection[Role]
) -> Role:
    lower = sentence.lower()

    def cues(pattern: re.Pattern[str], most: int) -> int:
        return min(most, len(pattern.findall(lower)))

    place = at / max(1, count - 1)
    scores = {
        Role.BACKGROUND: 2.2 * (at < turn) + 0.5 * cues(_GENERAL, 3) - 1.2 * own
        + 0.6 * (place < 0.3) - 0.8 * (at > turn),
        Role.OBJECTIVE: 1.3 * cues(_OBJECTIVE, 1) + 1.3 * cues(_PAPER, 1) + 0.6 * (at == turn)
        - 0.7 * (at > turn) - 0.8 * (at < turn),
        Role.METHOD: 1.0 * (at > turn) + 0.5 * cues(_METHOD, 3) + 0.3 * own - 0.8 * (at < turn)
        + 0.4 * (0.3 < place < 0.9),
        Role.RESULT: 0.8 * cues(_RESULT, 3) + 0.8 * (place > 0.75) - 0.8 * (at <= turn)
        + 0.4 * (at == count - 1),
        Role.OTHER: 2.0 * cues(_FUTURE, 1) + 1.0 * (len(sentence) < 30) - 0.6,
    }  # fmt: skip
    return max((role for role in Role if role in allowed), key=lambda role: scores[role])
