"""Where a citation stands as a name in sentences that people wrote, and how that reads.

``python -m bench names`` takes the related works of ``../shared/data/rwg``, puts ``[P1]`` in the
place of their citations, and has them written as a model's sentences are. It prints how many of
the people's own author-year citations (``Smith and Lee (2020)``) become names again, by our rule
and by what follows a mark alone, and counts the votes of ``names_votes.tsv``: each stands for one
of 200 names, drawn by seed, that was read aloud. ``python -m bench.names`` prints those 200.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "rwg"
VOTES = Path(__file__).with_name("names_votes.tsv")
DRAWN, SEED = 200, 13

_NAME = r"\b(?:(?:van|von|de|der|den|la|le|del|di) )*[A-Z][\w’'-]+(?:[A-Z][\w’'-]+)*"
_NAMES = rf"{_NAME}(?:,? et al\.?,?| (?:and|&) {_NAME})?"
_YEAR = r"(?:19|20)\d\d[a-z]?"
_TEXTUAL = re.compile(rf"(?P<names>{_NAMES}) \((?P<year>{_YEAR})\)")
_GROUP = re.compile(rf" ?\([^()]*?{_NAMES},? {_YEAR}[^()]*\)")
_CITE = re.compile(r"@cite_(\d+)")
_FOLLOWS_ALONE = re.compile(r"\s+(?!and\b|or\b|but\b|while\b|which\b)[a-z]")


@dataclass
class Work:
    """A related work with ``[P1]`` where it cites.

    ``people`` are the ids of the citations that people wrote as names.
    """

    id: str
    text: str
    papers: list[Paper]
    people: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Name:
    """A citation that becomes a name; ``mark`` tells a vote on it from one on another reading."""

    place: str
    mark: str
    sentence: str


def main() -> None:
    """Print how often names stand where people wrote them, and how they read."""
    if not DATA.is_dir():
        print(f"names: {DATA} is not there")
        return
    works = list(_works())
    found = [name for work in works for name in _names(work)]
    print(f"{len(works)} related works, {len(found)} citations become names")
    people = [(work, short) for work in works for short in sorted(work.people)]
    ours = sum(short in _named_ids(work) for work, short in people)
    before = sum(short in _named_by_what_follows(work) for work, short in people)
    print(
        f"of {len(people)} names that people wrote, {ours} are names again "
        f"({ours / len(people):.0%}); {before} by what follows alone ({before / len(people):.0%})"
    )
    lines = VOTES.read_text("utf-8").splitlines()[1:]
    votes = {mark: vote for mark, vote, *_ in (line.split("\t") for line in lines)}
    drawn = _drawn(found)
    known = [votes[name.mark] for name in drawn if name.mark in votes]
    good = known.count("good")
    print(
        f"of {len(drawn)} drawn, {len(known)} have been read: {good} can be read aloud"
        f" ({good / max(len(known), 1):.1%})"
    )


def _drawn(found: list[Name]) -> list[Name]:
    return random.Random(SEED).sample(found, min(DRAWN, len(found)))


def _works() -> Iterator[Work]:
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            if path.stem.startswith("rwsg"):
                yield _with_marks(record["id"], record["related_work"])
            else:
                text = _CITE.sub(lambda cited: f"[P{int(cited[1]) + 1}]", record["related_work"])
                authors = _authors("Doe et al.")
                papers = [Paper(f"p{number}", authors=authors) for number in range(120)]
                yield Work(record["id"], text, papers)


def _with_marks(name: str, text: str) -> Work:
    """Return a related work with marks instead of author-year citations."""
    work = Work(name, "", [])

    def mark(names: str) -> str:
        work.papers.append(Paper(f"p{len(work.papers)}", authors=_authors(names)))
        return f"[P{len(work.papers)}]"

    def as_name(found: re.Match[str]) -> str:
        short = mark(found["names"])
        work.people.add(short[1:-1])
        return short

    text = _TEXTUAL.sub(as_name, text)
    work.text = _GROUP.sub(lambda found: f" {mark('Doe')}", text)
    return work


def _authors(names: str) -> tuple[Author, ...]:
    if "et al" in names:
        first = re.sub(r",? et al.*", "", names)
        return (Author(first), Author("Roe"), Author("Poe"))
    return tuple(Author(name) for name in re.split(r" (?:and|&) ", names))


def _parts(work: Work) -> Iterator[tuple[CitationMark | str, ...]]:
    ids = ShortIds(work.papers)
    for sentence in sentences(work.text):
        yield cite_papers(sentence.text, (), ids, "en")


def _names(work: Work) -> Iterator[Name]:
    for number, parts in enumerate(_parts(work)):
        for place, part in enumerate(parts):
            if _is_name(part):
                read = "".join(_shown(own, at == place) for at, own in enumerate(parts))
                mark = sha256(read.encode()).hexdigest()[:10]
                yield Name(f"{work.id} sentence {number + 1}", mark, read)


def _shown(part: str | CitationMark, is_asked: bool) -> str:
    if isinstance(part, str):
        return part
    if part.form is CitationForm.TEXTUAL:
        return f">>{part.names}<<" if is_asked else f"{part.names} (0)"
    return " (" + "; ".join(part.papers) + ")"


def _is_name(part: str | CitationMark) -> bool:
    return isinstance(part, CitationMark) and part.form is CitationForm.TEXTUAL


def _named_ids(work: Work) -> set[str]:
    ids = ShortIds(work.papers)
    return {
        ids.short(part.papers[0])
        for parts in _parts(work)
        for part in parts
        if isinstance(part, CitationMark) and _is_name(part)
    }


def _named_by_what_follows(work: Work) -> set[str]:
    """Return the ids that became names by the earlier rule: a word in lower case follows."""
    marks = MARK.finditer(work.text)
    return {found[1] for found in marks if _FOLLOWS_ALONE.match(work.text, found.end())}


if __name__ == "__main__":
    for name in _drawn([name for work in _works() for name in _names(work)]):
        print(f"{name.mark}\t{name.place}\t{name.sentence}")
