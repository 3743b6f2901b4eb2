"""Keep in the store the sentences in which full texts cite papers of the same draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeloom.grounding.citing import citing_sentences
from citeloom.papers.citing_sentence import ReadText
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.reference_papers import paper_ids
from citeloom.papers.fulltext.text import FullText
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store


@dataclass(frozen=True)
class KeptTexts:
    """Gives methods the full texts that are kept.

    ``names`` are the names in the cache by the ids of the papers.
    """

    cache: FullTextCache
    names: Mapping[str, str]

    def of(self, paper: Paper) -> FullText | None:
        """Return the full text of a paper, see `citeloom.methods.port.FullTexts`."""
        kept = self.cache.get(self.names[paper.id]) if paper.id in self.names else None
        return kept.search.text if kept else None


def refresh_citing(
    papers: Sequence[Paper], names: Mapping[str, str], cache: FullTextCache, store: Store
) -> None:
    """Search the papers' full texts for sentences that cite other ones of the papers.

    A text is searched again only if it has changed, or was not searched for one of the papers as
    it is known now. Sentences of texts that are no longer kept are forgotten.

    Parameters
    ----------
    names
        The names in the cache of the papers' texts, by the ids of the papers.

    Raises
    ------
    StoreError
        If the store cannot be used.
    """
    known = store.searched_texts(papers)
    asked = {paper.id: asked_id(paper) for paper in papers}
    read, gone = [], []
    for paper in papers:
        name = names.get(paper.id, "")
        version = cache.version(name) if name else ""
        before = known.get(paper.id)
        if not version:
            gone += [paper] if before else []
            continue
        known_as = before.searched if before and before.version == version else frozenset()
        new = [other for other in papers if asked[other.id] not in known_as]
        if new:
            text = KeptTexts(cache, names).of(paper)
            read.append(_search_text(paper, version, text, papers, new))
    if gone:
        store.forget_texts(gone)
    if read:
        store.put_texts(read, papers)


def _search_text(
    paper: Paper,
    version: str,
    text: FullText | None,
    papers: Sequence[Paper],
    new: Sequence[Paper],
) -> ReadText:
    """Search a text for the ``new`` papers; if it cites any of them, search for all papers again.

    A reference that may be two papers counts for neither, so a new paper changes what others have.
    """
    headings = tuple(section.heading for section in text.sections) if text else ()
    asked = tuple(paper_asked.id for paper_asked in new)
    others = [other for other in new if other.id != paper.id]
    if text is None or not paper_ids(text, others):
        return ReadText(paper.id, version, headings, asked, ())
    others = [other for other in papers if other.id != paper.id]
    asked = tuple(searched.id for searched in papers)
    return ReadText(paper.id, version, headings, asked, citing_sentences(text, others, paper.id))
