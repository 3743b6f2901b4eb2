"""How a written text stands to the papers that it cites, in words and as JSON values."""

from citeloom.grounding.support.citation_scores import CitationScores
from citeloom.plural import number_of


def copied_in_words(scores: CitationScores) -> str:
    """Return in a sentence how many sentences are in their papers' words; empty if none are."""
    if not scores.copied:
        return ""
    are = "is" if scores.copied == 1 else "are"
    return (
        f"{scores.copied} of {number_of(scores.sentences, 'sentence')} {are} copied from the "
        "papers: reword them before you submit."
    )


def scores_json(scores: CitationScores) -> dict[str, object]:
    """Return scores as JSON values; docs/json.md has their form."""
    return {
        "citation_recall": scores.recall,
        "citation_precision": scores.precision,
        "unknown_citations": scores.unknown,
    }
