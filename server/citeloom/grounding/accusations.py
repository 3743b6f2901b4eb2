"""Words by which a text accuses a paper: that it is made up, copied, dishonest, taken back."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

TAKEN_BACK = "taken back"
"""The class of words that a paper was retracted."""

_WORK = (
    r"(?:results?|data|data ?sets?|findings?|figures?|numbers|measurements|experiments?|evidence|"
    r"stud(?:y|ies)|papers?|articles?|works?|proofs?|evaluations?|citations|references|images|"
    r"conclusions?|claims?|tables?|trials?|surveys?|benchmarks?|peer review)"
)
_THEIRS = r"(?:their|its|his|her|the|these|all|most|some)(?: of (?:their|its|his|her|the|these))?"
_IS = r"\b(?:is|are|was|were|been|(?<!can )(?<!could )be|being|as)\b(?: \w+){0,2}?"
_SURELY_MADE_UP = r"(?:fabricat(?:ed|ions?)|falsified|forged|faked?|bogus|phone?y)"
_MAYBE_MADE_UP = (
    r"(?:manipulated|invented|made[ -]up|doctored|rigged|fictitious|concocted|tampered with|"
    r"a sham|a scam|a lie)"
)
_BY_THEM = r"by (?:the|its|their|his|her) (?:\w+ )?(?:authors?|researchers?|team|scientists?)\b"
_NOBODYS_BY = rf"(?! (?!{_BY_THEM})(?:by|with|from|in|on|using|of)\b)"
_ENDS = rf"(?=\W*\Z|\W*[,.;:)]|-|\s+(?:and|or|but|to (?:support|mislead|fit|deceive)|{_BY_THEM}))"
_VERBS = r"(?:fabricat|falsif|forg|fak)(?:e|es|ed|y|ied|ies|ing)"
_WEAK_VERBS = (
    r"(?:invent|doctor|rigg?|concoct|manipulat|misreport|misrepresent|p-hack)(?:e?s|e?d|ing)"
)
_READERS = r"(?:its |their |the )?(?:readers?|reviewers?|editors?|referees?|public|community|field)"
_ON_PURPOSE = r"(?:deliberately|intentionally|knowingly|wil?lfully|purposely)"
_TEXT = (
    r"(?:papers?|articles?|ideas?|proofs?|theorems?|works?|results?|stud(?:y|ies)|text|methods?)"
)
_WORK_AS_ONE = r"(?:paper|article|study|publication|manuscript|preprint|work|it|which|findings?)"
_FAMILIES = {
    "made up": (
        rf"\b{_WORK}\b(?:[^.;:]|\bal\.){{0,60}}?{_IS} (?:{_SURELY_MADE_UP}\b{_NOBODYS_BY}|"
        rf"{_MAYBE_MADE_UP}{_ENDS})|"
        rf"\b(?:fabricated|falsified|forged|bogus|phony) (?:(?!by|with|in|on|from|"
        rf"for)\w+ )?{_WORK}\b|"
        rf"\bfaked? (?:(?!by|with|in|on|from|for|news|review)\w+ )?"
        rf"(?!images|reviews|references|claims){_WORK}\b|"
        rf"\b{_VERBS}\b {_THEIRS} (?:\w+ )?{_WORK}\b|"
        rf"\b{_WEAK_VERBS}\b (?:their|its|his|her) (?:\w+ ){{0,2}}?{_WORK}\b|"
        rf"\b(?:made|making|make)s? up (?:their|its|his|her|the) (?:\w+ )?{_WORK}\b|"
        rf"\bmade (?:their|its|his|her) (?:\w+ )?{_WORK} up\b|"
        rf"\b(?:fabrications?|falsifications?)\b of (?:\w+ )?{_WORK}\b|"
        r"\b(?:data|image|result|evidence) (?:fabrication|falsification)\b|"
        rf"\b(?:experiments?|stud(?:y|ies)|trials?|evaluations?|measurements?|"
        rf"surveys?) (?:was|were) "
        r"never (?:actually |really )?(?:run|carried out|conducted|performed|done|made)(?=\W*\Z)|"
        rf"\b(?:their|its|his|her|claimed|reported|described) {_WORK} (?:do|does|did) not "
        r"(?:actually |really )?exist\b|\bpaper[ -]?mill (?:papers?|products?)\b|"
        r"\b(?:from|by|at) an? paper[ -]?mill\b",
        r"fabricat|falsif|forge|fake|manipulat|invented|made[ -]up|bogus|phone?y|"
        r"fictitious|doctored|"
        r"rigged|tamper|sham|scam|paper[ -]?mill|p-hack|misre|never|exist",
    ),
    "copied": (
        r"\bplagiari[sz]\w*\b(?! (?:detect|check|search|corpus|corpora|software|prevent)\w*)|"
        r"\bcopied (?:[\w-]+ ){0,3}?(?:without (?:\w+ )?(?:attribution|credit|citation|citing|"
        r"permission|acknowledg\w+)|verbatim|word for word)\b|"
        rf"\bcopied (?:their|its|our|the) (?:\w+ )?{_TEXT} (?:of|from) (?:others?\b|"
        rf"another\b|our\b|"
        r"(?-i:[A-Z]))|\bcopied from (?:our|others|another|an earlier|earlier)\b|"
        rf"\b{_TEXT} (?:is|are|was|were) (?:\w+ ){{0,2}}copied from (?:others|another|(?-i:[A-Z]))|"
        r"\b(?:stole|stolen|steals?) (?:\w+ )?(?:their|its|the|our|from|an?)\b",
        r"plagiar|cop(?:y|ied)|stole|steal",
    ),
    "dishonest": (
        r"\b(?:scientific |academic |research )?(?:misconduct|fraudulent\w*|hoax(?:es)?|"
        r"frauds?(?! (?:detect|prevent|analy|risk|case|label|score|ring|data|classif)\w*)|"
        r"dishonest\w*|pseudoscien\w+|junk science|quackery|untrustworthy|not trustworthy|"
        r"discredited|debunked)\b|"
        r"\b(?:is|are|was|were|as|be) (?:\w+ )?(?:charlatans?|liars?|swindlers?|crooks?)\b|"
        r"\b(?:authors?|researchers?|they|papers?|article|study|"
        r"al\.) (?:\w+ )?(?:lied (?:about|in|to)|"
        r"lies? about|cheated|cheats?)\b|\bby cheating\b|"
        r"\b(?:cannot|can not|can[’']t|can (?:hardly|scarcely|never)|(?:should|could|must) not|"
        r"(?:should|could|must)n[’']t|not(?: to)?) be trusted\b|"
        rf"\b(?:deceiv|mislead)(?:e|es|ed|s|ing) {_READERS}\b|\bmisled {_READERS}\b|"
        rf"\b{_ON_PURPOSE} (?:\w+ )?(?:misreport|misrepresent|mislead|misled|mis-?stat|omit|hid|"
        r"conceal|distort|falsely|suppress)\w*|"
        r"\b(?:concealed|hid|hides?|conceals?|suppressed) (?:\w+ ){0,2}?(?:negative|unfavou?rable|"
        rf"contrary|failed|bad|inconvenient) (?:\w+ )?(?:runs|{_WORK})\b|"
        rf"\bcherry-?[ ]?pick(?:s|ed|ing)? (?:their|its|the) (?:\w+ )?{_WORK}\b|"
        r"\b(?:engaged in|guilty of|resorted to|by|relied on) p-hacking\b|\bbrib(?:ed|ery|"
        r"es|ing)\b",
        r"misconduct|fraud|hoax|dishonest|pseudoscien|trust|discredit|debunk|junk science|quack|"
        r"charlatan|liar|lying|\blie|swindl|cheat|deceiv|decept|misle|misre|conceal|hid|"
        r"suppress|cherry|p-hack|brib|deliberate|intentional|knowing|purpose",
    ),
    TAKEN_BACK: (
        rf"\b{_WORK_AS_ONE} (?:has|have|had|was|were|is|are) (?:(?:since|later|now|been|being|"
        r"subsequently|rightly|\w+ly) ){0,3}?retracted\b",
        r"retract|withdr|taken back",
    ),
}
_SAID = {name: re.compile(said, re.IGNORECASE) for name, (said, _) in _FAMILIES.items()}
_KNOWN = {name: re.compile(known, re.IGNORECASE) for name, (_, known) in _FAMILIES.items()}
_ANY = re.compile("|".join([*(it for _, it in _FAMILIES.values()), "made"]), re.IGNORECASE)
_NEGATIVE_ITSELF = re.compile(
    r"\b(?:trust\w+|exist)\Z|\bnever (?:\w+ )?(?:run|carried out|conducted|performed|done|made)\Z",
    re.IGNORECASE,
)

_SIGN = (
    r"(?:evidence|signs?|indications?|proof|hints?|reason|suggestions?|traces?|cases?|instances?|"
    r"grounds|support)"
)
_DENIED_BEFORE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bno (?:\w+ ){{0,2}}?{_SIGN}(?: \w+){{0,3}}? (?:that|of|for|to)\b[^.,;:]{{0,60}}\Z|"
        rf"\bwithout (?:\w+ ){{0,2}}?(?:{_SIGN} (?:of|that) [^.,;:]{{0,40}})?\Z",
        r"(?:\b(?:not|never|neither|nor)|n[’']t)\b(?! (?:only|merely|just|simply|long|surprising))"
        r"(?: \w+){0,2} ?\Z|\bno (?:\w+ )?\Z",
        r"\b(?:not true|untrue|false|wrong|incorrect) (?:to (?:say|claim) )?that\b[^.,;:]{0,60}\Z",
        r"\b(?:cleared|acquitted|exonerated|absolved|free|innocent)(?: \w+){0,3}? (?:of|from)"
        r"(?: \w+){0,3} ?\Z",
    )
)
_DENIED_BEHIND = re.compile(
    r"\W*(?:\w+ ){0,6}?(?:was|were|is|are|be|proved|been) (?:(?!not\b)\w+ )?(?:unfounded|baseless|"
    r"groundless|unsubstantiated|dismissed|rejected|refuted|disproved|unjust|"
    r"not confirmed|false)\b",
    re.IGNORECASE,
)
_ALLEGED = re.compile(
    r"\b(?:accusation|allegation|claim|charge|rumou?r|suspicion)s?\b", re.IGNORECASE
)

_OF_WORK = re.compile(
    r"\b(?:authors?|al\.|their|his|her|its|researchers?|scientists?|paper|articles?|study|results|"
    r"findings|citations|these|this)\b",
    re.IGNORECASE,
)
"""What a sentence that accuses speaks of: then none of its words are a mere subject."""

_SUBJECT_BEFORE = re.compile(
    r"\b(?:detect|prevent|combat|identify|predict|classify|recogni[sz]e|avoid|against|confront|"
    r"detecting|preventing|combating|identifying|predicting|classifying|recogni[sz]ing|avoiding|"
    r"confronting|(?:detection|prevention|classification|recognition) of)(?: [\w-]+){0,3} \Z|"
    r"\b(?:cards?|financial|accounting|insurance|tax|elect(?:ion|oral)|voter|identity|ranking|"
    r"click|ATM|payments?|bank(?:ing)?|online|telecom\w*|health ?care|invoice|wire|consumer|code|"
    r"cross-lingual|paraphrase) (?:\w+ )?\Z|"
    r"\b(?:news|misinformation|disinformation|propaganda|satire|rumou?rs|adversar(?:y|ies)|"
    r"attackers?|criminals?|fraudsters?|malicious)\b[^.;]{0,80}\Z",
    re.IGNORECASE,
)
_SUBJECT_BEHIND = re.compile(
    r" (?:transactions?|activit(?:y|ies)|accounts?|users?|orders?|behaviou?rs?|calls|e-?mails?|"
    r"websites?|merchants?|applications|collusion|responses|code)\b|"
    r" (?:is|are|remains?) an? (?:\w+ ){0,3}(?:problem|issue|task|threat|concern|challenge|"
    r"crime)\b|"
    r",? (?:and|or) (?:satire|propaganda|misinformation|rumou?rs|abuse)\b",
    re.IGNORECASE,
)
"""What tells that a field studies such deeds, as of users or attackers."""

_FAKE = re.compile(r"\bfake\b", re.IGNORECASE)
_BESIDE_FAKE = re.compile(
    r"\b(?:real|genuine|authentic|discriminators?|generators?|GANs?)\b", re.IGNORECASE
)
"""What a sentence on generated or false things, which are its subject, has beside *fake*."""

_MOST = 8
"""Words of one class in a sentence that are looked at."""

_LOOKALIKES = str.maketrans("аеорсухіѕјԁѵοανρυι", "aeopcyxisjdvoavpui")


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation in a text at a half-open range of code points; ``kind`` is its class."""

    kind: str
    text: str
    start: int
    end: int


def accusations(text: str) -> Iterator[Accusation]:
    """Yield what a sentence accuses somebody's work of.

    What it denies ("no evidence that the data were fabricated") is none, nor what research is on
    ("credit card fraud"). Signs that nobody sees and letters that look like others hide nothing.
    """
    seen, places = _as_read(text)
    if not _ANY.search(seen):
        return
    for kind, pattern in _SAID.items():
        for found in islice(pattern.finditer(seen), _MOST):
            if not (_is_of_a_field(seen, found) or _is_denied(kind, seen, *found.span())):
                start, end = places[found.start()], places[found.end() - 1] + 1
                yield Accusation(kind, text[start:end], start, end)


def speaks_of(kind: str, text: str) -> bool:
    """Tell whether a source has words of an accusation's class, so that it may be about that."""
    return _KNOWN[kind].search(text) is not None


def _is_of_a_field(text: str, found: re.Match[str]) -> bool:
    """Tell whether words of an accusation are the subject of research in a sentence.

    *Credit card fraud* and *fake data* accuse no paper of anything.
    """
    if _FAKE.search(found[0]) and _BESIDE_FAKE.search(text):
        return True
    if _OF_WORK.search(text):
        return False
    before = text[max(0, found.start() - 120) : found.start()]
    return bool(_SUBJECT_BEFORE.search(before) or _SUBJECT_BEHIND.match(text, found.end()))


def _is_denied(kind: str, text: str, start: int, end: int) -> bool:
    """Tell whether a sentence denies an accusation that stands at a range of it."""
    words = (
        () if _NEGATIVE_ITSELF.search(text[start:end]) else _KNOWN[kind].finditer(text, start, end)
    )
    *_, core = [start, *(it.start() for it in words)]
    before = text[max(0, core - 120) : core]
    times = sum(pattern.search(before) is not None for pattern in _DENIED_BEFORE)
    behind = _ALLEGED.search(before) and _DENIED_BEHIND.match(text, end)
    return (times + bool(behind)) % 2 == 1


def _as_read(text: str) -> tuple[str, range | list[int]]:
    """Return a text as its readers see it, and where each of its signs stands."""
    if text.isascii():
        return text, range(len(text))
    seen = [
        (place, sign)
        for place, sign in enumerate(text.translate(_LOOKALIKES))
        if unicodedata.category(sign) not in {"Cf", "Mn"}
    ]
    return "".join(sign for _, sign in seen), [place for place, _ in seen]
