"""The papers around those that a draft cites, as one service tells of them; imports NumPy."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from citeloom.corpus.citation_network import CitationNetwork
from citeloom.papers.links.citation_links import KeptNode, references_question, search_question
from citeloom.papers.links.port import LinkService
from citeloom.papers.matching import confirms
from citeloom.papers.paper import Paper
from citeloom.papers.store.links import link_answers, link_nodes, links_from, links_to
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store

MOST_PAPERS = 20_000
"""Papers of a network; of more, those with the most links to papers nearer to the draft."""


@dataclass(frozen=True)
class LinkedPapers:
    """What is kept of a service's papers at most two citations away from those of a draft.

    Parameters
    ----------
    own
        The draft's papers that the service knows: its ids, and the id that the draft's paper has.
    near
        Ids of the papers that these cite or are cited by.
    far
        Ids of the papers that the near ones cite.
    found
        Ids of the papers that searches have found.
    nodes
        What is kept of each of them.
    links
        Who cites whom of them.
    """

    own: Mapping[str, str]
    near: tuple[str, ...]
    far: tuple[str, ...]
    found: tuple[str, ...]
    nodes: Mapping[str, KeptNode]
    links: tuple[tuple[str, str], ...]

    @cached_property
    def network(self) -> CitationNetwork:
        """The papers with a title, each once: under the draft's id if it is cited."""
        ids = self._id_of
        titles = {ids[name]: node.title for name, node in self.nodes.items() if node.title}
        citations = ((ids[one], ids[two]) for one, two in self.links if one in ids and two in ids)
        return CitationNetwork.of(titles, citations)

    @cached_property
    def cited(self) -> frozenset[str]:
        """Ids of the draft's papers, as the network has them."""
        return frozenset(self.own.values())

    @cached_property
    def query(self) -> str:
        """The titles of the draft's papers that the service knows."""
        return "\n".join(sorted({self.nodes[name].title for name in self.own}))

    def most_linked(self, ids: Iterable[str]) -> Sequence[str]:
        """Return some of its papers, those with the most links first; ties by id."""
        linked = Counter(name for link in self.links for name in link)
        return sorted(ids, key=lambda name: (-linked[name], name))

    @cached_property
    def _id_of(self) -> Mapping[str, str]:
        """The id in the network of each paper: two ids of the service's may mean one paper."""
        first: dict[str, str] = {}
        for name in sorted(self.nodes, key=lambda each: (each not in self.own, each)):
            first.setdefault(self.nodes[name].name, self.own.get(name, name))
        return {name: first[node.name] for name, node in self.nodes.items()}


def own_ids(service: LinkService, papers: Sequence[Paper], store: Store) -> Mapping[str, str]:
    """Return a service's ids of papers that it was asked about, and the ids of the papers.

    An answer counts where its title is that of the paper: identifiers can lead elsewhere.
    """
    asked = {paper.id: references_question(service.handle(paper)) for paper in papers}
    answers = store.read(link_answers, service.name, asked.values(), outdated=True)
    stored = store.read(get_papers, [name for ids in answers.values() for name in ids])
    found: dict[str, str] = {}
    for paper in papers:
        for name in answers.get(asked[paper.id], ()):
            if name in stored and confirms(paper, stored[name]):
                found.setdefault(name, paper.id)
    return found


def linked_papers(
    service: LinkService, papers: Sequence[Paper], searches: Collection[str], store: Store
) -> LinkedPapers:
    """Return what is kept around papers; no service is asked."""
    own = own_ids(service, papers, store)
    first = (*store.read(links_to, own), *store.read(links_from, own))
    near = {name for link in first for name in (link.citing, link.cited)} - own.keys()
    second = store.read(links_from, sorted(near))
    asked = [search_question(query) for query in searches]
    answers = store.read(link_answers, service.name, asked, outdated=True)
    found = {name for ids in answers.values() for name in ids}
    reached = Counter(link.cited for link in second)
    known = own.keys() | near | found
    left = max(0, MOST_PAPERS - len(known))
    far = sorted(reached.keys() - known, key=lambda name: (-reached[name], name))[:left]
    kept = known | set(far)
    links = sorted({(link.citing, link.cited) for link in (*first, *second)})
    return LinkedPapers(
        own,
        tuple(sorted(near)),
        tuple(far),
        tuple(sorted(found)),
        store.read(link_nodes, sorted(kept)),
        tuple(link for link in links if kept.issuperset(link)),
    )
