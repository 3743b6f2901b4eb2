"""Rewrite sentences in which the authors or the paper act: we propose, this paper shows."""

import re

from citeloom.grounding.guarded import guarded
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.names import MARK, Done, Subject
from citeloom.methods.extractive.rewriting.openers import PAPER_NOUN, PAPER_NOUNS, THIS_PAPER
from citeloom.methods.extractive.rewriting.verb_agreement import agree_verbs
from citeloom.methods.extractive.rewriting.verbs import (
    MODALS,
    VERBS,
    base_of,
    is_past,
    is_singular_verb,
    may_be_noun,
)

_WE = re.compile(r"^We\b|\bwe\b")
_PAPER_SUBJECT = guarded(
    f"{PAPER_NOUNS}|author",
    rf"(?:^|(?<=, )|(?<=\band )|(?<=\bwhile )|(?<=\bbut ))(?P<np>{THIS_PAPER}|the authors?) "
    r"(?=(?P<verb>(?:[\w-]+ly |also |then |further |first |thus |therefore |hence )*[\w'-]+))",
)
_AIM = re.compile(
    rf"^(?:The|Our|One) (?:(?:main|primary|overall|key|central|first|ultimate|major|chief) )?"
    rf"(?P<aim>aim|goal|objective|purpose)s? (?:of (?:{THIS_PAPER}|the authors?) )?"
    r"(?P<be>is|was|are|were) (?:therefore |thus )?to ",
    re.IGNORECASE,
)
_BARE_AIM = re.compile(
    r"^To (?P<act>(?:\w+ly )?(?P<verb>[a-z]{3,})(?: and [a-z]+)? )"
    r"(?!(?:this|these|that|those|it|do)\b)"
    r"(?!.*\b(?:we|our|us|is|are|was|were|has|have|had)\b)"
    r"(?!.*, (?:an?|the|this|these|it|they|here|in|two|three)\b)",
    re.IGNORECASE,
)
"""``To evaluate the parser.``, under the heading *Objective*: a sentence without a subject."""

_OWN_CLAUSE = re.compile(r"\b(?:that|which|who|whose|how|whether|where|when|if|because|while)\b")
_NO_PART_OF_A_PHRASE = re.compile(
    r", (?!(?:and|or|as|including|such|using|by|with|in|for|on|at|from|to|via|through|namely|"
    r"especially|particularly|notably|both|\w+ing)\b)(?!.*,? (?:and|or) )"
)
"""A comma behind which neither a list nor an addition goes on."""

_IT_IS = re.compile(
    r"^It (?:is|was|can be) (?:\w+ly |also )?"
    r"(?P<verb>shown|found|demonstrated|argued|concluded|"
    r"observed|proved|proven|suggested|proposed|noted) (?=that\b)",
    re.IGNORECASE,
)
"""``It has been shown`` is said of others."""

_ACTIVE = {
    "shown": "show", "found": "find", "demonstrated": "demonstrate", "argued": "argue",
    "concluded": "conclude", "observed": "observe", "proved": "prove", "proven": "prove",
    "suggested": "suggest", "proposed": "propose", "noted": "note",
}  # fmt: skip
_SUBORDINATE_END = re.compile(r"\b(?:that|which|because|since|whose|than)(?: \w+ly)? $")
_S_FORM = re.compile(r"[a-z]{2,}[^sui]s")
"""What can only be a verb after "this paper", known or not."""

_PAPER = "(?:paper|article|thesis|dissertation)"
"""What only the cited text can be behind other words: ``After a survey, the paper``."""

_NOT_AN_ACT = lexicon("states")


def _goes_on_with_a_clause(aim: str) -> bool:
    """Return whether an aim only opens a sentence: *To parse well remains hard.*"""
    start = _OWN_CLAUSE.split(aim, maxsplit=1)[0]
    has_verb = any(
        is_singular_verb(word) and not may_be_noun(base_of(word)) for word in start.split()
    )
    return has_verb or _NO_PART_OF_A_PHRASE.search(aim) is not None


def aim_as_verb(text: str, subject: Subject) -> Done | None:
    """``The aim of this paper is to`` becomes ``X aim to``."""
    match = _AIM.match(text)
    if match is None:
        bare = _BARE_AIM.match(text)
        if bare is None or bare["verb"] not in VERBS or _goes_on_with_a_clause(text):
            return None
        aim = "aims" if subject.is_singular else "aim"
        return f"{MARK} {aim} to {text[bare.start('act') :]}", 0.1
    past = match.group("be").lower() in {"was", "were"}
    verb = "aimed" if past else "aims" if subject.is_singular else "aim"
    return f"{MARK} {verb} to {text[match.end() :]}", 0.1


def paper_as_subject(text: str, subject: Subject) -> Done | None:
    """``This paper presents`` becomes ``X present``; what only a paper does stays the paper's."""
    for match in _PAPER_SUBJECT.finditer(text):
        np, before, after = match.group("np"), text[: match.start()], text[match.end() :]
        pointing = np.lower().startswith(("this", "the present", "the current", "our"))
        bare = re.fullmatch(rf"the {PAPER_NOUN if not before else _PAPER}", np, re.IGNORECASE)
        if not (pointing or bare or np.lower().startswith("the author")):
            continue
        verb = match.group("verb").split()[-1].lower()
        authors = np.lower().startswith("the authors")
        unknown = pointing and not match.start() and _S_FORM.fullmatch(verb)
        if not (authors or is_singular_verb(verb) or is_past(verb) or unknown):
            continue
        noun = np.split()[-1].lower()
        not_an_act = verb in _NOT_AN_ACT or verb in MODALS or " itself" in after[: len(verb) + 8]
        if not_an_act and not authors and not _is_concerned(after):
            whose = f"the {noun} of {MARK}" if subject.names else f"the {noun}"
            return before + whose + " " + after, 0.3 if subject.names else 0.8
        clause, doubt = agree_verbs(after, subject.is_singular, not authors)
        return before + MARK + " " + clause, doubt
    return None


def _is_concerned(after: str) -> bool:
    return (
        re.match(r"(?:is|was) (?:mainly |primarily )?(?:concerned|interested)\b", after) is not None
    )


def we_as_subject(text: str, subject: Subject) -> Done | None:
    """``We present`` becomes ``X present``."""
    match = _WE.search(text)
    if match is None:
        return None
    clause, doubt = agree_verbs(
        text[match.end() :].lstrip(), subject.is_singular, was_singular=False
    )
    before = text[: match.start()]
    late = 0.2 if len(before.split()) > 12 else 0.0
    if not subject.names and _SUBORDINATE_END.search(before):
        late = 1.5
    return f"{before}{MARK} {clause}", doubt + late


def it_is_shown(text: str, subject: Subject) -> Done | None:
    """``It is shown that`` becomes ``X show that``."""
    match = _IT_IS.match(text)
    if match is None:
        return None
    verb = _ACTIVE[match.group("verb").lower()]
    clause, _ = agree_verbs(f"{verb} ", subject.is_singular, was_singular=False)
    return f"{MARK} {clause}{text[match.end() :]}", 0.0
