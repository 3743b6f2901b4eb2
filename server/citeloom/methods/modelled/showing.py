"""How papers and the draft are shown to a model."""

from collections.abc import Iterable, Sequence

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.task import DraftText
from citeloom.models.orders import orders_in
from citeloom.models.port import LanguageModel
from citeloom.models.quoting import Fence, without_citation_marks
from citeloom.papers.paper import Paper

NO_ABSTRACT = "(no abstract is known; write only what the title says)"


def model_of(ports: Ports, method: str) -> LanguageModel:
    """Return the model that a method asks.

    Raises
    ------
    MethodError
        If none is configured.
    """
    if ports.model is None:
        raise MethodError(f"the method '{method}' needs a language model, and none is configured")
    return ports.model


def shown(paper: Paper, ids: ShortIds, fence: Fence, share: float = 1.0) -> str:
    """Return a paper as a model sees it: its short id, title, venue, year and abstract.

    Sentences that read like instructions to a model are not shown. ``share`` cuts the abstract, at
    the end of a sentence, to about that share of its sentences.
    """
    short = ids.short(paper.id)
    where = ", ".join(filter(None, [paper.venue, str(paper.year or "")]))
    abstract = _cut(without_orders(paper.abstract), share)
    text = "\n".join(filter(None, [paper.title, where, "", abstract]))
    # What looks like one of our ids in a paper's own text would be taken for one.
    return f"{short}:\n{fence.quote(MARK.sub('', without_citation_marks(text)), short)}"


def shown_all(papers: Iterable[Paper], ids: ShortIds, fence: Fence, share: float = 1.0) -> str:
    """Return papers as a model sees them, one after the other."""
    return "\n\n".join(shown(paper, ids, fence, share) for paper in papers)


def shown_draft(draft: DraftText, fence: Fence) -> str:
    """Return the draft's title and abstract as a model sees them."""
    return fence.quote(f"{draft.title}\n\n{draft.abstract}".strip(), "draft")


def suspicions(papers: Sequence[Paper]) -> tuple[str, ...]:
    """Return a warning for each paper whose text speaks to a model."""
    return tuple(
        f"{paper.key or paper.id}: its abstract holds what reads like instructions to a language "
        f"model ('{orders[0]}'); read closely what was written about it"
        for paper in papers
        if (orders := orders_in(f"{paper.title} {paper.abstract}"))
    )


def _cut(abstract: str, share: float) -> str:
    if not abstract:
        return NO_ABSTRACT
    if share >= 1:
        return abstract
    found = sentences(abstract)
    return abstract[: found[max(1, round(len(found) * share)) - 1].end] if found else abstract


def without_orders(text: str) -> str:
    """Return a text without the sentences that read like instructions to a model."""
    if not orders_in(text):
        return text
    return " ".join(one.text for one in sentences(text) if not orders_in(one.text))
