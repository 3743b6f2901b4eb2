"""What is known of one paper of a draft, and what the draft says of it."""

from dataclasses import dataclass

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.keys.places import spellings
from citeloom.actions.papers.knowledge import PaperDetails
from citeloom.actions.papers.reference_facts import ReferenceFacts, facts_of
from citeloom.actions.papers.reference_mentions import ReferenceMention
from citeloom.draft.mentions import Mention, mentions
from citeloom.draft.references import cited_entries


@dataclass(frozen=True)
class AgentPaper:
    """A paper with what is known about it, the sentences that cite it, and what others say."""

    key: str
    details: PaperDetails
    facts: ReferenceFacts
    sentences: tuple[Mention, ...]
    mentions: tuple[ReferenceMention, ...]


def paper_of_key(given: AgentProject, key: str) -> AgentPaper:
    """Return the paper that a citation key stands for."""
    entry, project, reader = given.entry(key), given.project, given.cited_reader
    # Among all that are cited, as a fetch and the check see it.
    reader.read((*cited_entries(project), entry), [])
    details = reader.look_closely(entry, project)
    facts = facts_of([entry], project, given.context, reader)
    name = entry.entry.key
    return AgentPaper(
        name,
        details,
        facts[name],
        tuple(
            mention
            for mention in mentions(project, spellings(project, name))
            if mention.place.file not in given.outside
        ),
        tuple(said for said in details.mentions if _is_given(said.key, given)),
    )


def _is_given(key: str, given: AgentProject) -> bool:
    entry = given.project.entry(key)
    return entry is not None and given.is_given(entry)
