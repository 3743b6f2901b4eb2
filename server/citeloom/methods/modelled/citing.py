"""Turns the ids in a model's words into citations: names where a name can stand, else groups."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verb_agreement import agree_verbs
from citeloom.methods.extractive.rewriting.verbs import (
    is_adverb,
    is_plural_verb,
    is_singular_verb,
    is_verb_form,
    plural,
    singular,
)
from citeloom.methods.modelled.name_places import (
    NamePlace,
    introduces,
    is_function_word,
    name_place,
    verb_follows,
)
from citeloom.methods.modelled.named_papers import NAMED, mark_names
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.authors import author_names, has_one_author
from citeloom.papers.paper import Paper

Part = str | CitationMark

_GAP = re.compile(
    r"\s*(?:[,;&]\s*)?(?:\b(?P<word>and|nor|or|und|oder|sowie|et|ni|ou|y|o|e|en|of)\b\s*)?"
)
_NEW_CLAUSE = re.compile(r"\s*(?:;.*|,\s*(?:and|or|but|und|et|y|e|en)\s*)\Z")
_AND = {"en": "and", "de": "und", "fr": "et", "es": "y", "it": "e", "pt": "e", "nl": "en"}
_END = re.compile(r"\s*(?P<stop>[.!?。！？।؟]+[”\"’»]?)?\s*\Z")
_IS_A_THING = re.compile(r" (?:is|are|was|were) (?:also )?an? ")
"""Behind names: no author is a data set, but a model may speak of a paper as of what it brings."""

_WORD = re.compile(r"\s*([^\W\d_]+(?:['’-][^\W\d_]+)*)")
_AUXILIARIES = frozenset(["is", "are", "was", "were", "has", "have", "does", "do"])
_OBJECT_STARTS = lexicon("object_starts")
_FURTHER_MARKS = re.compile(rf"(?:{_GAP.pattern.replace('?P<word>', '?:')}{MARK.pattern})+")
"""Further ids of a list: "[P2] and [P3] parse"."""

_SMALL_WORD = re.compile(r"\s+([^\W\d_A-Z][^\W\d_]*)")
_SMALL_START = re.compile(r"\A[^\W\d_A-Z](?=[^\W\d_A-Z]+ )")
_NOTE = (
    r"(?:see|cf\.?|vgl\.|siehe|voir|véase|vedi|cfr\.|veja|zie)"
    r"(?:,? (?:also|e\.\s?g\.|for (?:example|instance)|auch|z\.\s?B\.|aussi|también))?"
    r"|e\.\s?g\.|for (?:example|instance)|z\.\s?B\.|p\.\s?ex\.|por ejemplo|ad esempio|bijv\."
)
_OPENED = re.compile(rf" ?\( ?(?P<note>(?:{_NOTE}),?)? ?\Z", re.IGNORECASE)
_CLOSED = re.compile(r" ?\)")
_LONGEST_NOTE = 30
_FAR = 400
"""Characters around a citation that can tell what stands there."""
_OPENS = tuple("([“‘\"'«")


@dataclass(frozen=True)
class _Run:
    """Ids that stand together: where they stand in their sentence, and what can stand there.

    ``note`` are words before them in the same parentheses.
    """

    start: int
    end: int
    papers: tuple[Paper, ...]
    conjunction: str
    place: NamePlace
    note: str = ""

    @property
    def is_named(self) -> bool:
        return self.place in (NamePlace.SUBJECT, NamePlace.OBJECT)

    @property
    def is_singular(self) -> bool:
        one = len(self.papers) == 1 or self.conjunction in ("or", "nor", "oder", "ou", "of")
        last = self.papers[-1]
        return one and (has_one_author(last) or not author_names(last))


def cite_papers(
    text: str, further: Iterable[str], ids: ShortIds, language: str
) -> tuple[Part, ...]:
    """Return the parts of a sentence: names and groups where ids stand, the others at its end.

    The authors' names stand where a name can, and the verb behind them agrees with them; elsewhere
    ids that stand together become one group. A group never begins a sentence: it goes to the end
    of the sentence before, or of its own.

    Parameters
    ----------
    text
        What a model wrote: one sentence, sometimes more. All ids in it are known.
    further
        The ids of all papers that the sentence rests on.
    """
    further = list(further)
    text = mark_names(text, further, ids)
    done: list[list[Part]] = []
    waiting: list[str] = []
    for piece in sentences(text):
        opening, parts = _cite_in_sentence(piece.text, ids, language)
        waiting += opening
        if done or any(_has_words(part) for part in parts):
            _add_at_end(done[-1] if done else parts, waiting)
            waiting = []
        if any(_has_words(part) for part in parts):
            done.append([" ", *parts] if done else parts)
    if not done:
        return (CitationMark(tuple(dict.fromkeys(waiting))), ".") if waiting else ()
    named = ids_in(text)
    _add_at_end(done[-1], [ids.paper(short).id for short in further if short not in named])
    found = _without_repetitions([part for own in done for part in own if part])
    return _join_parts(found if _is_ended(found) else [*found, "."])


def _has_words(part: Part) -> bool:
    """Tell whether a part is more than the stop behind a citation that stands alone."""
    return not isinstance(part, str) or bool(part.strip(" .!?。,;"))


def _cite_in_sentence(text: str, ids: ShortIds, language: str) -> tuple[list[str], list[Part]]:
    """Return the ids of papers that stand at the beginning without a name there, and the parts."""
    opening: list[str] = []
    parts: list[Part] = []
    at = 0
    runs = _runs(text, ids, language)
    ends = [run.start for run in runs[1:]] + [len(text)]
    for run, end in zip(runs, ends, strict=False):
        parts.append(text[at : run.start].replace(NAMED, ""))
        at = end
        words = text[run.end : at]
        if run.is_named:
            before = next((part for part in reversed(parts) if part), " ")
            is_apart = isinstance(before, str) and before.endswith((" ", *_OPENS))
            parts.append("" if is_apart else " ")
            is_subject = run.place is NamePlace.SUBJECT and language[:2] == "en"
            is_work = is_subject and _IS_A_THING.match(words) is not None
            if is_work:
                parts.append(
                    "The work of " if not text[: run.start].strip(NAMED) else "the work of "
                )
            parts += _names(run, language)
            if is_subject:
                words = _agree(words, run.is_singular or is_work)
        elif run.place is NamePlace.OPENING:
            opening += [paper.id for paper in run.papers]
            words = _SMALL_START.sub(lambda found: found[0].upper(), words.lstrip(" ,;:"))
        else:
            papers = tuple(paper.id for paper in run.papers)
            parts.append(CitationMark(papers, note=run.note))
        parts.append(words.replace(NAMED, ""))
    return opening, parts if runs else [text]


def _runs(text: str, ids: ShortIds, language: str) -> list[_Run]:
    groups: list[list[re.Match[str]]] = []
    for mark in MARK.finditer(text):
        if groups and _goes_with(groups[-1], mark, text, language):
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return [_run(group, text, ids, language) for group in groups]


def _goes_with(
    group: Sequence[re.Match[str]], mark: re.Match[str], text: str, language: str
) -> bool:
    gap = text[group[-1].end() : mark.start()]
    if not _GAP.fullmatch(gap):
        return False
    if gap.strip() == "," and _begins_after_introduction(group, mark, text, language):
        return False
    begins_clause = _NEW_CLAUSE.match(gap) and verb_follows(text[mark.end() : mark.end() + _FAR])
    in_list = len(group) > 1 and "," in text[group[-2].end() : group[-1].start()]
    return in_list or not begins_clause


def _begins_after_introduction(
    group: Sequence[re.Match[str]], mark: re.Match[str], text: str, language: str
) -> bool:
    """Tell whether a mark behind a comma is the subject: "Unlike [P1], [P2] parse"."""
    before = text[max(0, group[0].start() - _FAR) : group[0].start()].replace(NAMED, "")
    if not introduces(before, language):
        return False
    after = text[mark.end() : mark.end() + _FAR]
    others = _FURTHER_MARKS.match(after)
    after = after[others.end() :] if others else after
    word = _SMALL_WORD.match(after)
    return word is not None and not is_function_word(word[1], language)


def _run(group: Sequence[re.Match[str]], text: str, ids: ShortIds, language: str) -> _Run:
    start, end = group[0].start(), group[-1].end()
    between = _GAP.fullmatch(text[group[-2].end() : group[-1].start()]) if group[1:] else None
    shorts = dict.fromkeys(short for mark in group for short in ids_in(mark[0]))
    opened = _OPENED.search(text, max(0, start - _LONGEST_NOTE), start)
    closed = _CLOSED.match(text, end)
    note = ""
    if opened and closed:
        start, end, note = opened.start(), closed.end(), opened["note"] or ""
    is_named = text[start - 1 : start] == NAMED
    before = text[max(0, start - _FAR) : start].replace(NAMED, "")
    place = name_place(before, text[end : end + _FAR], language)
    if is_named and place in (NamePlace.BESIDE, NamePlace.OPENING):
        place = NamePlace.OBJECT
    if note:
        place = NamePlace.BESIDE if before.strip() else NamePlace.OPENING
    papers = tuple(ids.paper(short) for short in shorts)
    return _Run(start, end, papers, (between and between["word"]) or "", place, note)


def _names(run: _Run, language: str) -> list[Part]:
    """Return the names of a run's papers as a list; a paper without authors has its title."""
    conjunction = run.conjunction or _AND.get(language[:2], "")
    parts: list[Part] = []
    for number, paper in enumerate(run.papers):
        if number:
            is_last = number == len(run.papers) - 1 and conjunction
            comma = "," if len(run.papers) > 2 or not conjunction else ""
            parts.append(f"{comma} {conjunction} " if is_last else ", ")
        if names := author_names(paper):
            parts.append(CitationMark((paper.id,), CitationForm.TEXTUAL, names))
        else:
            parts += [f"“{paper.title}”" if paper.title else "", CitationMark((paper.id,))]
    return parts


def _agree(words: str, is_singular: bool) -> str:
    """Return words whose first verb, behind adverbs at most, agrees with the names before it."""
    found = _WORD.match(words)
    while found and is_adverb(found[1].lower()):
        found = _WORD.match(words, found.end())
    if found is None:
        return words
    verb, following = found[1], _WORD.match(words, found.end())
    next_word = following[1] if following else ""
    if is_verb_form(next_word) and verb not in _AUXILIARIES:
        return words
    fits = singular(verb) == verb if is_singular else plural(verb) == verb
    is_verb = is_plural_verb(verb) if is_singular else is_singular_verb(verb)
    if fits or not (is_verb or next_word in _OBJECT_STARTS):
        return words
    clause, _ = agree_verbs(words[found.start(1) :], is_singular, not is_singular)
    return words[: found.start(1)] + clause


def _add_at_end(parts: list[Part], papers: Sequence[str]) -> None:
    """Put a group before the last full stop; one that is there already takes the papers in."""
    if not papers:
        return
    last = parts.pop() if parts and isinstance(parts[-1], str) else ""
    assert isinstance(last, str)
    end = _END.search(last)
    assert end is not None
    if words := last[: end.start()]:
        parts.append(words)
    parts += [CitationMark(tuple(papers)), end["stop"] or ""]


def _without_repetitions(parts: Sequence[Part]) -> list[Part]:
    """Join groups that stand side by side; no paper stands in a group twice or beside its name."""
    named = {
        paper
        for part in parts
        if isinstance(part, CitationMark) and part.form is CitationForm.TEXTUAL
        for paper in part.papers
    }
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) or part.form is CitationForm.TEXTUAL:
            found.append(part)
            continue
        papers, note = part.papers, part.note
        while found and isinstance(found[-1], str) and not found[-1].strip(" ,;"):
            blank = found.pop()
            if not (found and _is_group(found[-1])):
                found.append(blank)
                break
        if found and _is_group(found[-1]):
            before = found.pop()
            assert isinstance(before, CitationMark)
            papers, note = (*before.papers, *papers), before.note
        papers = tuple(paper for paper in dict.fromkeys(papers) if paper not in named)
        if papers:
            found.append(CitationMark(papers, note=note))
    return found


def _is_group(part: Part) -> bool:
    return isinstance(part, CitationMark) and part.form is CitationForm.PARENTHETICAL


def _join_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)


def _is_ended(parts: Sequence[Part]) -> bool:
    last = next((part for part in reversed(parts) if part), "")
    return isinstance(last, str) and bool(re.search(r"[.!?。！？।؟][”\"’»)]?\s*\Z", last))
