"""Finds the references that a corpus has for a draft: Citegeist's way from text to papers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from citeloom.actions.context import Context
from citeloom.actions.corpus.found_references import FoundReferences
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.suggesting.known_papers import KnownPapers
from citeloom.methods.citegeist.likeness import (
    WORDS,
    Likeness,
    draft_text,
    measure_likeness,
)
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import (
    POOL,
    best_first,
    choose_longlist,
    nearer_than_chance,
    rank_paper,
)
from citeloom.methods.port import FullTexts, NoFullTexts, Progress
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.embedders.port import Embedder
from citeloom.papers.collection import CorpusError, PaperSearch
from citeloom.papers.found import Found
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName, names_in_cache
from citeloom.papers.identity import normal_title
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.problem import InputError

_OTHERS = 200
"""So many papers, from all over a corpus, tell what is alike by chance."""

_SPARE = 2
"""So many times the pool is asked for, since some papers of it are left out."""


@dataclass(frozen=True)
class CorpusSearch:
    """Finds the references of a draft in a corpus (Citegeist, section 3.1).

    Parameters
    ----------
    store
        The corpus, or the user's own libraries.
    embedder
        Who compares texts; without one, or where the corpus has the vectors of another one, it is
        searched by words.
    parameters
        Breadth, depth and diversity.
    left_out
        Papers that are not wanted.
    named
        What the user calls the corpus.
    """

    store: PaperSearch
    embedder: Embedder | None
    parameters: CitegeistParameters
    left_out: Sequence[Paper] = ()
    named: str = "the corpus"

    async def find(
        self, draft: DraftText, context: Context, progress: Progress, *, fetch: bool
    ) -> FoundReferences:
        """Return the shortlist: of the pool, and the longlist of that, the best papers.

        The pages of full texts that are kept on this machine count beside the abstracts; ``fetch``:
        those of the longlist are fetched before.

        Raises
        ------
        CorpusError
            If the corpus has nothing that fits, or cannot be searched.
        """
        progress.stage(f"searching {self.named}")
        pool, warnings = await self._pool(draft)
        others = self.store.some(_OTHERS) if self.parameters.nearer_than else ()
        known = {paper.id: paper for paper in (*pool, *others)}
        task = WritingTask(draft, tuple(known.values()))
        likeness = await self._measure(task, NoFullTexts())
        near = nearer_than_chance(pool, others, self.parameters, likeness)
        if not near:
            raise CorpusError(
                f"no paper in {self.named} matches the draft",
                advice="try 'citeloom corpus search' or 'citeloom suggest'",
            )
        if len(near) < min(len(pool), self.parameters.breadth):
            warnings.append(
                f"{len(near)} of {self.parameters.breadth} papers asked for are closer to the "
                "draft than two random papers of the corpus are to each other; set "
                "citegeist.nearer_than=0 to include the others"
            )
        longlist = choose_longlist(near, self.parameters, likeness)
        if self.parameters.depth:
            if fetch:
                warnings += await fetch_texts(longlist, context, progress)
            if likeness.by != WORDS:  # By words, all texts tell how rare each word is.
                task = replace(task, references=tuple(longlist))
            likeness = await self._measure(task, kept_texts(longlist, context))
        ranked = [rank_paper(paper, self.parameters, likeness) for paper in longlist]
        best = best_first(ranked)[: self.parameters.breadth]
        warnings += [likeness.warning] if likeness.warning else []
        papers = tuple(own.paper for own in best)
        return FoundReferences(papers, likeness.by, tuple(dict.fromkeys(warnings)), self.named)

    async def _measure(self, task: WritingTask, texts: FullTexts) -> Likeness[Any]:
        return await measure_likeness(task, texts, self.embedder)

    async def _pool(self, draft: DraftText) -> tuple[list[Paper], list[str]]:
        """Return what the store finds for the abstract."""
        most = POOL * self.parameters.breadth
        found, warnings = await self._search(draft_text(draft), most * _SPARE + len(self.left_out))
        return self._wanted(found, draft)[:most], warnings

    async def _search(self, query: str, most: int) -> tuple[list[Paper], list[str]]:
        warnings: list[str] = []
        if self.embedder is not None and self.store.embedding.name == self.embedder.name:
            try:
                (row,) = await self.embedder.embed([query], "query")
                if len(row) == self.store.embedding.dimensions and row.any():
                    return [hit.paper for hit in self.store.by_vector(row, most)], warnings
            except InputError as error:
                warnings.append(f"the corpus was searched by words: {error.problem.message}")
        return [hit.paper for hit in self.store.by_words(query, most)], warnings

    def _wanted(self, papers: Iterable[Paper], draft: DraftText) -> list[Paper]:
        """Return papers each once, without the draft's own and those that are left out."""
        own = normal_title(draft.title)
        seen = KnownPapers(self.left_out)
        wanted = []
        for paper in papers:
            if not paper.title or (own and normal_title(paper.title) == own) or paper in seen:
                continue
            seen.add(paper)
            wanted.append(paper)
        return wanted


def kept_texts(papers: Sequence[Paper], context: Context) -> KeptTexts:
    """Return the full texts of papers of a corpus that are kept on this machine."""
    cache = FullTextCache(context.user.full_texts)
    found = {}
    for paper in papers:
        names = names_in_cache(Outcome(paper, Status.NOT_FOUND))
        if kept := cache.first_kept(map(TextName, names)):
            found[paper.id] = kept
    return KeptTexts(cache, found)


async def fetch_texts(papers: Sequence[Paper], context: Context, progress: Progress) -> list[str]:
    """Fetch the full texts of papers of a corpus from arXiv, and return warnings.

    What cannot be fetched or read is left out: the abstracts count. Texts are kept by arXiv ids
    alone: nothing else that a corpus says of a paper is proved.
    """
    from citeloom.actions.papers.full_texts import FullTextFinder, WantedText
    from citeloom.actions.papers.text_reader import TextReader
    from citeloom.papers.web.web import Web
    from citeloom.settings import network_settings

    preprints = [
        Paper(f"arxiv:{paper.arxiv_id}", title=paper.title, arxiv_id=paper.arxiv_id)
        for paper in papers
        if paper.arxiv_id
    ]
    wanted = [
        WantedText(paper, Outcome(paper, Status.MATCHED, "arXiv id", (Found(paper),)))
        for paper in preprints
    ]
    cache = FullTextCache(context.user.full_texts)
    got = 0
    try:
        async with Web(network_settings(), context.user.data_folder) as web, TextReader() as reader:
            number = 0
            finder = FullTextFinder(cache, reader, web)
            async for _, report in finder.find(wanted, ()):
                number += 1
                got += not report.status.startswith("none")
                progress.stage("fetching full texts", number, len(wanted))
    except (InputError, OSError) as error:
        return [f"full texts could not be fetched: {error}"]
    return [] if got == len(papers) else [f"{got} of {len(papers)} full texts were fetched"]
