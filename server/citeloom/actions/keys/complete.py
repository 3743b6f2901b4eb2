"""Complete the citation key that is being typed in a cite command."""

import re
from dataclasses import dataclass
from heapq import nsmallest

from citeloom.actions.keys.places import citations_around
from citeloom.draft.document import Document
from citeloom.draft.entry_search import fold
from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation

MOST = 100
AROUND = 400
SHORTEST_WORD = 4
MOST_TIMES = 3
_NEXT_LIST = re.compile(r"\s*(?:\[[^\[\]{}]*\]\s*){0,2}\{[^{}\r\n]*")


@dataclass(frozen=True, slots=True)
class TypedKey:
    """The key that is being typed: its text up to the cursor, and the range of all of it."""

    text: str
    span: Span
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key that fits what is typed, and its entry."""

    key: str
    entry: ResolvedEntry


def typed_key_at(document: Document, offset: int) -> TypedKey | None:
    """Return the key that is being typed at a place, or None outside of a cite command."""
    text = document.text
    for citation in citations_around(document, offset):
        if not citation.span.start < offset <= _end(citation, text, offset):
            continue
        opening = _opening(text, citation.span.start, offset)
        if opening is None:
            continue
        start = max(opening, text.rfind(",", opening, offset)) + 1
        while start < offset and text[start] in " \t\r\n":
            start += 1
        end = offset
        while end < len(text) and text[end] not in ",}% \t\r\n\\{":
            end += 1
        others = (
            cited for cited in citation.keys if not cited.span.start <= offset <= cited.span.end
        )
        return TypedKey(text[start:offset], Span(start, end), tuple(cited.key for cited in others))
    return None


def _end(citation: Citation, text: str, offset: int) -> int:
    """Return where a citation ends, with the empty list that may begin behind it."""
    end = citation.span.end
    several = citation.command.lower().endswith("cites")
    return offset if several and _NEXT_LIST.fullmatch(text, end, max(end, offset)) else end


def _opening(text: str, start: int, offset: int) -> int | None:
    """Return the brace that is open at a place, if it begins an argument of keys."""
    depth = 0
    for at in range(offset - 1, start, -1):
        if text[at] == "}":
            depth += 1
        elif text[at] == "{":
            if depth == 0:
                return at
            depth -= 1
        elif text[at] == "[" and depth == 0 and "]" not in text[at:offset]:
            return None
    return None


def candidates(project: Project, document: Document, typed: TypedKey) -> tuple[Candidate, ...]:
    """Return the keys that fit what is typed, the best first, at most a hundred.

    Every typed word must occur in the key, the title, the authors or the year. Keys that begin with
    the typed text come first, then entries that share telling words with the sentence around, then
    keys that the draft cites already.
    """
    words = fold(typed.text).split()
    search, entries = project.library.search, project.entries
    keys = project.library.entries.keys
    shared = search.weights_of_shared(_words_around(document, typed.span.start))
    cited = project.times_cited

    def rank(number: int) -> tuple[bool, bool, float, int, int]:
        key = keys[number]
        folded_key = key.casefold()
        begins = bool(words) and folded_key.startswith(words[0])
        inside = bool(words) and words[0] in folded_key
        times = cited.get(key.lower(), 0)
        return not begins, not inside, -shared.get(number, 0.0), -min(times, MOST_TIMES), number

    fitting = (
        number
        for number in search.entries_holding(words)
        if keys[number] and keys[number] not in typed.others
    )
    found: dict[str, Candidate] = {}
    # Entries with the same key are one candidate: a few more than are wanted will do.
    for number in nsmallest(2 * MOST, fitting, key=rank):
        key = keys[number]
        found.setdefault(key, Candidate(key, entries[number]))
    return tuple(found.values())[:MOST]


def _words_around(document: Document, offset: int) -> set[str]:
    """Return the words of the sentence that a place is in."""
    start = max(0, offset - AROUND)
    text = document.text[start : offset + AROUND]
    at = offset - start
    for sentence in sentences(text):
        if sentence.start <= at <= sentence.end:
            text = sentence.text
            break
    letters = "".join(sign if sign.isalnum() else " " for sign in fold(text))
    return {word for word in letters.split() if len(word) >= SHORTEST_WORD and word.isalpha()}
