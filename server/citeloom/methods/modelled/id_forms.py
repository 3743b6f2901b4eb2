"""Reads ids in the forms in which weak models write them, and writes all as ``[P1]``.

What is no id for sure stays: `citeloom.methods.modelled.leaks` marks bare ids where a sentence
cites their papers.
"""

import re
from collections.abc import Sequence

_COMMAND = re.compile(
    r"(?<![ ~])[ ~]*\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?\s*"
    r"(?P<options>(?:\[[^\[\]{}]{0,60}\]\s*){0,2})\{(?P<inside>[^{}]{1,300})\}"
)
_YEAR_COMMAND = re.compile(r"(?<![ ~])[ ~]*\(?\\citeyear(?:par)?\*?\s*\{[^{}]{1,300}\}\)?")
_BRACKETS = re.compile(r"[\[【［〔](?P<inside>[^\[\]【】［］〔〕]{1,300})[\]】］〕]")
_ANGLES = re.compile(r"<\s*(P\d{1,4})\s*>")
_NOTE = re.compile(r"(?:see(?: also)?|cf\.|e\.\s?g\.)(?=\W),?\s*", re.IGNORECASE)
_LABEL = r"(?:(?:references?|refs?\.?|papers?|works?|sources?)\s*(?:no\.)?\s*)?"
_ITEM = re.compile(
    rf"{_LABEL}[@#^]?P(?P<first>\d{{1,4}})(?:\s*[-–—]{{1,2}}\s*P?(?P<last>\d{{1,4}})(?!\d))?"
    # what it was shown as: "P1: Smith and Lee, 2020", "P1 (Smith, 2020)", "P1, 2020"
    r"(?P<names>\s*[:(,]\s*(?=[^\W\d_]|\(?(?:19|20)\d\d)(?![@#^]?P\d|and\b|und\b|et\b)"
    r"(?:(?!P\d)[^;；])*)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*(?:[,;，；、&]\s*)?(?:(?:and|or|und|oder|et|y|e|en|see also|see|also)\b\s*)?"
)
_IS_NAME = re.compile(r"[A-ZÀ-Þ]|(?:19|20)\d\d|\bpp?\.\s?\d")
_TWICE = re.compile(r"\[\s*(\[P\d[^\[\]]{0,300}\])\s*\]")
_RANGE = re.compile(r"\[P(\d{1,4})\]\s*[-–—]{1,2}\s*\[P(\d{1,4})\]")
_NAMED_AS_WORK = re.compile(r"(?:\b[Tt]he )?(?:\b[Rr]eference|\b[Pp]aper|\bRef\.)\s+(?=P\d{1,4}\b)")
_WORK_BEFORE_MARK = re.compile(r"(?:\bReference|\bPaper|\bRef\.)\s+(?=\[P\d)")
_STOP_BEFORE_MARK = re.compile(r"(?<=[^\W\d_][.!?])(?=\[P\d)|(?<=[\])}][.!?])(?=\[P\d)")
_LONGEST_RANGE = 30


def with_usual_marks(text: str) -> str:
    """Return a sentence in which ids stand as ``[P1]`` or ``[P1, P2]``, whatever form they had.

    Forms are ``\\cite{P1}``, ``【P1】``, ``[@P1]``, ``[Reference P1]``, ``[P1: Smith, 2020]``,
    ``[P1-P3]``, ``<P1>``, ``Paper P1`` and a mark right behind a full stop.
    """
    if "P" not in text and "p" not in text:
        return text
    text = _COMMAND.sub(_mark_of_command, _YEAR_COMMAND.sub("", text))
    text = _BRACKETS.sub(_mark_in_brackets, _ANGLES.sub(r"[\1]", text))
    text = _TWICE.sub(r"\1", text)
    text = _RANGE.sub(_mark_of_range, text)
    text = _WORK_BEFORE_MARK.sub("", _NAMED_AS_WORK.sub("", text))
    return _STOP_BEFORE_MARK.sub(" ", text)


def ids_named(entry: str) -> tuple[str, ...]:
    """Return the ids that an entry of a list names: ``[P1]``, ``P1: Smith``; else none."""
    bare = entry.strip().strip("[]【】()<>{} .")
    found = _read_ids(bare)
    return found[1] if found else ()


def _read_ids(inside: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the note and the ids between two brackets; None where other words stand there."""
    inside = inside.strip()
    note = _NOTE.match(inside)
    at = note.end() if note else 0
    found: list[str] = []
    while at < len(inside):
        item = _ITEM.match(inside, at)
        if not item or (item["names"] and not _IS_NAME.search(item["names"])):
            return None
        found += _ids_between(int(item["first"]), int(item["last"] or item["first"]))
        between = _BETWEEN.match(inside, item.end())
        at = between.end() if between else item.end()
        if at == item.end() < len(inside) and not item["names"]:
            return None
    if not found:
        return None
    return (note[0].strip() if note else ""), tuple(dict.fromkeys(found))


def _ids_between(first: int, last: int) -> Sequence[str]:
    if not first < last <= first + _LONGEST_RANGE:
        return [f"P{first}"] if first == last else [f"P{first}", f"P{last}"]
    return [f"P{number}" for number in range(first, last + 1)]


def _mark(note: str, ids: Sequence[str]) -> str:
    mark = f"[{', '.join(ids)}]"
    return f"({note} {mark})" if note else mark


def _mark_of_command(found: re.Match[str]) -> str:
    read = _read_ids(found["inside"])
    if read is None:
        return found[0]
    note = _NOTE.match(f"{found['options'].strip('[] ')} ")
    is_first = found.start() == 0 or found.string[found.start() - 1] in "([“"
    return ("" if is_first else " ") + _mark(note[0].strip() if note else "", read[1])


def _mark_in_brackets(found: re.Match[str]) -> str:
    read = _read_ids(found["inside"])
    return found[0] if read is None else _mark(*read)


def _mark_of_range(found: re.Match[str]) -> str:
    return _mark("", _ids_between(int(found[1]), int(found[2])))
