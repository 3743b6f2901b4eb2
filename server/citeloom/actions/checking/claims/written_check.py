"""Check a written text against the papers that it cites, before it comes into a draft."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeloom.actions.checking.claims.claim_problems import (
    LONGEST_QUOTE,
    UNSUPPORTED,
    doubt_in_words,
    rule_of,
)
from citeloom.actions.checking.claims.places_of_words import place_in_words
from citeloom.actions.checking.claims.written_claims import (
    WrittenClaims,
    without_brackets,
    written_claims,
)
from citeloom.actions.checking.claims.written_doubts import DoubtfulSentence, WrittenDoubt
from citeloom.grounding.support.checker import ENOUGH, SupportChecker
from citeloom.grounding.support.citation_scores import CitationScores, citation_scores
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import full_text_sentences, source_text
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.methods.result import SentenceKind
from citeloom.papers.paper import Paper
from citeloom.placing.render import RenderedText
from citeloom.visible import shorten
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.writing.write import Written


@dataclass(frozen=True, slots=True)
class CheckedVersion:
    """Citation recall and precision of a text, and what in its sentences its papers do not say."""

    scores: CitationScores
    doubtful: tuple[DoubtfulSentence, ...]


def check_versions(written: "Written") -> tuple[CheckedVersion, ...]:
    """Check what was written and its alternatives, in order, by a thorough checker.

    Each sentence that cites is compared with the abstracts of the papers that it cites, and with
    their full texts where these are kept; whether another paper of the task fits better is seen by
    its abstract. What a model wrote without citing anything is doubtful unless its nearest source
    says it.
    """
    rendered = (written.rendered, *written.alternatives)
    versions = [tuple(written_claims(text)) for text in rendered]
    cited = {paper for version in versions for it in version for paper in it.sentence.cites}
    task, texts = written.plan.task, written.texts
    papers = {paper.id: paper for paper in task.references}
    sources = []
    for paper in papers.values():
        text = texts.of(paper) if paper.id in cited else None
        sources.append(source_text(paper, full_text_sentences(text) if text else ()))
    draft = (task.draft.title, task.draft.abstract)
    checker = SupportChecker(sources, draft, is_thorough=True)
    found = []
    for whole, version in zip(rendered, versions, strict=True):
        doubtful = [*_doubtful(version, checker, papers)]
        doubtful += _uncited(whole, papers)
        doubtful.sort(key=lambda it: it.number)
        cited_by = ((it.sentence.text, it.sentence.cites) for it in version)
        found.append(CheckedVersion(citation_scores(cited_by, checker), tuple(doubtful)))
    return tuple(found)


def _uncited(text: RenderedText, papers: Mapping[str, Paper]) -> Iterator[DoubtfulSentence]:
    """Yield the leads that cite nothing and of which the nearest source does not say enough."""
    for number, written in enumerate(text.sentences):
        sentence = written.sentence
        nearest = max(sentence.evidence, key=lambda it: it.score, default=None)
        is_alone = sentence.kind is SentenceKind.LEAD and not sentence.cites
        if is_alone and nearest is not None and nearest.score < ENOUGH:
            paper = papers.get(nearest.paper)
            whose = f"'{paper.key}'" if paper else "your draft"
            quote = shorten(nearest.sentence, LONGEST_QUOTE)
            reason = f"it cites no paper; the closest sentence is in {whose}: “{quote}”"
            doubt = WrittenDoubt(
                DoubtKind.NOTHING_OF_IT,
                UNSUPPORTED,
                reason,
                0,
                len(sentence.text.rstrip()),
                (paper.key,) if paper else (),
            )
            yield DoubtfulSentence(number, sentence.text, (doubt,))


def _doubtful(
    version: tuple[WrittenClaims, ...],
    checker: SupportChecker,
    papers: Mapping[str, Paper],
) -> Iterator[DoubtfulSentence]:
    for written in version:
        text = written.sentence.text
        doubts = tuple(
            written_doubt(doubt, it.text, [papers[key].key for key in it.keys], text, papers)
            for it in written.citing.claims
            for doubt in checker.check_written(Claim(it.text, it.keys))
        )
        if doubts:
            yield DoubtfulSentence(written.number, text, doubts)


def written_doubt(
    doubt: Doubt, claim: str, cited: Iterable[str], sentence: str, papers: Mapping[str, Paper]
) -> WrittenDoubt:
    """Return a doubt about one claim as a doubt about its sentence, which may have other claims.

    Parameters
    ----------
    cited
        The keys that are cited for the claim.
    papers
        The papers by their ids.
    """
    words = Span(doubt.start, doubt.end)
    place = place_in_words(words, claim, without_brackets(sentence))
    start, end = place or Span(0, len(sentence.rstrip()))
    keys = tuple(papers[paper].key for paper in doubt.papers if paper in papers)
    reason = doubt_in_words(doubt, cited, papers)
    return WrittenDoubt(doubt.kind, rule_of(doubt), reason, start, end, keys)
