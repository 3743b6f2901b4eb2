"""Find the full texts of references, and what these cite and say of each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from citeloom.actions.context import Context
from citeloom.actions.papers.citing import TextIndex, names_of_texts
from citeloom.draft.project import Project
from citeloom.methods.task import Surroundings
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.identity import identifier_ids
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import citing_of, searched_texts
from citeloom.papers.store.searches import ended_searches
from citeloom.papers.store.store import Store, StoreError
from citeloom.problem import Problem, Severity


@dataclass(frozen=True)
class KnownSurroundings:
    """The surroundings of references, and the names of their full texts in the cache."""

    known: Surroundings = field(default_factory=Surroundings)
    texts: Mapping[str, TextName] = field(default_factory=dict)


def surroundings_of(
    own: Sequence[Paper],
    references: Sequence[Paper],
    project: Project,
    context: Context,
    problems: list[Problem],
) -> KnownSurroundings:
    """Return the surroundings of references, and store what their full texts say of each other.

    Where the store cannot be used there are none, and ``problems`` gets a warning.

    Parameters
    ----------
    own
        The references as the .bib has them.
    references
        The same with what the store knows of them.
    """
    if not context.files.is_file(context.user.store):
        return KnownSurroundings()
    cache = FullTextCache(context.user.full_texts)
    try:
        with Store.open(context.user.store) as store:
            ended = store.read(ended_searches, own, outdated=True)
            texts = names_of_texts(own, references, ended, project, cache, store)
            TextIndex(project, cache, store).refresh(own, references, texts)
            said = store.read(citing_of, project.root, own, own)
            searched = store.read(searched_texts, project.root, own)
            headings = {name: text.headings for name, text in searched.items()}
    except StoreError as error:
        problem = Problem(Severity.WARNING, "store", error.problem.message)
        if str(problem) not in map(str, problems):
            problems.append(problem)
        return KnownSurroundings()
    there = {name: own for name, own in headings.items() if own}
    return KnownSurroundings(Surroundings(there, said, _cites(references, ended, said)), texts)


def _cites(
    references: Sequence[Paper], ended: Mapping[str, Outcome], said: Sequence[CitingSentence]
) -> Mapping[str, tuple[str, ...]]:
    """Return the references that each one cites, proved by identifiers or by its full text."""
    named: dict[str, str] = {}
    for paper in references:
        for name in identifier_ids(paper):
            named.setdefault(name, paper.id)
    found: dict[str, dict[str, None]] = {}
    for by, outcome in ended.items():
        for service in outcome.found:
            for cited in service.references:
                ids = (named[name] for name in identifier_ids(cited) if name in named)
                if (other := next(ids, by)) != by:
                    found.setdefault(by, {})[other] = None
    for sentence in said:
        found.setdefault(sentence.by, {}).update(dict.fromkeys(sentence.paper_ids))
    order = {paper.id: number for number, paper in enumerate(references)}
    return {by: tuple(sorted(ids, key=order.__getitem__)) for by, ids in found.items()}
