"""Write the chosen statements of a paragraph, so that they do not all begin with authors."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from citeloom.grounding.closeness import closeness
from citeloom.grounding.words import word_count
from citeloom.methods.extractive.arranging.options import Option
from citeloom.methods.extractive.joining import have_terms_in_common, join_same
from citeloom.methods.extractive.rewriting.articles import mend_articles
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.extractive.text.abbreviations import expand, explanations_for, introduced
from citeloom.methods.extractive.text.usability import says_little
from citeloom.methods.result import Sentence, SentenceKind
from citeloom.papers.paper import Paper

_VERBS_KEPT = 2
"""A reporting verb is not used again within so many statements."""

_MOST_AUTHORS_IN_A_ROW = 2
_LOSS = 0.6
"""The worth that a statement may lose for not beginning with its authors."""

_JOINED_WORDS = 40
_CONNECTIVES = ("In addition", "Further", "Moreover")


class Statements:
    """The statements of one paragraph as they are written, one after the other.

    ``known`` are the abbreviations that a reader knows; those that are explained are added.
    ``explained`` are those that the draft or other papers explain.
    """

    def __init__(
        self,
        options: Mapping[str, Sequence[Option]],
        known: set[str],
        explained: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._known = known
        self._explained = explained
        self.sentences: list[Sentence] = []
        self._options = options
        self._verbs: deque[str] = deque(maxlen=_VERBS_KEPT)
        self._in_a_row = 0
        self._turns = 0
        self._joinable = False
        self._alone: list[bool] = []
        self._last: Paper | None = None

    def add(self, option: Option, turn: int, again: bool, alone: bool = False) -> None:
        """Add a statement on a paper.

        ``again`` says that the one before was about it too, ``alone`` that the paper has no other.
        """
        if alone and self._join_with_an_earlier(option, turn):
            return
        rewriting = self._rewritten(option, turn, again)
        if rewriting.authors_first and self._in_a_row >= _MOST_AUTHORS_IN_A_ROW:
            option, rewriting = self._without_authors_first(option, rewriting, turn, again)
        sentence = _sentence(option, rewriting)
        self._verbs.append(rewriting.verb)
        self._known |= introduced(sentence.text)
        full = rewriting.authors_first and self._in_a_row >= _MOST_AUTHORS_IN_A_ROW
        if full and self._joinable and not again and _fit_in_one(self.sentences[-1], sentence):
            self.sentences[-1] = _joined(self.sentences[-1], sentence)
            self._alone[-1] = self._joinable = False
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
        self._alone.append(alone and not full)

    def _join_with_an_earlier(self, option: Option, turn: int) -> bool:
        """Say what a paper does with an earlier one that does the same, if there is one."""
        plain = _sentence(option, self._rewritten(option, turn, again=False, plain=True))
        for at, earlier in enumerate(self.sentences):
            if self._alone[at] and (joined := join_same(earlier, plain)):
                self.sentences[at] = joined
                return True
        return False

    def _connective(self, option: Option) -> str:
        """Return words that tie a statement to the one before; they claim but the years."""
        year, before = option.candidate.paper.year, self._last.year if self._last else None
        if year and before and year > before:
            return "Later"
        self._turns += 1
        return _CONNECTIVES[self._turns % len(_CONNECTIVES)]

    def _rewritten(
        self,
        option: Option,
        turn: int,
        again: bool,
        authors_last: bool = False,
        plain: bool = False,
    ) -> Rewriting:
        paper = option.candidate.paper
        subject = next_mention(paper) if again else first_mention(paper, turn)
        text = option.candidate.text
        text = expand(text, explanations_for(text, paper, self._explained), self._known)
        return rewrite(text, subject, () if plain else self._verbs, authors_last)

    def _without_authors_first(
        self, option: Option, rewriting: Rewriting, turn: int, again: bool
    ) -> tuple[Option, Rewriting]:
        """Return the same statement, or another on the paper, that begins with something else."""
        others = [] if again else self._options[option.candidate.paper.id]
        near = [
            other
            for other in others
            if other.worth >= option.worth - _LOSS
            and (says_little(option.candidate.text) or not says_little(other.candidate.text))
        ]
        for other in (option, *sorted(near, key=lambda other: -other.worth)):
            turned = self._rewritten(other, turn, again, authors_last=True)
            if not turned.authors_first:
                return other, turned
        return option, rewriting


def _sentence(option: Option, rewriting: Rewriting) -> Sentence:
    own_words = "".join(part for part in rewriting.parts if isinstance(part, str))
    score = closeness(own_words, option.candidate.text)
    evidence = (option.candidate.evidence(round(score, 4)),)
    parts = tuple(mend_articles(it) if isinstance(it, str) else it for it in rewriting.parts)
    return Sentence(parts, SentenceKind.STATEMENT, evidence)


def _fit_in_one(first: Sentence, second: Sentence) -> bool:
    """Return whether two sentences are on the same and short enough to be one."""
    words = word_count(first.text) + word_count(second.text)
    return words <= _JOINED_WORDS and have_terms_in_common(first, second)


def _opened(sentence: Sentence, opener: str) -> Sentence:
    start, *after = sentence.parts
    start = start[:1].lower() + start[1:] if isinstance(start, str) else start
    return replace(sentence, parts=(f"{opener}, ", start, *after))


def _joined(first: Sentence, second: Sentence) -> Sentence:
    """Return two sentences as one that cites both and compares nothing."""
    *before, end = first.parts
    before = [*before, end[:-1]] if isinstance(end, str) else [*before, end]
    start, *after = second.parts
    start = start[:1].lower() + start[1:] if isinstance(start, str) else start
    parts = (*before, ", and ", start, *after)
    return Sentence(
        tuple(part for part in parts if part),
        SentenceKind.STATEMENT,
        first.evidence + second.evidence,
    )
