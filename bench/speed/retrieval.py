"""Retrieval along citations over a made 2-hop network, beside BM25 alone: bm25s, and our own.

It counts CPU time, so that it can be run on a machine that has other things to do.
"""

import random
from collections.abc import Callable, Sequence

import bm25s

from bench.shared.data import ANTHOLOGY, json_lines, papers
from bench.shared.timing import Paired, paired
from citeloom.corpus.citation_network import CitationNetwork
from citeloom.corpus.network_search import MOST, NetworkSearch
from citeloom.words import terms

PAPERS = 200_000
CITATIONS = (50_000, 100_000, 200_000, 500_000, 1_000_000)
QUERIES = (
    "A Survey on Continual Learning for Large Language Models",
    "Neural machine translation",
    "Unsupervised dependency parsing of low-resource languages",
)


def main() -> None:
    """Print the time of a search and of a whole run beside BM25 alone, and how it grows."""
    titles = made_titles(random.Random(1))
    words = [terms(title) for title in titles.values()]
    known = list(titles)
    largest = made_network(titles, CITATIONS[-1])
    peer = bm25s.BM25()
    peer.index(words, show_progress=False)
    search = NetworkSearch(largest)

    def ours() -> None:
        for query in QUERIES:
            search.find_papers(query)

    def by_bm25s() -> None:
        for query in QUERIES:
            places, _ = peer.retrieve([terms(query)], k=MOST, show_progress=False)
            _ = [known[place] for place in places[0]]

    def by_titles() -> None:
        for query in QUERIES:
            search.find_papers(query, alpha=0)

    def whole_run() -> None:
        NetworkSearch(made_again(largest)).find_papers(QUERIES[0])

    def whole_bm25s() -> None:
        index = bm25s.BM25()
        index.index([terms(title) for title in titles.values()], show_progress=False)
        index.retrieve([terms(QUERIES[0])], k=MOST, show_progress=False)

    size = f"{PAPERS:,} papers, {len(largest.citing):,} citations"
    print(_timed(ours, by_bm25s).line(f"{size}: {len(QUERIES)} searches", "bm25s"))
    print(_timed(ours, by_titles).line("the same", "our BM25 alone"))
    print(_timed(by_titles, by_bm25s).line("our BM25 alone", "bm25s"))
    print(_timed(whole_run, whole_bm25s, 3).line("index and a search", "bm25s"))

    for number in CITATIONS:
        part = NetworkSearch(made_network(titles, number))

        def search_part(part: NetworkSearch = part) -> None:
            for query in QUERIES:
                part.find_papers(query)

        print(_timed(search_part, ours).line(f"{number:,} citations", "all of them"))


def _timed(ours: Callable[[], object], theirs: Callable[[], object], runs: int = 9) -> Paired:
    return paired(ours, theirs, runs)


def made_titles(chance: random.Random) -> dict[str, str]:
    """Return titles made of the beginning of a real one and the end of another, by ids."""
    real = [title.split() for title in _real_titles() if title.split()]
    return {f"paper-{number:06}": _made_title(real, chance) for number in range(PAPERS)}


def made_network(titles: dict[str, str], number: int) -> CitationNetwork:
    """Return the papers with so many citations; papers that came early are cited more often."""
    chance, known = random.Random(2), list(titles)
    drawn: set[tuple[int, int]] = set()
    while len(drawn) < number:
        citing = chance.randrange(1, len(known))
        drawn.add((citing, int(citing * chance.random() ** 2)))
    return CitationNetwork.of(titles, ((known[citing], known[cited]) for citing, cited in drawn))


def made_again(network: CitationNetwork) -> CitationNetwork:
    """Return a network whose neighbours have not been looked for."""
    return CitationNetwork(network.ids, network.titles, network.citing, network.cited)


def _made_title(real: Sequence[Sequence[str]], chance: random.Random) -> str:
    first, second = chance.choice(real), chance.choice(real)
    begun = first[: chance.randint(1, len(first))]
    return " ".join([*begun, *second[chance.randrange(len(second)) :]])


def _real_titles() -> list[str]:
    if not ANTHOLOGY.exists():
        return [paper.title for paper in papers(1_000)]
    return [record["title"] for record in json_lines([ANTHOLOGY])]
