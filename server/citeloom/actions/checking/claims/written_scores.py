"""Citation recall and precision of written texts, by the checker of support."""

from typing import TYPE_CHECKING

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.citation_scores import CitationScores, citation_scores
from citeloom.grounding.support.source import full_text_sentences, source_text
from citeloom.placing.render import RenderedText

if TYPE_CHECKING:
    from citeloom.actions.writing.write import Written


def scores_of_versions(written: "Written") -> tuple[CitationScores, ...]:
    """Return the scores of what was written and of its alternatives, in order.

    Each sentence that cites is compared with the abstracts of the papers that it cites, and with
    their full texts where these are kept.
    """
    versions = (written.rendered, *written.alternatives)
    cited = {paper for version in versions for _, papers in _citing(version) for paper in papers}
    task, texts = written.plan.task, written.texts
    sources = []
    for paper in task.references:
        if paper.id in cited:
            text = texts.of(paper)
            sources.append(source_text(paper, full_text_sentences(text) if text else ()))
    checker = SupportChecker(sources, (task.draft.title, task.draft.abstract))
    return tuple(citation_scores(_citing(version), checker) for version in versions)


def scores_in_words(scores: CitationScores) -> str:
    """Return scores in a sentence; empty for a text that cites nothing."""
    if scores.recall is None or scores.precision is None:
        return ""
    sentences = f"{scores.supported} of {scores.sentences} sentences"
    citations = f"{scores.counting} of {scores.citations} citations"
    said = (
        f"Citation recall {scores.recall:.2f} ({sentences}), "
        f"precision {scores.precision:.2f} ({citations})"
    )
    return f"{said}; of {scores.unknown} no abstract is known." if scores.unknown else f"{said}."


def scores_json(scores: CitationScores) -> dict[str, object]:
    """Return scores as JSON values; docs/json.md has their form."""
    return {
        "citation_recall": scores.recall,
        "citation_precision": scores.precision,
        "unknown_citations": scores.unknown,
    }


def _citing(rendered: RenderedText) -> list[tuple[str, tuple[str, ...]]]:
    """Return the sentences that cite, each with its words and the ids of the papers it cites."""
    found = (written.sentence for written in rendered.sentences)
    return [(it.text, tuple(it.cites)) for it in found if it.cites]
