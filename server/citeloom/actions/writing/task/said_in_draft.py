"""The draft's own sentences that cite papers of which no abstract is known."""

from collections.abc import Sequence

from citeloom.actions.keys.places import spellings
from citeloom.draft.mentions import mentions
from citeloom.draft.project import Project
from citeloom.draft.references import own_citations
from citeloom.papers.paper import Paper

_MOST = 3
"""How many sentences on one paper are read."""


def said_in_draft(project: Project, papers: Sequence[Paper]) -> dict[str, tuple[str, ...]]:
    """Return the author's first sentences that cite each paper without an abstract."""
    own = {citation.at for citation in own_citations(project)}
    found = {}
    for paper in papers:
        if paper.abstract.strip():
            continue
        keys = [spelling for key in paper.keys for spelling in spellings(project, key)]
        if sentences := tuple(mention.sentence for mention in mentions(project, keys, _MOST, own)):
            found[paper.id] = sentences
    return found
