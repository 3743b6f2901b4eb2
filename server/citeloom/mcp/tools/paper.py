"""``paper``: what is known about one reference, and what the draft says of it."""

from citeloom.actions.agents.paper import paper_of_key
from citeloom.actions.agents.quoting import short_text
from citeloom.actions.papers.paper_words import full_names
from citeloom.mcp.tool import Call

MOST_SENTENCES = 20
"""Sentences of the draft, and of other papers."""


def run(call: Call) -> dict[str, object]:
    """Return the facts of one paper."""
    given = call.project
    found = paper_of_key(given, call.arguments["key"])
    paper, details, quote = found.details.paper, found.details, given.quoting.text
    names = ", ".join(full_names(paper))
    return {
        "key": short_text(found.key),
        "title": short_text(paper.title),
        "authors": short_text(names),
        "year": paper.year,
        "venue": short_text(paper.venue),
        "doi": short_text(paper.doi),
        "arxiv": short_text(paper.arxiv_id),
        "state": str(found.facts.state),
        "notices": list(found.facts.notices),
        "full_text": found.facts.full_text,
        "abstract": quote(paper.abstract, found.key),
        "abstract_from": short_text(details.abstract_from),
        "key_elements": [
            {
                "name": element.name,
                "sentence": quote(element.sentence, found.key),
                "extracted_by": short_text(element.source),
            }
            for element in details.elements
        ],
        "in_the_draft": [
            {
                "file": given.shown_path(mention.place.file),
                "line": mention.place.line,
                "sentence": quote(mention.sentence, "draft"),
            }
            for mention in found.sentences[:MOST_SENTENCES]
        ],
        "said_by_others": [
            {
                "by": short_text(said.key),
                "section": short_text(said.heading),
                "sentence": quote(said.text, said.key),
            }
            for said in found.mentions[:MOST_SENTENCES]
        ],
    }
