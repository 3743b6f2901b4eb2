"""``references``: what a draft cites, and what is known about it."""

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.quoting import short_text
from citeloom.actions.agents.references import AgentReference, Chosen, reference_page
from citeloom.actions.papers.reference_facts import ReferenceState
from citeloom.mcp.answer import fitting
from citeloom.mcp.tool import Call
from citeloom.problem import InputError

MOST_PLACES = 5
"""Citations that are given of each reference."""


def run(call: Call) -> dict[str, object]:
    """Return one page of the references."""
    arguments = call.arguments
    given = call.project
    start = arguments["start"]
    page = reference_page(
        given,
        Chosen(arguments["which"]),
        _state(arguments["state"]),
        start,
        arguments["limit"],
    )
    found = [
        _reference(reference, given, with_abstract=arguments["abstracts"])
        for reference in page.references
    ]
    count = fitting(found)
    following = start + count if count < len(found) else page.next_page
    answer: dict[str, object] = {
        "file": given.shown_path(given.project.root),
        "states": {str(state): number for state, number in page.states.items()},
        "references": found[:count],
        "of": page.whole,
        "next": following,
    }
    if page.outside:
        answer["outside"] = (
            f"{page.outside} entries are in files outside the project's folder, which the "
            "author has not allowed"
        )
    return answer


def _state(name: str | None) -> ReferenceState | None:
    if not name:
        return None
    try:
        return ReferenceState(name)
    except ValueError:
        known = ", ".join(f"'{state}'" for state in ReferenceState)
        raise InputError(f"unknown state '{name[:50]}'", advice=f"use {known}") from None


def _reference(
    found: AgentReference, given: AgentProject, *, with_abstract: bool
) -> dict[str, object]:
    reference, facts = found.reference, found.facts
    places = [
        {
            "section": short_text(at.heading),
            "file": given.shown_path(at.place.file),
            "line": at.place.line,
        }
        for at in found.cited[:MOST_PLACES]
    ]
    abstract = found.abstract if with_abstract else ""
    return {
        "key": short_text(reference.key),
        "people": short_text(reference.people),
        "title": short_text(reference.title),
        "state": str(facts.state),
        "abstract_from": short_text(facts.abstract_from),
        "full_text": facts.full_text,
        "notices": list(facts.notices),
        "times_cited": len(found.cited),
        "cited": places,
        **({"abstract": given.quoting.text(abstract, reference.key)} if abstract else {}),
    }
