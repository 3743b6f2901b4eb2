"""Write the chosen statements of a paragraph, so that they do not all begin with authors."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeloom.grounding.closeness import closeness
from citeloom.grounding.words import word_count
from citeloom.methods.extractive.arranging.selection import Option
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.extractive.text.abbreviations import abbreviations, expand, introduced
from citeloom.methods.result import Sentence, SentenceKind
from citeloom.papers.paper import Paper

_VERBS_KEPT = 2
"""A reporting verb is not used again within so many statements."""

_MOST_AUTHORS_IN_A_ROW = 2
_LOSS = 0.6
"""The worth that a statement may lose for not beginning with its authors."""

_JOINED_WORDS = 40
_JOINTS = (", while ", ", and ")
_CONNECTIVES = ("In addition", "Further", "Moreover")


class Statements:
    """The statements of one paragraph as they are written, one after the other.

    ``known`` are the abbreviations that a reader knows; those that are explained are added.
    """

    def __init__(self, options: Mapping[str, Sequence[Option]], known: set[str]) -> None:
        self._known = known
        self.sentences: list[Sentence] = []
        self._options = options
        self._verbs: deque[str] = deque(maxlen=_VERBS_KEPT)
        self._in_a_row = 0
        self._joints = 0
        self._joinable = False
        self._last: Paper | None = None

    def add(self, option: Option, turn: int, again: bool) -> None:
        """Add a statement on a paper; ``again`` says that the one before was about it too."""
        rewriting = self._rewritten(option, turn, again)
        if rewriting.authors_first and self._in_a_row >= _MOST_AUTHORS_IN_A_ROW:
            option, rewriting = self._without_authors_first(option, rewriting, turn, again)
        sentence = _sentence(option, rewriting)
        self._verbs.append(rewriting.verb)
        self._known |= introduced(sentence.text)
        full = rewriting.authors_first and self._in_a_row >= _MOST_AUTHORS_IN_A_ROW
        if full and self._joinable and not again and _are_short(self.sentences[-1], sentence):
            self.sentences[-1] = _joined(self.sentences[-1], sentence, _JOINTS[self._joints % 2])
            self._joints += 1
            self._joinable = False
            self._last = option.candidate.paper
            return
        if full:
            sentence = _opened(sentence, self._connective(option))
        elif rewriting.authors_first:
            self._in_a_row += 1
        if full or not rewriting.authors_first:
            self._in_a_row = 0
        self._joinable = rewriting.authors_first and not again and not full
        self._last = option.candidate.paper
        self.sentences.append(sentence)

    def _connective(self, option: Option) -> str:
        """Return words that tie a statement to the one before; they claim but the years."""
        year, before = option.candidate.paper.year, self._last.year if self._last else None
        if year and before and year > before:
            return "Later"
        self._joints += 1
        return _CONNECTIVES[self._joints % len(_CONNECTIVES)]

    def _rewritten(
        self, option: Option, turn: int, again: bool, authors_last: bool = False
    ) -> Rewriting:
        paper = option.candidate.paper
        subject = next_mention(paper) if again else first_mention(paper, turn)
        text = expand(option.candidate.text, abbreviations(paper.abstract), self._known)
        return rewrite(text, subject, self._verbs, authors_last)

    def _without_authors_first(
        self, option: Option, rewriting: Rewriting, turn: int, again: bool
    ) -> tuple[Option, Rewriting]:
        """Return the same statement, or another on the paper, that begins with something else."""
        others = [] if again else self._options[option.candidate.paper.id]
        near = [other for other in others if other.worth >= option.worth - _LOSS]
        for other in (option, *sorted(near, key=lambda other: -other.worth)):
            turned = self._rewritten(other, turn, again, authors_last=True)
            if not turned.authors_first:
                return other, turned
        return option, rewriting


def _sentence(option: Option, rewriting: Rewriting) -> Sentence:
    own_words = "".join(part for part in rewriting.parts if isinstance(part, str))
    score = closeness(own_words, option.candidate.text)
    evidence = (option.candidate.evidence(round(score, 4)),)
    return Sentence(rewriting.parts, SentenceKind.STATEMENT, evidence)


def _are_short(first: Sentence, second: Sentence) -> bool:
    """Return whether two sentences are short enough to be one."""
    return word_count(first.text) + word_count(second.text) <= _JOINED_WORDS


def _opened(sentence: Sentence, opener: str) -> Sentence:
    start, *after = sentence.parts
    start = start[:1].lower() + start[1:] if isinstance(start, str) else start
    return replace(sentence, parts=(f"{opener}, ", start, *after))


def _joined(first: Sentence, second: Sentence, joint: str) -> Sentence:
    """Return two sentences as one that cites both."""
    *before, end = first.parts
    before = [*before, end[:-1]] if isinstance(end, str) else [*before, end]
    start, *after = second.parts
    start = start[:1].lower() + start[1:] if isinstance(start, str) else start
    parts = (*before, joint, start, *after)
    return Sentence(
        tuple(part for part in parts if part),
        SentenceKind.STATEMENT,
        first.evidence + second.evidence,
    )
