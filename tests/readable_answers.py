"""A stand-in for a language model whose texts can be read: for pictures of the extension.

It writes a sentence for each reference from what its abstract says that its authors do, walks along
what it may read, and takes a note of each section.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from answering import QUOTED
from answering_in_words import answer_in_words

_ID = re.compile(r"P\d+")
_CHOICE = re.compile(r"^(P\d+/\d+)\b(.*)$", re.MULTILINE)
_READ = re.compile(r"^The section to read now is of (P\d+)", re.MULTILINE)
_SENTENCE = re.compile(r"[A-Z][^.!?\n]*(?:\.\d[^.!?\n]*)*[.!?]")
_VERBS = "present|propose|introduce|study|show|develop|describe|construct|address|explore|evaluate"
_DOES = re.compile(rf"\b[Ww]e (?:thus |then |also |first )?((?:{_VERBS})\b[^.!?]*[.!?])")
_WORD = re.compile(r"[A-Za-z]{6,}")
_MOST_READ = 9
_TOLD = re.compile(r"\b(in|by|of|from|with|for) (?:this|our) (?:paper|work)\b,? ?")


def readable_answers(deeds: Mapping[str, str]) -> Callable[[str], str]:
    """Return what answers requests; right or wrong, it tells a ``deed`` of a paper with its words.

    ``deeds`` has the rest of a sentence that begins with authors, by words of their paper.
    """

    def answer(request: str) -> str:
        found = _answer(request, deeds)
        if found is None:
            return answer_in_words(request)
        return found if isinstance(found, str) else json.dumps(found)

    return answer


def _answer(request: str, deeds: Mapping[str, str]) -> Any:
    quoted = [(found["id"] or "", found["text"]) for found in QUOTED.finditer(request)]
    words = QUOTED.sub("", request)
    if '"choice"' in words:
        return _choice(request)
    if (read := _READ.search(words)) is not None:
        return _notes(read[1], quoted)
    if '"introduction"' in words:
        text = "These works differ in what they start from and in how they are evaluated."
        return {"introduction": text}
    if '"other_names"' in words:
        return _names(" ".join(text for _, text in quoted))
    papers = [(name, text) for name, text in quoted if _ID.fullmatch(name)]
    if '"verdict"' in words and papers:
        claims = [text for name, text in quoted if re.fullmatch(r"C\d+", name)]
        return {
            "claims": [{"claim": at, **_verdict(it, papers)} for at, it in enumerate(claims, 1)]
        }
    if "in square brackets" in words and "JSON" not in words and papers:
        return _paragraph(papers, deeds)
    return None


def _verdict(claim: str, papers: Sequence[tuple[str, str]]) -> Any:
    """Go by the sentence that has most of a claim's words: half of them support it."""
    wanted = set(_WORD.findall(claim.lower()))
    found = [it for _, text in papers for it in _SENTENCE.findall(text)]
    best = max(found, key=lambda it: len(wanted & set(_WORD.findall(it.lower()))))
    shared = wanted & set(_WORD.findall(best.lower()))
    if 2 * len(shared) >= len(wanted):
        return {"verdict": "supported", "quotes": [best], "why": "It says the same."}
    why = "The paper reads the height of tides from photographs, and replaces nothing."
    return {"verdict": "not supported", "quotes": [best], "why": why}


def _choice(request: str) -> Any:
    """Choose related work and results first; end after some sections."""
    listed = request.partition("What may be read now")[2]
    choices = _CHOICE.findall(listed)
    history = request.partition("Read so far:")[2].partition("What may be read")[0]
    good = [name for name, heading in choices if re.search("Related|Introduction", heading)]
    names = good or [name for name, _ in choices]
    ended = not names or len(re.findall(r"P\d+/\d+", history)) >= _MOST_READ
    return {"reason": "It says how others relate.", "choice": "end" if ended else names[-1]}


def _notes(paper: str, quoted: Sequence[tuple[str, str]]) -> Any:
    section = quoted[-1][1]
    notes = []
    for _, text in quoted:
        if '"note"' in text:
            held = json.loads(text)
            notes = held["notes"] if isinstance(held, dict) else held
    if (said := next(_sentences(section), "")) and paper != "P0":
        notes = [*notes, {"papers": [paper], "note": said}]
    return {"notes": notes[-12:]}


def _paragraph(papers: Sequence[tuple[str, str]], deeds: Mapping[str, str]) -> str:
    told = {
        name: next((it for words, it in deeds.items() if words in text), None) or _deed(text)
        for name, text in papers
    }
    authors = {name: text.partition("\n")[0].rpartition(", ")[0] for name, text in papers}
    return " ".join(f"{authors[name]} [{name}] {deed}" for name, deed in told.items())


def _deed(text: str) -> str:
    """Return what a paper's authors do, as the rest of a sentence that begins with them."""
    found = _DOES.search(_TOLD.sub("", text))
    return found[1] if found else "treat a task that is close to ours."


def _sentences(text: str) -> Iterator[str]:
    yield from (found[0] for found in _SENTENCE.finditer(text) if len(found[0].split()) > 4)


def _names(text: str) -> Any:
    """Return the words that occur most."""
    words = [word.lower() for word in _WORD.findall(text)]
    ranked = sorted(dict.fromkeys(words), key=lambda word: -words.count(word))
    first, other, third, *_ = [*ranked, "papers", "methods", "works"]
    return {
        "name": f"{first.capitalize()} and {other}",
        "other_names": [f"{first.capitalize()} and {third}", f"{other.capitalize()} and {third}"],
    }
