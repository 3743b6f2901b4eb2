"""Real .bib and .tex files with one slip in each: what else is lost by it.

``python -m bench.mutations SEED [COUNT] [FOLDER]`` changes one place of a file by chance, so often
for each of the two, in the corpus or in another folder: half an entry or a command typed there,
with what follows right behind it, a brace or a quote deleted, the rest of an entry or a line cut
off. All entries and citations that the slip does not touch must be found as before, and an edit
must give what reading afresh gives.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.drafts import CORPUS
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.text import BibText
from citeloom_latex.file_encoding import decode
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

COUNT = 800
MOST = 60_000
"""How many characters of a file are taken."""

LEAST = 5
"""How many entries or citations a file must have."""

HALF_ENTRIES = (
    *("@", "@a", "@article", "@article{", "@article{key", "@article{key,", "@article{key, title"),
    *("@article{key, title = ", "@article{key, title = {", "@article{key, title = {A"),
    *("@article{key,title={A},", "@article(key, title = {A", '@misc{x, note = "a'),
    *("@misc{k, y = 1", "@string{a = ", '@string{a = "x"', "@comment{", "@preamble{"),
    *('@preamble{"', "@inproceedings{a b", "@misc{a, author = {B and ", "@misc{a, title = {{A} b"),
    *("@misc{a,\n  title = {A},\n  year = ", '@misc{a,\n  title = "A',),
)  # fmt: skip
HALF_COMMANDS = (
    *("\\cite", "\\cite{", "\\cite{smi", "\\citep[see", "\\citep[see][", "\\citet{a,"),
    *("\\cites{a}{", "\\begin{", "\\begin{ver", "\\begin{verbatim}", "\\begin{itemize}", "\\end{"),
    *("\\begin{abstract}", "\\section{Rel", "\\section{", "\\input{", "\\ref{", "\\footnote{a"),
    *("{", "}", "[", "]", "$", "$$", "\\[", "\\", "\\(", "\\verb|", "\\lstinline!a", "\\url{http://a"),
    *("\\iffalse ", "\\title{A", "\\abstract{", "\\usepackage[", "\\bibitem[", "\\bibliography{r"),
    *("\\textbf{a", "\\newcommand{\\a}", "\\newcommand{\\a}[1]{", "\\def\\a{", "\\let\\a", "@"),
)  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """What is changed: a range, what comes there, and the range that the author is at work in."""

    what: str
    span: Span
    new: str
    touched: Span


@dataclass
class Tally:
    """What was found: how many slips and others there were, and what went wrong."""

    slips: int = 0
    others: int = 0
    lost: int = 0
    different: int = 0
    raised: int = 0

    def line(self, kind: str, seed: int) -> str:
        return (
            f".{kind}, seed {seed}: {self.slips} mutations, {self.others} others, "
            f"{self.lost} lost, {self.different} differ from reading afresh, {self.raised} raised"
        )


@cache
def real_texts(ending: str, folder: Path = CORPUS) -> list[tuple[str, str]]:
    """Return the names and texts of a folder that hold enough to lose."""
    found = []
    for path in sorted(folder.rglob(f"*.{ending}")):
        text = decode(path.read_bytes()).text[:MOST]
        if len(_KINDS[ending].things(text)) >= LEAST:
            found.append((str(path.relative_to(folder)), text))
    return found


Thing = tuple[Span, tuple[object, ...]]
"""Where an entry or a citation stands, and what must stay the same of it."""


def _bib_things(text: str) -> list[Thing]:
    return _entries(text, scan_bib(text))


def _entries(text: str, facts: BibFacts) -> list[Thing]:
    return [
        (
            entry.span,
            (
                entry.type,
                entry.key,
                *(text[field.name_start : field.value_end] for field in entry.fields),
            ),
        )
        for entry in facts.entries
    ]


def _tex_things(text: str) -> list[Thing]:
    return [
        (citation.span, (citation.command, *(key.key for key in citation.keys)))
        for citation in scan_tex(text).citations
    ]


def bib_slips(text: str, chance: random.Random) -> Iterator[Slip]:
    """Yield slips of one who writes an entry."""
    entries = [span for span, _ in _bib_things(text)]
    while True:
        span = chance.choice(entries)
        what = chance.choice(("half before", "half within", "deleted", "added", "cut", "cut short"))
        if what == "half before":
            new = chance.choice(HALF_ENTRIES) + chance.choice(("", " ", "  ", "\n"))
            yield Slip(what, Span(span.start, span.start), new, Span(span.start, span.start))
        elif what == "half within":
            at = chance.randrange(span.start + 1, span.end)
            yield Slip(what, Span(at, at), chance.choice(HALF_ENTRIES), span)
        elif what == "deleted":
            places = [at for at in range(span.start, span.end) if text[at] in '{}",=@()#']
            at = chance.choice(places)
            yield Slip(what, Span(at, at + 1), "", span)
        elif what == "added":
            at = chance.randrange(span.start + 1, span.end)
            yield Slip(what, Span(at, at), chance.choice('{}",=@'), span)
        else:
            at, end = chance.randrange(span.start + 1, span.end), span.end
            while what == "cut short" and end < len(text) and text[end].isspace():
                end += 1
            yield Slip(what, Span(at, end), chance.choice(("", " ")), span)


def tex_slips(text: str, chance: random.Random) -> Iterator[Slip]:
    """Yield slips of one who writes a paragraph, in the body."""
    body = scan_tex(text).document or Span(0, len(text))
    places = [at for at in range(body.start, body.end) if text[at] in "{}[]$%\\"]
    while True:
        at = chance.randrange(body.start, body.end + 1)
        what = chance.choice(("half", "half, @ behind", "deleted", "cut"))
        if what == "deleted" and places:
            at = chance.choice(places)
            yield Slip(what, Span(at, at + 1), "", _line(text, at, at + 1))
        elif what == "cut":
            end = min(body.end, at + chance.choice((1, 2, 30, 400)))
            yield Slip(what, Span(at, end), "", _line(text, at, end))
        else:
            new = chance.choice(HALF_COMMANDS) + ("@" if "@" in what else "")
            yield Slip(what, Span(at, at), new, _line(text, at, at))


def _line(text: str, start: int, end: int) -> Span:
    """Return the lines that a range touches."""
    behind = text.find("\n", end)
    return Span(text.rfind("\n", 0, start) + 1, len(text) if behind < 0 else behind)


@dataclass(frozen=True)
class _Kind:
    things: Callable[[str], Sequence[Thing]]
    slips: Callable[[str, random.Random], Iterator[Slip]]
    is_same: Callable[[str, Slip, str], bool]


def _is_same_bib(text: str, slip: Slip, edited: str) -> bool:
    return BibText.of(text).replaced(slip.span, slip.new).facts == scan_bib(edited)


def _is_same_tex(text: str, slip: Slip, edited: str) -> bool:
    return TexText.of(text).replaced(slip.span, slip.new).facts == scan_tex(edited)


_KINDS = {
    "bib": _Kind(_bib_things, bib_slips, _is_same_bib),
    "tex": _Kind(_tex_things, tex_slips, _is_same_tex),
}


def mutate(kind: str, seed: int, count: int = COUNT, folder: Path = CORPUS) -> Tally:
    """Try ``count`` slips, print those that cost something, and return what came of all."""
    chance, tally = random.Random(seed), Tally()
    texts, mutation = real_texts(kind, folder), _KINDS[kind]
    while tally.slips < count:
        name, text = chance.choice(texts)
        slip = next(mutation.slips(text, chance))
        tally.slips += 1
        edited = text[: slip.span.start] + slip.new + text[slip.span.end :]
        try:
            others = [thing for span, thing in mutation.things(text) if not _touches(span, slip)]
            lost = Counter(others) - Counter(thing for _, thing in mutation.things(edited))
            same = mutation.is_same(text, slip, edited)
        except Exception as raised:
            tally.raised += 1
            print(f"{name}: {slip}: {raised!r}", flush=True)
            continue
        tally.others += len(others)
        tally.lost += lost.total()
        tally.different += not same
        if lost or not same:
            print(f"{name}: {slip}: lost {list(lost)[:3]}, same {same}", flush=True)
    return tally


def _touches(span: Span, slip: Slip) -> bool:
    touched = slip.touched
    return span.start < touched.end and touched.start < span.end


def main(seed: str = "1", count: str = str(COUNT), folder: str = str(CORPUS)) -> None:
    """Print what is lost in both kinds of texts."""
    for kind in _KINDS:
        tally = mutate(kind, int(seed), int(count), Path(folder))
        print(tally.line(kind, int(seed)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
