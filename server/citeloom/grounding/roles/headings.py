"""The headings of structured abstracts: ``Methods: …``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.roles.role import Role

_ANY = frozenset(Role)

_HEADINGS = {
    r"abstract|summary|scope of review|significance|contributions?": _ANY,
    r"background(?:\s*(?:and|&|/)\s*\w+)?|introduction|motivations?|context": frozenset(
        {Role.BACKGROUND, Role.OBJECTIVE}
    ),
    r"objectives?|aims?(?:\s*(?:and|&)\s*objectives?)?|purpose|goals?": frozenset({Role.OBJECTIVE}),
    r"(?:materials?\s*(?:and|&|/)\s*)?methods?|methodology|methods\s*/\s*statistical analysis|"
    r"(?:materials?|patients|subjects)\s*(?:and|&)\s*methods?|"
    r"design(?:/methodology/approach)?|(?:experimental )?approach|setting": frozenset(
        {Role.METHOD}
    ),
    r"(?:key |main )?results?(?:\s*(?:and|&)\s*(?:discussion|conclusions?))?|findings": frozenset(
        {Role.RESULT}
    ),
    r"conclusions?(?: and implications)?|discussion|interpretation|originality/value": frozenset(
        {Role.RESULT, Role.OTHER}
    ),
    r"availability(?: and implementation)?|trial registration|funding": frozenset({Role.OTHER}),
}
"""The roles that a sentence may have under each heading."""

_NAMES = "|".join(_HEADINGS)
_HEADING = re.compile(rf"(?:\d+\.?\s*)?(?P<name>{_NAMES})\s*[:.—–]\s*[-—–]?\s*", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?P<name>abstract|summary)[\s.:—–-]+(?=[A-Z])", re.IGNORECASE)
_RUN_IN = re.compile(
    r"(?P<name>(?:PURPOSE OF (?:THE )?(?:REVIEW|STUDY)|RECENT FINDINGS|MAIN (?:RESULTS?|METHODS?)|"
    r"STUDY DESIGN|KEY (?:RESULTS?|FINDINGS))(?= [A-Z][a-z]*\b)|"
    r"(?:Objectives?|Aims?|Purpose|Methods?|Results?|Conclusions?)"
    r"(?= [A-Z][a-z]*,? [a-z])|"
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|METHODS?|RESULTS?|CONCLUSIONS?)"
    r"(?= [A-Z][a-z]*\b)|(?:Originality/value|Design/methodology/approach|Practical implications)"
    r"(?= [A-Z])) "
)
"""A heading that nothing sets off from its sentence."""


@dataclass(frozen=True, slots=True)
class HeadedSentence:
    """A sentence without the headings before it; ``heading`` is the last of them."""

    heading: str
    text: str

    @property
    def allowed(self) -> frozenset[Role]:
        """The roles that its own heading allows."""
        if not self.heading:
            return _ANY
        return next(
            (
                allowed
                for names, allowed in _HEADINGS.items()
                if re.fullmatch(names, self.heading, re.IGNORECASE)
            ),
            _ANY,
        )


def headed_sentence(sentence: str) -> HeadedSentence:
    """Take the headings off the beginning of a sentence."""
    heading, text = "", sentence
    for pattern in (_ABSTRACT, _HEADING, _RUN_IN):
        while found := pattern.match(text):
            heading, text = found["name"], text[found.end() :]
    return HeadedSentence(heading, text)


def allowed_roles(sentences: Sequence[HeadedSentence]) -> list[frozenset[Role]]:
    """Return the roles that the headings of an abstract allow each sentence.

    In a structured abstract, which has several headings, one goes for all sentences up to the next.
    """
    structured = len({found.allowed for found in sentences} - {_ANY}) > 1
    allowed, current = [], _ANY
    for found in sentences:
        current = found.allowed if found.heading or not structured else current
        allowed.append(current if found.text or not found.heading else frozenset({Role.OTHER}))
    return allowed
