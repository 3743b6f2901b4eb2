"""Puts together what sources say of the same papers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from citeloom.actions.suggesting.known_papers import KnownPapers
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import fill_gaps


@dataclass(frozen=True, slots=True)
class MergedCandidates:
    """Candidates of all sources, each once, in the order in which they were first found.

    Parameters
    ----------
    rankings
        The ids of each source's papers by its name, the best first.
    ranked
        The names of the sources whose order says how well papers fit.
    citations
        Who cites whom: ids of ``papers`` and of references.
    """

    papers: tuple[Paper, ...]
    rankings: Mapping[str, tuple[str, ...]]
    ranked: tuple[str, ...]
    citations: tuple[tuple[str, str], ...]

    def sources_of(self, paper: Paper) -> tuple[str, ...]:
        """Return the names of the sources that have a paper."""
        return tuple(name for name, ids in self.rankings.items() if paper.id in ids)


def merge_candidates(
    answers: Sequence[tuple[str, Candidates]],
    references: Sequence[Paper],
    left_out: KnownPapers,
) -> MergedCandidates:
    """Put the answers of sources together, by their names, without the papers ``left_out``.

    What a source leaves open of a paper is filled by the others. Citations of papers that are
    left out stay where they are references.
    """
    known = KnownPapers(references)
    number_of = {paper.id: number for number, paper in enumerate(references)}
    papers: dict[int, Paper] = dict(enumerate(references))
    rankings: dict[str, dict[int, None]] = {}
    found: dict[int, None] = {}
    citations: dict[tuple[int, int], None] = {}
    for name, candidates in answers:
        own = dict(number_of)
        ranking = rankings.setdefault(name, {})
        for paper in candidates.papers:
            number = known.find(paper)
            if number is None:
                if paper in left_out:
                    continue
                number = known.add(paper)
                papers[number] = paper
            own[paper.id] = number
            if number < len(references):
                continue
            if papers[number] is not paper:
                papers[number] = fill_gaps(papers[number], paper)
                known.also_known_as(number, paper)
            found[number] = ranking[number] = None
        for citing, cited in candidates.citations:
            if citing in own and cited in own and own[citing] != own[cited]:
                citations[own[citing], own[cited]] = None
    ids = {number: paper.id for number, paper in papers.items()}
    return MergedCandidates(
        tuple(papers[number] for number in found),
        {name: tuple(_ids(ranking, ids)) for name, ranking in rankings.items()},
        tuple(name for name, candidates in answers if candidates.is_ranked),
        tuple((ids[citing], ids[cited]) for citing, cited in citations),
    )


def _ids(ranking: Iterable[int], ids: Mapping[int, str]) -> Iterable[str]:
    return (ids[number] for number in ranking)
