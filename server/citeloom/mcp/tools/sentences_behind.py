"""``sentences_behind``: the sentences of references that are nearest to a claim."""

from citeloom.actions.agents.nearest_sentences import NearSentence, nearest_sentences
from citeloom.actions.agents.quoting import short_text
from citeloom.mcp.answer import fitting, taken_back
from citeloom.mcp.tool import Call


def run(call: Call) -> dict[str, object]:
    """Return the sentences, the nearest first."""
    arguments = call.arguments
    given = call.project
    keys = arguments["keys"] or ()
    found = nearest_sentences(given, arguments["claim"], keys, arguments["limit"])
    sentences: list[dict[str, object]] = [
        {
            "key": short_text(near.paper.key),
            "title": short_text(near.paper.title),
            "source": near.sentence.source,
            **_where(near),
            "sentence": given.quoting.text(near.sentence.text, near.paper.key),
            "start": near.sentence.start,
            "end": near.sentence.end,
            "nearness": round(near.score, 3),
            **taken_back(near.retraction),
        }
        for near in found.found
    ]
    return {
        "sentences": sentences[: fitting(sentences)],
        "papers": found.papers,
        "without_abstract": [short_text(key) for key in found.without_abstract],
    }


def _where(near: NearSentence) -> dict[str, object]:
    """Return where in a full text a sentence stands."""
    where = {"section": short_text(near.sentence.section), "page": near.sentence.page}
    return {name: value for name, value in where.items() if value}
