"""What a model said about claims, while these and what is known about their papers stay."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from citeloom.actions.checking.claims.check_claims import CheckedClaim, ClaimsCheck
from citeloom.actions.checking.claims.judgement import JudgedVerdict, Judgement
from citeloom.plural import number_of


@dataclass(frozen=True)
class KeptJudgements:
    """Judgements by the states of their claims: digests of a claim and of its papers' texts.

    ``failed`` is the number of claims of which there is no usable answer, ``used`` what it took,
    in words.
    """

    by_state: Mapping[str, Judgement]
    failed: int
    used: str

    @property
    def is_unusable(self) -> bool:
        """Whether none of its answers could be used."""
        return bool(self.failed) and not self.by_state

    @property
    def words(self) -> str:
        """What was said, in words."""
        if self.is_unusable:
            unanswered = number_of(self.failed, "claim")
            return f"The model gave no usable answer about {unanswered}."
        verdicts = [judgement.verdict for judgement in self.by_state.values()]
        counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in JudgedVerdict)
        words = f"The model has judged {number_of(len(verdicts), 'claim')}"
        if verdicts:
            words += f": {counts}"
        judged = self.by_state.values()
        if unproved := sum(bool(it.false_quotes) and not it.quotes for it in judged):
            words += f"; for {unproved} of them, its quotes are not in the cited papers"
        if self.failed:
            words += f"; it gave no usable answer about {self.failed}"
        return f"{words}."


def with_judgements(checked: ClaimsCheck, kept: KeptJudgements) -> ClaimsCheck:
    """Return checked claims with what was said of those that are as they were then."""
    said = {id(it): kept.by_state.get(state) for state, it in with_states(checked)}
    sentences = tuple(
        replace(
            sentence,
            claims=tuple(replace(it, judgement=said[id(it)]) for it in sentence.claims),
        )
        for sentence in checked.sentences
    )
    return replace(checked, sentences=sentences)


def with_states(checked: ClaimsCheck) -> Iterator[tuple[str, CheckedClaim]]:
    """Yield the claims, each with its state."""
    sources = checked.texts.checker.sources
    digests = {
        paper: _digest([(it.source, it.text) for it in source.sentences])
        for paper, source in sources.items()
    }
    for sentence in checked.sentences:
        for claim in sentence.claims:
            papers = [support.paper for support in claim.check.papers]
            yield _digest([claim.claim.text, *((it, digests.get(it)) for it in papers)]), claim


def _digest(value: object) -> str:
    # Whatever a PDF or a service has put there: halves of signs cannot be written in UTF-8.
    return sha256(json.dumps(value).encode("ascii")).hexdigest()
