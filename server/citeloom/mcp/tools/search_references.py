"""``search_references``: entries of the draft's .bib files by words."""

from citeloom.actions.agents.quoting import short_text
from citeloom.actions.agents.search import search_references
from citeloom.mcp.answer import fitting
from citeloom.mcp.tool import Call


def run(call: Call) -> dict[str, object]:
    """Return them, the best first."""
    arguments = call.arguments
    given = call.project
    references: list[dict[str, object]] = [
        {
            "key": short_text(found.paper.key),
            "people": short_text(found.people),
            "year": found.paper.year,
            "title": short_text(found.paper.title),
            "venue": short_text(found.paper.venue),
            "has_abstract": bool(found.paper.abstract),
            "is_cited": found.is_cited,
            "score": round(found.score, 3),
        }
        for found in search_references(given, arguments["words"], arguments["limit"])
    ]
    return {"references": references[: fitting(references)]}
