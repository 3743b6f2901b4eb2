"""Rounds of what several processes keep in one store.

``python -m store_rounds PATH KIND NAME NUMBER`` keeps so many rounds of a kind under a name, once a
line has come, and prints the number of each that is kept.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.papers.found import Found
from citeloom.papers.links.citation_links import CitationLink, LinkAnswer
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import FIELDS, Author, Paper, known_fields
from citeloom.papers.store.links import link_answers, link_nodes, links_from
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import ended_searches, keep_outcome
from citeloom.papers.store.store import Store

LONG = "x" * 3000


@dataclass(frozen=True)
class Rounds:
    """How a round is kept, and whether all of it, or nothing, is in a store."""

    keep: Callable[[Store, str, int], None]
    is_whole: Callable[[Store, str, int], bool]
    is_absent: Callable[[Store, str, int], bool]


def _ids(name: str, number: int) -> list[str]:
    return [f"s2:{name}-{number}-{one}" for one in range(20)]


def _keep_papers(store: Store, name: str, number: int) -> None:
    store.put(
        Paper(one, title=f"T {one}", year=2000, abstract=LONG, sources=dict.fromkeys(FIELDS, "s2"))
        for one in _ids(name, number)
    )
    store.put([Paper("doi:shared", title="One", venue=f"{name} {number}")])


def _has_papers(store: Store, name: str, number: int) -> bool:
    found = store.read(get_papers, _ids(name, number))
    return len(found) == 20 and all(it.title and it.abstract == LONG for it in found.values())


def _has_no_papers(store: Store, name: str, number: int) -> bool:
    return store.read(get_papers, _ids(name, number)) == {}


def _wanted(name: str, number: int) -> Paper:
    return Paper(f"arxiv:{name}-{number}", title=f"T {name} {number}", arxiv_id=f"{name}-{number}")


def _said(service: str, title: str, doi: str, **more: str) -> Found:
    paper = Paper(f"doi:{doi}", title=title, doi=doi, **more)  # type: ignore[arg-type]
    return Found(replace(paper, sources=dict.fromkeys(known_fields(paper), service)))


def _keep_search(store: Store, name: str, number: int) -> None:
    wanted = _wanted(name, number)
    store.put([wanted])
    doi = f"10.1000/{name}.{number}"
    found = tuple(
        _said(one, wanted.title, doi, arxiv_id=wanted.arxiv_id, abstract=LONG)
        for one in ("crossref", "s2")
    )
    store.write(keep_outcome, wanted, Outcome(wanted, Status.MATCHED, "arXiv id", found))
    both = Paper("title:both", title="Both", authors=(Author("Lee"),), year=2020)
    answer = _said("s2", "Both", "10.1000/both", abstract=name * 3000)
    store.write(keep_outcome, both, Outcome(both, Status.MATCHED, "DOI", (answer,)))


def _has_search(store: Store, name: str, number: int) -> bool:
    wanted = _wanted(name, number)
    outcome = store.read(ended_searches, [wanted]).get(wanted.id)
    return (
        outcome is not None
        and outcome.status is Status.MATCHED
        and [one.paper.title for one in outcome.found] == [wanted.title] * 2
        and outcome.paper.abstract == LONG
        and len(store.read(get_papers, ["doi:10.1000/both"])["doi:10.1000/both"].abstract) >= 3000
    )


def _has_no_search(store: Store, name: str, number: int) -> bool:
    found = store.read(get_papers, [doi := f"doi:10.1000/{name}.{number}"])
    has_abstract = doi in found and found[doi].abstract
    return not has_abstract and store.read(ended_searches, [_wanted(name, number)]) == {}


def _keep_links(store: Store, name: str, number: int) -> None:
    ids = _ids(name, number)
    papers = tuple(
        Paper(one, title=one, authors=(Author("N"),), sources=dict.fromkeys(FIELDS, "s2"))
        for one in ids
    )
    links = tuple(CitationLink(ids[0], one) for one in ids[1:])
    answers = {f"references {name}-{number}": (ids[0],)}
    store.keep_links(LinkAnswer("s2", papers, links, answers))


def _has_links(store: Store, name: str, number: int) -> bool:
    ids = _ids(name, number)
    return (
        bool(store.read(link_answers, "s2", [f"references {name}-{number}"]))
        and len(store.read(links_from, ids[:1])) == 19
        and len(store.read(link_nodes, ids)) == 20
    )


def _has_no_links(store: Store, name: str, number: int) -> bool:
    """Tell whether there are papers at most, so that it is asked again."""
    answers = store.read(link_answers, "s2", [f"references {name}-{number}"])
    return answers == {} and store.read(links_from, _ids(name, number)[:1]) == ()


KINDS = {
    "papers": Rounds(_keep_papers, _has_papers, _has_no_papers),
    "searches": Rounds(_keep_search, _has_search, _has_no_search),
    "links": Rounds(_keep_links, _has_links, _has_no_links),
}


def _keep_rounds(path: Path, kind: str, name: str, rounds: int) -> None:
    print("ready", flush=True)
    sys.stdin.readline()
    with Store.open(path) as store:
        for number in range(rounds):
            KINDS[kind].keep(store, name, number)
            print(number, flush=True)


if __name__ == "__main__":
    _keep_rounds(Path(sys.argv[1]), *sys.argv[2:4], int(sys.argv[4]))
