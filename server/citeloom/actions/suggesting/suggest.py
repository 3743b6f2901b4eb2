"""Suggest papers that a draft does not cite and might; nothing is added to it."""

import asyncio
from collections.abc import Collection, Sequence

from citeloom.actions.context import Context, Opened
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, DraftPart
from citeloom.actions.suggesting.fitting import DraftFit
from citeloom.actions.suggesting.from_bib import uncited_entries
from citeloom.actions.suggesting.known_papers import KnownEntries, KnownPapers
from citeloom.actions.suggesting.merging import MergedCandidates, merge_candidates
from citeloom.actions.suggesting.query import SuggestionQuery, query_of
from citeloom.actions.suggesting.ranking import candidate_scores
from citeloom.actions.suggesting.sources import Candidates, CandidateSource
from citeloom.actions.suggesting.suggestion import Suggestion, Suggestions
from citeloom.corpus.searching import best_first
from citeloom.draft.references import cited_entries
from citeloom.papers.completing import fill_from_store
from citeloom.papers.entry import paper_of
from citeloom.papers.identity import aliases
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store, StoreError
from citeloom.papers.withdrawal import says_retracted, says_taken_back
from citeloom.problem import InputError, Problem

MOST = 20
"""Suggestions in one answer, unless the request says how many."""

HOW_TO_GET_SOME = (
    "only the papers cited in the draft were searched; to search more, name Zotero or .bib files "
    "under 'library' in config.toml, allow online look-ups, or build a corpus ('citeloom corpus "
    "build DUMP')"
)


async def suggest(
    opened: Opened,
    context: Context,
    part: DraftPart = WHOLE_DRAFT,
    *,
    sources: Sequence[CandidateSource],
    most: int = MOST,
    dismissed: Collection[str] = (),
    named: str = "",
) -> Suggestions:
    """Return papers that fit a part of a draft, the best first.

    None is cited, by identifier or title, withdrawn, or the draft itself. All sources are asked at
    once. One that cannot be used is a note; the others count.

    Parameters
    ----------
    sources
        Who is searched, the best first; see `sources_in_hand`.
    dismissed
        Ids of papers that the author wants to see no more, any of those that
        `citeloom.papers.identity.aliases` gives.
    named
        Such an id of the one paper that is wanted, however many fit better; empty for all.
    """
    problems: list[Problem] = []
    query = query_of(opened, context, part, problems)
    notes = [problem.message for problem in problems]
    answers: list[tuple[str, Candidates]] = []
    asked = await asyncio.gather(*(_find(source, query) for source in sources))
    for source, candidates in zip(sources, asked, strict=True):
        if isinstance(candidates, InputError):
            advice = f" ({candidates.problem.advice})" if candidates.problem.advice else ""
            notes.append(f"{source.name}: {candidates.problem.message}{advice}")
        else:
            notes += [f"{source.name}: {note}" for note in candidates.notes]
            answers.append((source.name, candidates))
    merged = merge_candidates(answers, query.references, _left_out(opened, query))
    if not merged.papers:
        notes.append(HOW_TO_GET_SOME)
    own = KnownEntries(uncited_entries(opened.project))
    unwanted = frozenset(dismissed)
    papers = {paper.id: paper for paper in merged.papers if _is_wanted(paper, unwanted)}
    scores = candidate_scores(merged, query, papers)
    ranked = [papers[name] for name in best_first(scores)]
    if named:
        ranked = [paper for paper in ranked if named in aliases(paper)]
    best = _with_what_is_stored(ranked[:most], context)
    fit = DraftFit(query, merged.papers)
    found = tuple(
        _suggestion(paper, scores[paper.id], merged, fit, own.key_of(paper)) for paper in best
    )
    return Suggestions(found, tuple(dict.fromkeys(notes)))


async def _find(source: CandidateSource, query: SuggestionQuery) -> Candidates | InputError:
    try:
        return await source.find(query)
    except InputError as error:
        return error


def _with_what_is_stored(papers: Sequence[Paper], context: Context) -> Sequence[Paper]:
    if not papers or not context.files.is_file(context.user.store):
        return papers
    try:
        with Store.open(context.user.store) as store:
            return fill_from_store(papers, store)
    except StoreError:
        # The references' own reading has warned of it.
        return papers


def _left_out(opened: Opened, query: SuggestionQuery) -> KnownPapers:
    """Return the papers that cannot be suggested: those that are cited, and the draft itself."""
    draft = Paper("draft", title=query.draft.title)
    return KnownPapers((*map(paper_of, cited_entries(opened.project)), draft))


def _is_wanted(paper: Paper, dismissed: frozenset[str]) -> bool:
    return bool(
        paper.title
        and dismissed.isdisjoint(aliases(paper))
        and not says_taken_back(paper.abstract)
        and not says_retracted(paper.title)
    )


def _suggestion(
    paper: Paper, score: float, merged: MergedCandidates, fit: DraftFit, key: str
) -> Suggestion:
    citing = {citing for citing, cited in merged.citations if cited == paper.id}
    cited = {cited for citing, cited in merged.citations if citing == paper.id}
    references = fit.query.references
    sentence = fit.sentence_of(paper)
    return Suggestion(
        paper,
        score,
        sentence,
        fit.quote_of(paper, sentence),
        tuple(reference.key for reference in references if reference.id in citing),
        tuple(reference.key for reference in references if reference.id in cited),
        merged.sources_of(paper),
        key,
    )
