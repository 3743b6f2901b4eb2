"""The sentences of a draft that cite a paper."""

from collections.abc import Collection
from dataclasses import dataclass

from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences
from citeloom.problem import Place
from citeloom_latex.spans import Span
from citeloom_latex.tex.prose import prose

AROUND = 2000


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence of the draft as plain text, and where the citation in it stands."""

    sentence: str
    place: Place


def mentions(
    project: Project, keys: Collection[str], most: int | None = None
) -> tuple[Mention, ...]:
    """Return the draft's sentences that cite one of ``keys``, in reading order, the first few."""
    found: list[Mention] = []
    citing = {one.at: one for key in keys for one in project.flow.citing.get(key, ())}
    for one in (citing[at] for at in sorted(citing)):
        if most is not None and len(found) >= most:
            break
        if one.citation.command == "nocite":
            continue
        document, start = one.document, one.citation.span.start
        around = Span(max(0, start - AROUND), min(len(document.text), start + AROUND))
        shown = prose(document.text, around, document.facts)
        at = shown.at_source(start)
        for sentence in sentences(shown.text):
            if sentence.start <= at < sentence.end:
                mention = Mention(sentence.text, document.place(start))
                if mention not in found:
                    found.append(mention)
                break
    return tuple(found)
