"""The sentences of a draft that cite a paper."""

from collections.abc import Collection
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences
from citeloom.problem import Place
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

AROUND = 2000

_sentences: WeakKeyDictionary[Document, dict[int, str | None]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence of the draft as plain text, and where the citation in it stands."""

    sentence: str
    place: Place


def mentions(
    project: Project,
    keys: Collection[str],
    most: int | None = None,
    among: Collection[int] | None = None,
) -> tuple[Mention, ...]:
    """Return the first ``most`` sentences of the draft that cite one of ``keys``.

    ``among`` are the places of the citations, in the whole document, that count; None: all.
    """
    found: list[Mention] = []
    citing = {
        place.at: place
        for key in keys
        for document, citation, cited in project.citations_of(key)
        if cited.key == key
        for place in project.flow.places(document, citation)
    }
    for cited_at in (citing[at] for at in sorted(citing) if among is None or at in among):
        if most is not None and len(found) >= most:
            break
        if cited_at.citation.command == "nocite":
            continue
        document, start = cited_at.document, cited_at.citation.span.start
        known = _sentences.setdefault(document, {})
        if start not in known:
            known[start] = _sentence_at(document, start)
        sentence = known[start]
        if sentence is not None:
            mention = Mention(sentence, document.place(start))
            if mention not in found:
                found.append(mention)
    return tuple(found)


def _sentence_at(document: Document, at: int) -> str | None:
    """Return the sentence at a place of a text; None where it is none that is shown."""
    part = Span(max(0, at - AROUND), min(len(document.text), at + AROUND))
    shown = prose(document.text, part, document.facts)
    place = shown.at_source(at)
    for sentence in sentences(shown.text):
        if sentence.start <= place < sentence.end:
            return sentence.text
    return None
