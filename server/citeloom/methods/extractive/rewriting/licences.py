"""What lets the authors' names be the subject of a sentence: their paper says who did it."""

import re

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.names import MARK, Subject
from citeloom.methods.extractive.rewriting.openers import PAPER_NOUN, THIS_PAPER
from citeloom.methods.extractive.rewriting.verb_agreement import agree_verbs
from citeloom.methods.extractive.rewriting.verbs import (
    MODALS,
    VERBS,
    base_of,
    ends_in_s,
    is_past,
    is_singular_verb,
    may_be_noun,
    singular,
)

_WE = re.compile(r"^We\b|\bwe\b")
_UNDER = re.compile(
    r"\b(?:that|which|who|because|since|whose|than|as|how|when|where|if|what)(?: \w+ly)? $"
)
_PAPER_SUBJECT = re.compile(
    rf"^(?P<before>[A-Z][^,;:]{{4,90}}, )?(?P<np>{THIS_PAPER}|the authors?) "
    r"(?=(?P<verb>(?:[\w-]+ly |also |then |further |first |thus |therefore |hence )*[\w'-]+))",
    re.IGNORECASE,
)
_AIM = re.compile(
    rf"^(?:The|Our|One) (?:(?:main|primary|overall|key|central|first|ultimate|major|chief) )?"
    rf"(?:aim|goal|objective|purpose)s? (?:of (?:{THIS_PAPER}|the authors?) )?"
    r"(?P<be>is|was|are|were) (?:therefore |thus )?to ",
    re.IGNORECASE,
)
_BARE_AIM = re.compile(
    r"^To (?P<act>(?:\w+ly )?(?P<verb>[a-z]{3,})(?: and [a-z]+)? )"
    r"(?!(?:this|these|that|those|it|do)\b)"
    r"(?!.*\b(?:we|our|us|is|are|was|were|has|have|had|need|must|should)\b)"
    r"(?!.*, (?:an?|the|this|these|it|they|here|in|two|three)\b)",
    re.IGNORECASE,
)
"""``To evaluate the parser.``, under the heading *Objective*: a sentence without a subject."""

_OWN_CLAUSE = re.compile(r"\b(?:that|which|who|whose|how|whether|where|when|if|because|while)\b")
_IT_IS = re.compile(
    r"^It (?:is|was|can be) (?:\w+ly |also )?(?P<verb>shown|found|demonstrated|argued|concluded|"
    r"observed|proved|proven|suggested|proposed|noted) (?=that\b)",
    re.IGNORECASE,
)
"""``It has been shown`` is said of others."""

_RESULTS = re.compile(
    r"^(?:(?!(?:recent|previous|prior|earlier|early|other|several|many|most|some|various|available|"
    r"existing|published|accumulating|emerging|growing|clinical|historical|twin|animal)\b)"
    r"[\w-]+ ){0,3}?(?:results|findings|analys[ie]s|data|simulations?|calculations|observations|"
    r"measurements|experiments)(?: (?:of|from|with|on) [^,;:]{3,60})? (?:also |further |\w+ly )?"
    r"(?P<verb>show|demonstrate|suggest|indicate|reveal|confirm)(?:e?[sd])? (?=that\b)",
    re.IGNORECASE,
)
"""``The results`` of an abstract are its own; those of others have a name or are ``previous``."""

_ACTIVE = {
    "shown": "show", "found": "find", "demonstrated": "demonstrate", "argued": "argue",
    "concluded": "conclude", "observed": "observe", "proved": "prove", "proven": "prove",
    "suggested": "suggest", "proposed": "propose", "noted": "note",
}  # fmt: skip
_TOLD = (
    "given|presented|described|discussed|reviewed|proposed|introduced|reported|derived|outlined|"
    "explored"
)
_STUDIED = (
    "developed|investigated|studied|examined|analy[sz]ed|considered|assessed|compared|surveyed|"
    "evaluated|calculated|measured|demonstrated|treated|solved|computed"
)
_DONE = (
    "determined|estimated|tested|synthesi[sz]ed|prepared|isolated|constructed|identified|detected|"
    "quantified|recorded|collected|monitored|screened|simulated|optimi[sz]ed|characteri[sz]ed|"
    "fabricated|used|applied|performed|conducted|designed|obtained|observed|found|"
    "employed|implemented|exploited|extended"
)
_PASSIVE = re.compile(
    r"^(?P<thing>(?:An?|The|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|All|Both|Several|Some|New|"
    r"Recent|Different|Various|"
    r"(?P<bare>[A-Z][a-z]+(?:al|tions?|ments?|ness|ity|ities|ants|ences?|ures?|ings|ed)))"
    r" [^;:]{3,240}?) "
    r"(?P<be>is|are|was|were) "
    r"(?:then |also |further |(?!\w*(?:wide|usual|common|typical|general|often|tradition|"
    r"extensive|previous|frequent|recent|original|initial))\w+ly )?"
    rf"(?P<verb>{_TOLD}|(?P<studied>{_STUDIED})|(?P<done>{_DONE}))"
    rf"(?P<more> and (?:{_TOLD}|{_STUDIED}|{_DONE}))?"
    r"(?=$|[,;:]| (?:for|in|on|with|using|to|from|at|and|under|via|through|that|which|"
    r"by (?:means|using|\w+ing))\b)(?! and (?:is|are|was|were)\b)"
)
"""``A method is presented``, ``Six assays were tested``: what an abstract reports so, of no others,
its authors have done."""

STEP = (
    rf"\b(?:is|are|was|were|been) (?:\w+ly |also |then )*(?:{_TOLD}|{_STUDIED}|used|applied|"
    r"performed|conducted|designed|collected|sampled|recorded|employed|implemented|made|carried)\b"
)
"""What was done on the way, which is no finding."""

_GOES_ON = re.compile(
    r", and |\b(?:is|are|was|were)\b|\bin (?:19|20)\d\d\b|"
    r"\band (?:\w+ly )?(?:found|shown|\w{3,}ed) "
    r"(?:to|by|with|in|for|as|from|on|using|against|through)\b"
)
"""Another clause, which may tell what others did or what came of it, or a year: history; or a
second passive, which has no object."""

_NOT_AN_ACT = lexicon("states") | MODALS
_DOUBTFUL = 1.5
"""From here on a verb may be another's."""


def we_act(text: str, subject: Subject) -> str | None:
    """``We present`` becomes ``X present``; a "we" under "that" or "how" may be anybody."""
    match = _WE.search(text)
    if match is None or _UNDER.search(text[: match.start()]):
        return None
    clause = text[match.end() :].lstrip().removeprefix("will ")
    clause, doubt = agree_verbs(clause, subject.is_singular, was_singular=False)
    is_sure = doubt < _DOUBTFUL and clause[:1].isalpha()
    return f"{text[: match.start()]}{MARK} {clause}" if is_sure else None


def paper_acts(text: str, subject: Subject) -> str | None:
    """``This paper presents`` becomes ``X present``; what only a paper does is not told."""
    match = _PAPER_SUBJECT.match(text)
    if match is None:
        return None
    np, verb = match["np"].lower(), match["verb"].split()[-1].lower()
    authors = np.startswith("the author")
    of_this = np.startswith(("this", "the present", "the current", "our"))
    if not (of_this or authors or re.fullmatch(rf"the {PAPER_NOUN}", np)):
        return None
    clause = text[match.end() :]
    will = verb == "will"
    acts = authors or will or is_singular_verb(verb) or is_past(verb) or ends_in_s(verb)
    if (verb in _NOT_AN_ACT and not will) or not acts:
        return None
    was_singular = not will and np != "the authors"
    clause, doubt = agree_verbs(clause.removeprefix("will "), subject.is_singular, was_singular)
    return f"{match['before'] or ''}{MARK} {clause}" if doubt < _DOUBTFUL else None


def aim_is_told(text: str, subject: Subject) -> str | None:
    """``The aim of this paper is to`` becomes ``X aim to``."""
    aim = "aims" if subject.is_singular else "aim"
    if match := _AIM.match(text):
        aim = "aimed" if match["be"].lower() in {"was", "were"} else aim
        return f"{MARK} {aim} to {text[match.end() :]}"
    bare = _BARE_AIM.match(text)
    if bare is None or bare["verb"] not in VERBS or _has_verb_of_its_own(text):
        return None
    return f"{MARK} {aim} to {text[bare.start('act') :]}"


def finding_is_told(text: str, subject: Subject) -> str | None:
    """``It is shown that`` and ``The results show that`` become ``X show that``."""
    match = _IT_IS.match(text) or _RESULTS.match(text)
    if match is None:
        return None
    verb = _ACTIVE.get(match["verb"].lower(), match["verb"].lower())
    clause, _ = agree_verbs(f"{verb} ", subject.is_singular, was_singular=False)
    return f"{MARK} {clause}{text[match.end() :]}"


def deed_is_told(text: str, subject: Subject) -> str | None:
    """``A method is presented`` becomes ``X present a method``."""
    match = _PASSIVE.match(text)
    if match is None or _WE.search(text) or _OWN_CLAUSE.search(match["thing"]):
        return None
    if _GOES_ON.search(text, match.end()):
        return None
    if _has_verb_of_its_own(match["thing"]) or match["thing"].endswith((" and", " but", ",")):
        return None
    verbs = [match["verb"], *(match["more"] or "").split()[1:]]
    if match["be"] in {"is", "are"}:
        if match["done"] or (match["studied"] and match["bare"]):
            return None
        verbs = [_present(verb, subject) for verb in verbs]
    thing = match["thing"][0].lower() + match["thing"][1:]
    done = " and ".join(verbs)
    return f"{MARK} {done} {thing}{text[match.end() :]}" if all(verbs) else None


def _present(participle: str, subject: Subject) -> str:
    """Return the present form of a participle, for a subject; empty where it is not known."""
    bases = (participle[:-2], participle[:-1], f"{participle[:-3]}y")
    base = next((base for base in bases if base in VERBS), "")
    return singular(base) if base and subject.is_singular else base


LICENCES = (aim_is_told, paper_acts, finding_is_told, we_act, deed_is_told)


def _has_verb_of_its_own(aim: str) -> bool:
    """Return whether an aim only opens a sentence: *To parse well remains hard.*"""
    start = _OWN_CLAUSE.split(aim, maxsplit=1)[0]
    return any(is_singular_verb(word) and not may_be_noun(base_of(word)) for word in start.split())
