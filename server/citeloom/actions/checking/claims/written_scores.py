"""Citation recall and precision of a written text, in words and as JSON values."""

from citeloom.grounding.support.citation_scores import CitationScores


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
