"""Check a text that stands in no file: its keys, and what it says of the papers it cites."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.checking.claims.check_claims import (
    CheckedSentence,
    CitedTexts,
    cited_texts,
)
from citeloom.actions.checking.claims.cited_claims import citing_sentences_in
from citeloom.actions.keys.undefined import nearest
from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.draft.document import CitedKeys, Document
from citeloom.draft.references import cited_entries
from citeloom.grounding.support.verdict import Finding
from citeloom.problem import InputError
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.lined import LinedText
from citeloom_latex.tex.scan import scan_tex

NAME = Path("text.tex")
"""The name of a text that stands in no file."""

MOST_CITATIONS = 1_000
"""Keys of a text, counted as often as it cites them: other calls wait for the answer."""


@dataclass(frozen=True)
class CheckedKey:
    """A key that the text cites, from which line on and how often.

    ``is_defined``: a .bib file of the project, or a bibliography written by hand, has it.
    ``entries`` is how many entries have it; ``near`` are keys that may be meant instead.
    ``retraction`` says that the paper was taken back; ``outside``: its entry stands outside of the
    project's folder, so that no more is said of it.
    """

    key: str
    line: int
    times: int
    is_defined: bool
    entries: int = 0
    near: tuple[str, ...] = ()
    retraction: str = ""
    has_abstract: bool = False
    title: str = ""
    outside: bool = False


@dataclass(frozen=True)
class CheckedText:
    """The keys that a text cites, and its sentences as they were checked against their papers."""

    keys: tuple[CheckedKey, ...]
    sentences: tuple[CheckedSentence, ...]
    texts: CitedTexts
    document: Document

    @property
    def claims_to_read_again(self) -> int:
        """How many claims are in other words than what is known about their papers, or doubtful."""
        checks = [claim.check for sentence in self.sentences for claim in sentence.claims]
        return sum(check.finding is not Finding.SAME_WORDS for check in checks)


def check_text(given: AgentProject, text: str) -> CheckedText:
    """Check a LaTeX text; the macros of the project are known in it.

    Its sentences are compared with the papers that they cite and, for what may be meant instead,
    with those that the draft cites.

    Raises
    ------
    InputError
        If it has more than ``MOST_CITATIONS``.
    """
    document = _document(given, text)
    count = sum(len(citation.keys) for citation in document.facts.citations)
    if count > MOST_CITATIONS:
        raise InputError(
            f"the text has {count:,} citations; at most {MOST_CITATIONS:,} can be checked at once",
            advice="check it in parts",
        )
    entries = _cited_entries(given, document)
    known = {
        key: of_paper for of_paper in given.known_of(entries.values()) for key in of_paper.own.keys
    }
    first: dict[str, int] = {}
    times: Counter[str] = Counter()
    for citation in document.facts.citations:
        for cited in citation.keys:
            if cited.key != "*":
                first.setdefault(cited.key, document.place(cited.span.start).line)
                times[cited.key] += 1
    compared = {it.entry.key: it for it in cited_entries(given.project) if given.is_given(it)}
    compared |= {entry.entry.key: entry for entry in entries.values()}
    texts = cited_texts(given.opened, given.context, [], entries=tuple(compared.values()))
    return CheckedText(
        tuple(_checked(key, line, times[key], given, known) for key, line in first.items()),
        tuple(texts.check(citing_sentences_in(document))),
        texts,
        document,
    )


def _document(given: AgentProject, text: str) -> Document:
    wrappers = {
        wrapper.name: wrapper
        for document in given.project.documents.values()
        for wrapper in document.facts.wrappers
    }
    commands = given.opened.settings.cite_commands
    facts = scan_tex(text, commands=commands, wrappers=tuple(wrappers.values()))
    return Document(NAME, LinedText(text), "utf-8", facts, CitedKeys(facts.citations))


def _cited_entries(given: AgentProject, document: Document) -> Mapping[str, ResolvedEntry]:
    """Return the entries of the keys that a text cites, of those that an agent is given."""
    keys = [cited.key for citation in document.facts.citations for cited in citation.keys]
    found = ((key, given.project.entry(key)) for key in dict.fromkeys(keys))
    return {key: entry for key, entry in found if entry is not None and given.is_given(entry)}


def _checked(
    key: str, line: int, times: int, given: AgentProject, known: Mapping[str, PaperKnowledge]
) -> CheckedKey:
    project = given.project
    entry = project.entry(key)
    if entry is None:
        if key in project.bibitem_keys:
            return CheckedKey(key, line, times, is_defined=True)
        near = nearest(key, [it.entry.key for it in given.entries])
        return CheckedKey(key, line, times, is_defined=False, near=tuple(near))
    name = entry.entry.key
    count = len(project.library.places_with(name))
    found = known.get(name)
    if found is None:
        return CheckedKey(key, line, times, is_defined=True, entries=count, outside=True)
    return CheckedKey(
        key,
        line,
        times,
        is_defined=True,
        entries=count,
        retraction=retraction_words(found.notices),
        has_abstract=bool(found.paper.abstract),
        title=found.paper.title,
    )
