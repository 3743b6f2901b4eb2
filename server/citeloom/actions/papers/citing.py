"""The full texts that are kept of papers, and the sentences in which they cite each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from citeloom.actions.context import Context
from citeloom.actions.papers.attached import attached_files
from citeloom.draft.project import Project
from citeloom.grounding.citing import citing_sentences
from citeloom.papers.citing_sentence import ReadText
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName, names_in_cache, names_of_attached
from citeloom.papers.fulltext.reference_papers import paper_ids
from citeloom.papers.fulltext.text import FullText
from citeloom.papers.identity import asked_id, titles_agree
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import forget_texts, put_texts, searched_texts
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import ended_searches
from citeloom.papers.store.store import Store, StoreError


@dataclass(frozen=True)
class KeptTexts:
    """Gives methods the full texts that are kept.

    ``names`` are the names in the cache by the ids of the papers.
    """

    cache: FullTextCache
    names: Mapping[str, TextName]

    def of(self, paper: Paper) -> FullText | None:
        """Return the full text of a paper, see `citeloom.methods.port.FullTexts`."""
        kept = self.cache.get(self.names[paper.id].name) if paper.id in self.names else None
        return kept.search.text if kept else None


@dataclass(frozen=True)
class TextIndex:
    """The sentences in which full texts of a project's papers cite each other, in the store.

    It belongs to the project: which references its entries are depends on what its .bib says.
    """

    project: Project
    cache: FullTextCache
    store: Store

    def refresh(
        self, own: Sequence[Paper], papers: Sequence[Paper], names: Mapping[str, TextName]
    ) -> None:
        """Search the papers' full texts for sentences that cite other ones of the papers.

        A text is searched again only if it has changed, or was not searched for one of the papers
        as it is known now. What is stored for entries, files and projects that are gone is
        forgotten.

        Parameters
        ----------
        own
            The papers as the .bib has them.
        papers
            The same with what the store knows of them.
        names
            The names in the cache of the papers' texts, by the ids of the papers.

        Raises
        ------
        StoreError
            If the store cannot be used.
        """
        root = self.project.root
        self.store.forget_gone(root, {key.lower() for key in self.project.entry_of})
        known = self.store.read(searched_texts, root, own)
        asked = {paper.id: asked_id(paper) for paper in papers}
        read, gone = [], []
        for paper in papers:
            name = names.get(paper.id)
            version = self.cache.version(name.name) if name else ""
            before = known.get(paper.id)
            if name is None or not version:
                gone += [paper.id] if before else []
                continue
            known_as = before.searched if before and before.version == version else frozenset()
            new = [other for other in papers if asked[other.id] not in known_as]
            if new:
                text = KeptTexts(self.cache, names).of(paper)
                found = _search_text(paper, version, text, papers, new)
                read.append(replace(found, file=name.file))
        if gone:
            self.store.write(forget_texts, root, [paper for paper in own if paper.id in gone])
        if read:
            self.store.write(put_texts, root, read, own)


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
    sections = text.sections if text else ()
    headings = tuple(section.heading for section in sections if section.text.strip())
    others = [other for other in new if other.id != paper.id]
    if text is None or not paper_ids(text, others):
        return ReadText(paper.id, version, headings, _asked(new), ())
    others = [other for other in papers if other.id != paper.id]
    citing = citing_sentences(text, others, paper.id)
    return ReadText(paper.id, version, headings, _asked(papers), citing)


def _asked(papers: Sequence[Paper]) -> Mapping[str, str]:
    return {paper.id: asked_id(paper) for paper in papers}


def kept_texts_of(
    own: Sequence[Paper], references: Sequence[Paper], project: Project, context: Context
) -> KeptTexts:
    """Return the full texts that are kept of references; none where the store cannot be used.

    Parameters
    ----------
    own
        The references as the .bib has them.
    references
        The same with what the store knows of them.
    """
    cache = FullTextCache(context.user.full_texts)
    if not context.files.is_file(context.user.store):
        return KeptTexts(cache, {})
    try:
        with Store.open(context.user.store) as store:
            ended = store.read(ended_searches, own, outdated=True)
            return KeptTexts(cache, names_of_texts(own, references, ended, project, cache, store))
    except StoreError:
        return KeptTexts(cache, {})


def names_of_texts(
    own: Sequence[Paper],
    references: Sequence[Paper],
    ended: Mapping[str, Outcome],
    project: Project,
    cache: FullTextCache,
    store: Store,
) -> Mapping[str, TextName]:
    """Return the names of the references' texts in the cache; unproved names do not count."""
    files = {paper.id: names_of_attached(paper, attached_files(project, paper)) for paper in own}
    found = {}
    for paper in references:
        if attached := cache.first_kept(files[paper.id]):
            found[paper.id] = attached
            continue
        names = names_in_cache(ended.get(paper.id) or Outcome(paper, Status.NOT_FOUND))
        kept = cache.first_kept(map(TextName, names))
        name = kept.name if kept and paper.id not in ended else ""
        stored = store.read(get_papers, [name]).get(name) if name else None
        if kept and (stored is None or titles_agree(stored.title, paper.title)):
            found[paper.id] = kept
    return found
