"""Citations in the forms in which models write them, all read as ``[P1, P4]``.

A mark counts only where it is certain: an id that was shown, a number that the answer's own list of
references explains, authors and a year that fit exactly one paper.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.papers.authors import family_names
from citeloom.papers.paper import Paper

GONE = "\ue011"
"""Stands where a mark stood that names no paper."""

_YEAR = r"(?:19|20)\d\d[a-z]?"
_NAME = r"[^\W\d_a-z](?!\d)[\w'’]*(?:-[\w'’]+)*(?:\s+[^\W\d_a-z](?!\d)[\w'’-]*){0,3}"
_PARTICLES = r"(?:(?:van|von|de|der|den|del|della|di|da|la|le|el|al|bin|ten|ter)\s+){0,3}"
_AUTHORS = (
    rf"{_PARTICLES}(?P<first>{_NAME})(?P<others>(?:,\s+{_PARTICLES}{_NAME}){{0,8}})"
    rf"(?:(?P<more>,?\s+(?:et\s+al\b\.?|(?:and|&)\s+(?:colleagues|others|co-workers)\b))"
    rf"|(?:,?\s+(?:and|und|et|y|e|en)\s+|,?\s*&\s*)(?P<last>{_PARTICLES}{_NAME}))?"
)
_NAMED = re.compile(
    rf"{_AUTHORS}(?P<owner>(?:['’]s?)?)(?P<dated>(?:(?P<comma>,)\s*|\s+|(?=\())(?P<round>\()?"
    rf"(?P<year>{_YEAR})(?:-\d\d){{0,2}}(?(round)(?:,?\s*pp?\.?\s*[\d–-]+)?\)|(?!\w)))?"
)
_AROUND_WORDS = re.compile(
    r"<(?P<element>[\w:]{0,12}cit\w{1,6}|ref)\b(?P<attributes>[^<>]{0,100})>(?P<content>[^<>]{0,3000})"
    r"</(?P=element)>|<\|[^|<>]{0,20}cite[^|<>]{0,20}\|>(?P<token>[^<>]{0,200})<\|[^|<>]{0,40}\|>"
    r"|\\?[\[(]\[(?P<linked>[^\[\]]{1,200})\]\([^()\s]{0,300}\)\\?[\])]"
    r"|\[(?P<footnote>\^?\d{1,3})\]\([^()\s]{0,300}\)"
    r"|\\\[(?P<escaped>\s*\^?P?\d[P\d,;\s–-]{0,100})\\\]"
)
"""``<cite id="P1">words</cite>``, ``[[Smith, 2020](address)]``, ``[1](address)``, ``\\[1\\]``."""

_FORM = re.compile(
    r"(?<![ ~])[ ~]*\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?\s*"
    r"(?P<options>(?:\[[^\[\]{}]{0,60}\]\s*){0,2})\{(?P<command>[^{}]{1,300})\}"
    r"|<\s*(?P<angle>P\d{1,4})\s*>"
    r"|[\[【［〔]{1,2}\s*(?P<square>[^\[\]【】［］〔〕]{1,300})[\]】］〕]{1,2}"
    r"|\((?P<round>[^()\[\]\\]{1,300})\)"
    r"|(?<![\w-])(?<!=[\"“”'])(?P<plain>P\d{1,4})(?![\w-]|:\w)"
)
_NOTE = re.compile(r"(?:see(?: also)?|cf\.|e\.\s?g\.)(?=\W),?\s*", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*[,;，；、|&()]\s*|\s+(?:and|or|see also|see)\s+|:\s+")
_LABEL = re.compile(r"(?:(?:references?|papers?|works?|sources?)\s+)?[@#^]?", re.IGNORECASE)
_ID = re.compile(r"P?(?P<first>\d{1,4})(?:\s*[-–—]{1,2}\s*P?(?P<last>\d{1,4}))?", re.IGNORECASE)
_KEY = re.compile(r"@?[A-Za-z][A-Za-z_:.+/-]{2,40}\d{2,4}[\w:-]{0,40}|P\d{5,}")
"""A key in brackets that is none of the draft's: an order in a paper may have put it there."""

_BESIDE = re.compile(rf"{_YEAR}|pp?\.?[\s~]?[\d–-]+|n\.d\.")
_RANGE = re.compile(r"\[\^?(P?\d{1,4})\]\s*[-–—]{1,2}\s*\[\^?(P?\d{1,4})\]")
_SIDE_BY_SIDE = re.compile(r"\]\s*\[(?=P\d)")
_ASIDE = re.compile(r"\((?P<inside>[^()]{0,200}\[P\d[^()]{0,300}\])\s*\)")
_JOIN = re.compile(r"\b(?:and|or|und|et|y)\b|[\s,;&]")
_YEAR_BEHIND = re.compile(rf"(\[P\d[^\[\]]{{0,200}}\])\s*\(\s*{_YEAR}\s*\)")
_CLOSE = re.compile(r"(?<=[\w)”\"'’%])(?=\[P\d)")
_BEHIND_STOP = re.compile(
    rf"(?<!\bal)(?P<stop>[.!?。！？]+[”\"’]?)\s*(?P<marks>\[P\d[^\[\]]{{0,200}}\]|{GONE})"
    r"(?=\s*(?:[(\[“\"\ue000-\uf8ff]|\Z)|\s+[^\W_a-z]|[A-Z])"
)
_LONGEST_RANGE = 30
_LONGEST_WORD = 40
_WORD_BEFORE = re.compile(r"(?:^|\s)[^\W\d_A-Z][\w-]*[”\"')]?\s\Z")
_NUMBERS = re.compile(r"\d{1,3}(?:\s*,\s*\d{1,3}){0,5}")

_MARKUP = (
    (re.compile(r"\[([^\[\]]{1,200})\]\(([^()\s]{4,300})\)"), r"\1 (\2)"),
    (
        re.compile(
            r"(?<![a-zA-Z0-9*_])(\*\*|__)(?=[^\s*_])((?:(?!\1).){1,5000})(?<=\S)\1(?![a-zA-Z0-9*_])"
        ),
        r"\2",
    ),
    (re.compile(r"(?<![\w*^\\])\*(?=[^\W_])([^*]{1,200})(?<=\w)\*(?![\w*])"), r"\1"),
    (re.compile(r"</?(?:b|i|em|code|su[bp]|strong)>"), ""),
    (re.compile(r"``([^`']{1,300})''"), r"“\1”"),
    (re.compile(r"(?<![\w`])`([^`']{1,80})[`'](?![\w'`])"), r"\1"),
)
"""Links, whose addresses stay so that they are taken out and told of; bold and slanted words;
elements of HTML; LaTeX's quotes; code."""


def title_words(text: str) -> str:
    """Return the words of a title or of a line, for comparing them."""
    return " ".join(re.findall(r"\w+", _plain(text)))


class Marks:
    """Reads the citations of one answer; ``unknown`` are those that name no paper.

    Parameters
    ----------
    ids, shown
        Those of the run, and those that the model was shown.
    """

    def __init__(self, ids: ShortIds, shown: Iterable[str]) -> None:
        self._ids, self._shown = ids, frozenset(shown)
        papers = [(short, ids.paper(short)) for short in ids.all]
        self._keys = {key: short for short, paper in papers for key in paper.keys}
        self._by_first: dict[str, list[str]] = {}
        for short, paper in papers:
            for family in family_names(paper)[0][:1]:
                self._by_first.setdefault(_last_word(family), []).append(short)
        self._titles = {title_words(paper.title): short for short, paper in papers if paper.title}
        words = " ".join(f"{paper.title} {paper.abstract}" for _, paper in papers)
        self._words = frozenset(re.findall(r"\bP\d+\b", words))
        """Words of the papers themselves that look like ids."""
        self._numbers: Mapping[str, str] = {}
        self.unknown: dict[str, None] = {}

    def learn(self, entries: Iterable[tuple[str, str]], used: Iterable[int]) -> None:
        """Take over what the answer's own list of references says of its numbers.

        Where it ``used`` a number that no paper can have, it counts in a way of its own.
        """
        named = [(number, self._entry(words)) for number, words in entries]
        numbers = [number for number, _ in named]
        if not all(0 < number <= len(self._ids.all) for number in used):
            return
        self._numbers = {own: short for own, short in named if short and numbers.count(own) == 1}

    def around_words(self, text: str) -> str:
        """Return a text with marks in the place of elements and links that are citations."""
        return _AROUND_WORDS.sub(self._element, text)

    def written(self, text: str) -> str:
        """Return a text with its marks as ``[P1, P4]``, and ``GONE`` for each unknown one."""
        for markup, words in _MARKUP:
            text = markup.sub(words, text)
        text = _FORM.sub(self._form, _RANGE.sub(r"[\1-\2]", html.unescape(text)))
        text = _ASIDE.sub(self._aside, text)
        text = _SIDE_BY_SIDE.sub(", ", _YEAR_BEHIND.sub(r"\1", text))
        text = MARK.sub(_once, _CLOSE.sub(" ", self._with_named(text)))
        return _BEHIND_STOP.sub(r" \g<marks>\g<stop>", text)

    def _entry(self, words: str) -> str:
        """Return the id of the paper that an entry of a list of references names; else nothing."""
        if found := re.match(r"\W*(P\d{1,4})\b", words):
            return found[1] if found[1] in self._shown else ""
        line = f" {title_words(words)} "
        named = [short for title, short in self._titles.items() if f" {title} " in line]
        if not named:
            dated = (found for found in _NAMED.finditer(words) if found["year"])
            named = [own for found in dated for own in self._fitting(found)]
        return named[0] if len(set(named)) == 1 else ""

    def _element(self, found: re.Match[str]) -> str:
        if said := found["linked"] or found["footnote"] or found["escaped"]:
            return f" \\cite{{{said}}}"
        said = f"{found['attributes'] or ''} {found['content'] or found['token'] or ''}"
        named = [own for own in re.findall(r"\bP\d{1,4}\b", said) if own in self._shown]
        return self._mark("", named, () if named else (" ".join(said.split())[:40],), " ")

    def _form(self, found: re.Match[str]) -> str:
        if plain := found["plain"]:
            is_id = plain in self._shown and plain not in self._words
            return f"[{plain}]" if is_id else plain
        inside = found["command"] or found["square"] or found["round"] or found["angle"]
        note = _NOTE.match(inside)
        if note:
            inside = inside[note.end() :]
        elif found["options"]:
            note = _NOTE.match(f"{found['options'].strip('[] ')} ")
        read = self._inside(inside, found)
        if read is None:
            return found[0]
        is_apart = (
            found["command"] and found.start() and found.string[found.start() - 1] not in "(["
        )
        return self._mark(note[0].strip() if note else "", *read, " " if is_apart else "")

    def _mark(self, note: str, named: Sequence[str], unknown: Iterable[str], space: str) -> str:
        self.unknown |= dict.fromkeys(unknown)
        if not named:
            return f"{space}{GONE}"
        mark = f"[{', '.join(named)}]"
        return f"{space}({note} {mark})" if note else f"{space}{mark}"

    def _inside(self, inside: str, found: re.Match[str]) -> tuple[list[str], list[str]] | None:
        """Return the ids and the unknown marks between brackets; None where other words stand."""
        named: list[str] = []
        unknown: list[str] = []
        is_round, has_id, has_words = found["round"] is not None, False, False
        authors: list[re.Match[str]] = []

        def take(own: re.Match[str]) -> str:
            is_clear = own["year"] and (
                not is_round or own["comma"] or own["more"] or own["last"] or self._fitting(own)
            )
            authors.extend([own] if is_clear else ())
            return ";" if is_clear else own[0]

        for piece in _SEPARATOR.split(_NAMED.sub(take, inside)):
            bare = _LABEL.sub("", piece.strip(" .*_"), count=1)
            own = _ID.fullmatch(bare)
            is_number = bool(own and own[0][0] not in "Pp")
            if bare in self._keys:
                named.append(self._keys[bare])
            elif own and not (is_round and is_number and not _counts(found)):
                spanned = self._span(own, is_number=is_number)
                named += [short for short in spanned if short in self._shown]
                unknown += [short for short in spanned if short not in self._shown]
                has_id = has_id or not is_number
            elif bare and not _BESIDE.fullmatch(bare):
                is_key = found["command"] or (not is_round and _KEY.fullmatch(bare))
                unknown += [bare] if is_key else ()
                has_words = has_words or not is_key
        for own in authors:
            fitting = self._fitting(own)
            named += fitting if len(fitting) == 1 else ()
            unknown += [own[0].strip()] if len(fitting) != 1 and not has_id else ()
        is_word = is_round and any(short in self._words for short in named)
        if is_word or (has_words and (is_round or not (has_id and named))):
            return None
        return (list(dict.fromkeys(named)), unknown) if named or unknown else None

    def _span(self, found: re.Match[str], *, is_number: bool) -> list[str]:
        first, last = int(found["first"]), int(found["last"] or found["first"])
        numbers = range(first, last + 1) if 0 < last - first <= _LONGEST_RANGE else {first, last}
        if is_number:
            return [self._numbers.get(str(number), f"[{number}]") for number in sorted(numbers)]
        return [f"P{number}" for number in sorted(numbers)]

    def _fitting(self, found: re.Match[str]) -> list[str]:
        """Return the papers that authors with a year, or several authors, may stand for."""
        named = [found["first"], *found["others"].split(","), found["last"] or ""]
        families = tuple(_last_word(name) for name in named if name.strip())
        year = found["year"] or ""
        # "Recently, Smith and Lee": other words with a capital may stand before the first.
        for at, first in enumerate(families):
            known = [self._ids.paper(short) for short in self._by_first.get(first, ())]
            is_cited = year or found["more"] or len(families) - at > 1
            fit = [it for it in known if _are_authors(it, families[at:], found["more"], year)]
            if is_cited and fit:
                return [self._ids.short(paper.id) for paper in fit]
        return []

    def _aside(self, found: re.Match[str]) -> str:
        """Return marks in parentheses, and names before them, as one mark, with its note."""
        note = _NOTE.match(found["inside"])
        inside = found["inside"][note.end() :] if note else found["inside"]
        left = _NAMED.sub(lambda own: "" if self._is_known(own) else own[0], MARK.sub("", inside))
        mark = f"[{', '.join(ids_in(inside))}]"
        if _JOIN.sub("", left):
            return found[0]
        return f"({note[0].strip()} {mark})" if note else mark

    def _is_known(self, found: re.Match[str]) -> bool:
        return _last_word(found["first"]) in self._by_first

    def _with_named(self, text: str) -> str:
        """Return a text with a mark behind the names of authors that stand for one paper."""

        def named(found: re.Match[str]) -> str:
            is_named = found["dated"] or found["more"] or found["last"]
            if not is_named or MARK.match(text, found.end()):
                return found[0]
            names = found[0][: found.start("owner") - found.start()]
            fitting = self._fitting(found)
            if len(fitting) == 1:
                return f"{names} [{fitting[0]}]{found['owner']}"
            if not found["round"]:
                return found[0]
            self.unknown[found[0]] = None
            return f"{names}{found['owner']}"

        return _NAMED.sub(named, text)


def _counts(found: re.Match[str]) -> bool:
    """Tell whether numbers in parentheses are a citation: "is fast (3).", not "Eq. (3)."."""
    before, after = found.string[: found.start()][-_LONGEST_WORD:], found.string[found.end() :][:1]
    is_behind_word = _WORD_BEFORE.search(before) is not None
    return is_behind_word and after in ("", *".,;:") and bool(_NUMBERS.fullmatch(found["round"]))


def _once(found: re.Match[str]) -> str:
    return f"{' ' * found[0].startswith(' ')}[{', '.join(ids_in(found[0]))}]"


def _are_authors(paper: Paper, families: Sequence[str], more: str | None, year: str) -> bool:
    """Tell whether a paper is by authors of these families, whom ``more`` may follow."""
    named, has_more = family_names(paper)
    known = tuple(map(_last_word, named))
    if year and paper.year and int(year[:4]) != paper.year:
        return False
    if more:
        return known[:1] == families[:1] and (len(known) > 1 or has_more)
    return known == families


def _last_word(name: str) -> str:
    return (_plain(name).split() or [""])[-1]


def _plain(text: str) -> str:
    """Return a text in lower case without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in folded if not unicodedata.combining(sign))
