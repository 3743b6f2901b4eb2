"""What people and reference managers do to an entry, by a seeded generator.

Each habit changes the LaTeX of an entry as it is found in real .bib files; which of them an entry
gets is drawn by the probabilities in ``HABITS``.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bench.papers.finding.search_service import Record

HABITS = {
    "braces": 0.5,
    "accents": 0.6,
    "case": 0.3,
    "subtitle dropped": 0.15,
    "prefix dropped": 0.05,
    "acronym": 0.1,
    "typo": 0.25,
    "second typo": 0.05,
    "small word": 0.05,
    "joined": 0.1,
    "preprint year": 0.3,
    "year off": 0.05,
    "first author only": 0.15,
    "and others": 0.15,
    "initials": 0.35,
    "swapped": 0.05,
    "plain names": 0.2,
    "typo in a name": 0.05,
    "particles dropped": 0.5,
    "wrong DOI": 0.1,
    "tail": 0.05,
    "cut": 0.05,
    "et al.": 0.05,
    "no authors": 0.05,
}
"""Habit to the probability that an entry shows it, where it can be done to that entry."""

_ACCENTED = {
    "á": r"{\'a}", "à": r"{\`a}", "ä": r'{\"a}', "â": r"\^{a}", "ã": r"{\~a}", "å": r"{\aa}",
    "é": r"\'e", "è": r"{\`e}", "ê": r"{\^e}", "ë": r'{\"e}', "í": r"{\'\i}", "ï": r'{\"{\i}}',
    "ó": r"{\'o}", "ò": r"{\`o}", "ö": r'{\"o}', "ô": r"{\^o}", "õ": r"{\~o}", "ø": r"{\o}",
    "ú": r"{\'u}", "ù": r"{\`u}", "ü": r'{\"u}', "ç": r"{\c c}", "ñ": r"{\~n}", "ß": r"{\ss}",
    "č": r"{\v{c}}", "ć": r"{\'c}", "š": r"{\v s}", "ž": r"{\v{z}}", "ř": r"{\v r}", "ě": r"{\v e}",
    "ł": r"{\l}", "Š": r"{\v{S}}", "Č": r"{\v C}", "Ö": r'{\"O}', "Ü": r'{\"U}', "É": r"{\'E}",
}  # fmt: skip
_BARE = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ß": "ss", "å": "aa", "ł": "l"}
_TAILS = (" [PDF]", " (short paper)", " (Long Paper)", " (poster paper)", " [Preprint]")
_SHORTEST_CUT = 40
_TAKE_AWAY = frozenset({"subtitle dropped", "prefix dropped", "cut", "no authors"})
"""What may leave nothing by which a sibling can be told."""

_Does = Callable[..., bool]
_SMALL = re.compile(r"(?<=\s)(?:the|a|an|of|for|in|on)\s")
_ACRONYMS = {
    "Neural Machine Translation": "NMT",
    "Machine Translation": "MT",
    "Natural Language Processing": "NLP",
    "Named Entity Recognition": "NER",
    "Question Answering": "QA",
    "Word Sense Disambiguation": "WSD",
    "Natural Language Generation": "NLG",
    "Automatic Speech Recognition": "ASR",
}
_PARTICLES = ("van der ", "van den ", "van ", "von ", "de la ", "de ", "del ", "di ", "da ")


@dataclass
class Query:
    """An entry made from a paper; what is meant by it, whether that is held, what was done."""

    key: str
    bib: str
    record: Record
    held: bool
    habits: list[str] = field(default_factory=list)


def make_query(
    key: str,
    record: Record,
    held: bool,
    others: list[Record],
    chance: random.Random,
    *,
    whole: bool = False,
    habits: Mapping[str, float] = HABITS,
) -> Query:
    """Make an entry for a paper; a wrong DOI is that of one of the ``others``.

    A ``whole`` entry loses no part of its title, and not all of its authors.
    """
    query = Query(key, "", record, held)

    def does(habit: str, can: bool = True) -> bool:
        can = can and not (whole and habit in _TAKE_AWAY)
        done = can and chance.random() < habits[habit]
        if done:
            query.habits.append(habit)
        return done

    title = _title(record.title, does, chance)
    authors = _authors(record.authors, does, chance)
    year = record.year
    venue = ("booktitle", chance.choice(["Proc. of ACL", "Proceedings of the {EMNLP}", "LREC"]))
    if does("preprint year"):
        year -= chance.choice([0, 1, 1, 1, 2])
        venue = ("journal", chance.choice(["arXiv preprint", "CoRR", "ArXiv"]))
    elif does("year off"):
        year += chance.choice([-1, 1])
    if does("tail"):
        title += chance.choice(_TAILS)
    elif does("cut", len(title) > _SHORTEST_CUT + 10 and title.isascii() and "{" not in title):
        title = title[: chance.randrange(_SHORTEST_CUT, len(title) - 5)] + chance.choice(
            ["…", "...", r"\ldots"]
        )
    if does("et al.", " and " in authors):
        authors = authors.partition(" and ")[0] + chance.choice([" et al.", ", et al.", " et al"])
    fields = [("title", title), ("author", authors), ("year", str(year)), venue]
    if does("no authors"):
        del fields[1]
    if does("wrong DOI"):
        fields.append(("doi", chance.choice(others).doi))
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields)
    query.bib = f"@inproceedings{{{key},\n{body}\n}}\n"
    return query


def _title(title: str, does: _Does, chance: random.Random) -> str:
    main, colon, rest = title.partition(": ")
    if does("subtitle dropped", bool(colon)):
        title = main
    elif does("prefix dropped", bool(colon) and len(main.split()) == 1):
        title = rest
    name = next((one for one in _ACRONYMS if one in title), "")
    if does("acronym", bool(name)):
        title = title.replace(name, _ACRONYMS[name], 1)
    if does("small word", bool(_SMALL.search(title))):
        title = _SMALL.sub("", title, count=1)
    if does("joined", "-" in title):
        title = title.replace("-", chance.choice(["", " "]), 1)
    for habit in ("typo", "second typo"):
        if does(habit):
            title = _with_typo(title, chance)
    if does("case"):
        title = chance.choice([str.lower, str.upper, str.title])(title)
    title = re.sub(r"(?<!\\)([&%#_$])", r"\\\1", title)
    if does("accents", not title.isascii()):
        title = _in_latex(title)
    if does("braces"):
        title = _in_braces(title, chance)
    return title


def _authors(names: tuple[str, ...], does: _Does, chance: random.Random) -> str:
    people = [_split(name) for name in names]
    if does("particles dropped", any(" " in family for _, family in people)):
        people = [(given, _without_particle(family)) for given, family in people]
    at = chance.randrange(len(people))
    if does("typo in a name", len(people[at][1]) > 5):
        people[at] = (people[at][0], _with_typo(people[at][1], chance))
    others = ""
    if does("first author only", len(people) > 1):
        people = people[:1]
    elif does("and others", len(people) > 2):
        people, others = people[: chance.randint(1, 3)], " and others"
    if does("initials"):
        space = chance.choice([" ", ""])
        people = [(space.join(f"{part[0]}." for part in given.split()), f) for given, f in people]
    if does("swapped"):
        people = [(family, given) for given, family in people]
    last_first = chance.random() < 0.6
    text = " and ".join(
        f"{family}, {given}" if last_first and given else f"{given} {family}".strip()
        for given, family in people
    )
    plain = not text.isascii() and does("plain names")
    if plain:
        return "".join(_BARE.get(char, char) for char in text) + others
    return (_in_latex(text) if does("accents", not text.isascii()) else text) + others


def _split(name: str) -> tuple[str, str]:
    for particle in _PARTICLES:
        before, found, after = name.partition(f" {particle}")
        if found:
            return before, particle + after
    given, _, family = name.rpartition(" ")
    return given, family


def _without_particle(family: str) -> str:
    particle = next((one for one in _PARTICLES if family.startswith(one)), "")
    return family.removeprefix(particle)


def _with_typo(text: str, chance: random.Random) -> str:
    """Change one letter inside a word of five or more, as fingers do."""
    words = list(re.finditer(r"[A-Za-z]{5,}", text))
    if not words:
        return text
    word = chance.choice(words)
    at = chance.randrange(word.start() + 1, word.end() - 1)
    kind = chance.choice(["swap", "drop", "double", "other"])
    if kind == "swap":
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    if kind == "drop":
        return text[:at] + text[at + 1 :]
    if kind == "double":
        return text[:at] + text[at] + text[at:]
    return text[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + text[at + 1 :]


def _in_latex(text: str) -> str:
    return "".join(_ACCENTED.get(char, char) for char in text)


def _in_braces(title: str, chance: random.Random) -> str:
    if "\\" in title or "{" in title or chance.random() < 0.3:
        return "{" + title + "}"
    return re.sub(r"\b([A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z])(?=\w*)", r"{\1}", title)
