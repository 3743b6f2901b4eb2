"""Check the sentences of a draft against the papers that they cite."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.checking.claims.cited_claims import (
    CitedClaim,
    CitingSentenceOfDraft,
    citing_sentences,
)
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.citing import kept_texts_of
from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.actions.papers.paper_reader import PaperReader, read_papers
from citeloom.draft.draft_text import draft_text
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.citation_scores import CitationScores, citation_scores
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import (
    SourceSentence,
    SourceText,
    full_text_sentences,
    source_text,
)
from citeloom.grounding.support.verdict import ClaimCheck, DoubtKind, PaperSupport
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.paper import Paper
from citeloom.problem import Problem
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.judgement import Judgement

_USUAL = 4
"""A name that a draft has so many times is one of its own words, not a slip."""

_OWN_WORK = re.compile(
    r"\b(?:methodology|methods\Z|experiments?\b|results|evaluation|set-?up|"
    r"implementation|annex|appendi)",
    re.IGNORECASE,
)
"""Headings of what the draft itself did: numbers and names there are its own."""

_OF_OTHERS = re.compile(r"\b(?:(?:related|previous|prior|earlier) work|literature)", re.IGNORECASE)
"""Headings of sections on what others did, whatever the headings below them say."""

_KEPT_FULL_TEXTS = 60
"""Full texts whose sentences are kept between two checks: a few hundred kilobytes each."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of a sentence, and what the papers that are cited for it say.

    ``judgement`` is what a language model says of it, where one was asked.
    """

    claim: CitedClaim
    check: ClaimCheck
    judgement: "Judgement | None" = None


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A citing sentence of a draft with its claims as they were checked."""

    sentence: CitingSentenceOfDraft
    claims: tuple[CheckedClaim, ...]


@dataclass(frozen=True)
class CitedTexts:
    """The texts of all papers that a draft cites, and by which keys it cites them.

    ``taken_back`` are the ids of those that were retracted or withdrawn.
    """

    papers: tuple[Paper, ...]
    checker: SupportChecker
    project: Project
    taken_back: frozenset[str] = frozenset()

    @cached_property
    def _paper_of_key(self) -> Mapping[str, Paper]:
        return {key: paper for paper in self.papers for key in paper.keys}

    @cached_property
    def _own_work(self) -> Mapping[Path, Sequence[Span]]:
        """The stretches of each file that tell what the draft itself did."""
        flow, found = self.project.flow, defaultdict[Path, list[Span]](list)
        others = [it for it in flow.sections if _OF_OTHERS.search(it.section.title)]
        for section in flow.sections:
            is_of_others = any(it.at <= section.at < it.end for it in others)
            if not is_of_others and _OWN_WORK.search(section.section.title):
                for document, span in flow.stretches_between(section.at, section.end):
                    found[document.path].append(span)
        return found

    @cached_property
    def paper_of(self) -> Mapping[str, Paper]:
        """The papers by their ids."""
        return {paper.id: paper for paper in self.papers}

    def paper_of_key(self, key: str) -> Paper | None:
        """Return the paper that a key cites, by whatever name of its entry."""
        entry = self.project.entry(key)
        return self._paper_of_key.get(entry.entry.key if entry else key)

    def check(self, sentences: Iterable[CitingSentenceOfDraft]) -> Iterator[CheckedSentence]:
        """Check the claims of sentences in order; of a key without a paper nothing is known."""
        for sentence in sentences:
            start = sentence.span.start
            is_own = any(span.holds(start) for span in self._own_work.get(sentence.path, ()))
            checked = (
                CheckedClaim(it, self.checker.check(Claim(it.text, self.ids_of(it.keys)), is_own))
                for it in sentence.claims
            )
            yield CheckedSentence(sentence, tuple(checked))

    def better_supports(self, claim: CheckedClaim) -> Iterator[PaperSupport]:
        """Yield what the papers say of a claim that fit it better than those that it cites."""
        for doubt in claim.check.doubts:
            if doubt.kind is DoubtKind.OTHER_PAPER:
                yield from self.checker.check(Claim(claim.claim.text, doubt.papers)).papers

    def ids_of(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the papers that keys cite; an undefined key is a paper of its own."""
        cited = ((key, self.paper_of_key(key)) for key in keys)
        return tuple(dict.fromkeys(paper.id if paper else f"key:{key}" for key, paper in cited))


@dataclass(frozen=True)
class ClaimsCheck:
    """The checked sentences of a draft, and the texts that they were checked against."""

    sentences: tuple[CheckedSentence, ...]
    texts: CitedTexts

    @cached_property
    def claim_of(self) -> Mapping[CitedClaim, CheckedClaim]:
        """The checked claims by their words and keys."""
        return {it.claim: it for sentence in self.sentences for it in sentence.claims}

    @cached_property
    def scores(self) -> CitationScores:
        """The citation recall and precision of the sentences that cite."""
        each = ((it.sentence.text, self.texts.ids_of(it.sentence.keys)) for it in self.sentences)
        return citation_scores(each, self.texts.checker)


def check_claims(
    opened: Opened,
    context: Context,
    problems: list[Problem],
    reader: PaperReader | None = None,
    *,
    is_thorough: bool = False,
) -> ClaimsCheck:
    """Check all citing sentences of a draft.

    Parameters
    ----------
    problems
        Gets what is wrong with the store of papers.
    reader
        A reader that has read the project's papers before.
    is_thorough
        Whether to tell of all that the papers' texts do not say: much of it is right.
    """
    texts = cited_texts(opened, context, problems, reader, is_thorough=is_thorough)
    checked = tuple(texts.check(citing_sentences(opened.project)))
    return ClaimsCheck(checked, texts)


def claims_of_unchanged(
    before: ClaimsCheck, project: Project, known: Sequence[PaperKnowledge]
) -> ClaimsCheck:
    """Return what an earlier check found of the sentences that a draft still has as they were.

    Nothing is checked: a sentence that has changed since is left out, and one that cites a paper
    of which another title or abstract is ``known`` now.
    """
    now = _titles_and_abstracts(it.paper for it in known)
    then = _titles_and_abstracts(before.texts.papers)
    changed = {paper for paper in now.keys() | then.keys() if now.get(paper) != then.get(paper)}
    found = {
        (it.sentence.path, it.sentence.text, it.sentence.claims): it for it in before.sentences
    }
    kept = [
        replace(checked, sentence=sentence)
        for sentence in citing_sentences(project)
        if (checked := found.get((sentence.path, sentence.text, sentence.claims)))
        and changed.isdisjoint(it.paper for claim in checked.claims for it in claim.check.papers)
    ]
    return ClaimsCheck(tuple(kept), replace(before.texts, project=project))


def _titles_and_abstracts(papers: Iterable[Paper]) -> dict[str, tuple[str, str]]:
    return {paper.id: (paper.title, paper.abstract) for paper in papers}


def cited_texts(
    opened: Opened,
    context: Context,
    problems: list[Problem],
    reader: PaperReader | None = None,
    entries: Sequence[ResolvedEntry] | None = None,
    *,
    is_thorough: bool = False,
) -> CitedTexts:
    """Return the texts of the papers that a draft cites: abstracts, and kept full texts.

    ``entries`` are those to be read instead of all that it cites; ``is_thorough`` is as in
    ``check_claims``.
    """
    project = opened.project
    cited = cited_entries(project) if entries is None else entries
    known = (
        reader.read(cited, problems) if reader else read_papers(cited, project, context, problems)
    )
    papers = tuple(it.paper for it in known)
    sources = source_texts(known, project, context)
    draft = draft_text(project, ())
    said = Counter(word for section in draft.sections for word in section.text.split())
    usual = " ".join(word for word, times in said.items() if times >= _USUAL)
    abstract = draft.abstract if draft.abstract_source == "abstract" else ""
    checker = SupportChecker(sources, (draft.title, abstract, usual), is_thorough)
    taken_back = frozenset(it.paper.id for it in known if retraction_words(it.notices))
    return CitedTexts(papers, checker, project, taken_back)


def source_texts(
    known: Sequence[PaperKnowledge], project: Project, context: Context
) -> list[SourceText]:
    """Return the text of each paper: title, abstract, and the sentences of a kept full text."""
    papers = [it.paper for it in known]
    texts = kept_texts_of([it.own for it in known], papers, project, context)
    folder = context.user.full_texts
    return [_source(paper, texts.names.get(paper.id), folder) for paper in papers]


def _source(paper: Paper, name: TextName | None, folder: Path) -> SourceText:
    """Return a paper's text; ``name`` is that of its full text in the cache in ``folder``."""
    version = FullTextCache(folder).version(name.name) if name else ""
    own = _sentences_of_full_text(folder, name.name, version) if name and version else ()
    return source_text(paper, own)


@lru_cache(maxsize=_KEPT_FULL_TEXTS)
def _sentences_of_full_text(folder: Path, name: str, _version: str) -> tuple[SourceSentence, ...]:
    """Return the sentences of a full text that is kept; of one that has not changed the same ones.

    A draft is checked while it is edited.
    """
    kept = FullTextCache(folder).get(name)
    return tuple(full_text_sentences(kept.search.text)) if kept and kept.search.text else ()
