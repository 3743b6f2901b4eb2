"""Searches for texts that a reader takes more time for than in proportion to their length.

Every beginning of every construct is repeated to two lengths, alone, with something behind it, and
its last characters behind the rest of it, in an order by chance. ``python -m bench growth`` does
that; ``python -m bench.growth SECONDS SEED [KIND ...]`` tries pairs of them by chance as well, for
so long.
"""

import gc
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from time import perf_counter, thread_time

from citeloom_latex.bib.names import names
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.plain import plain
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

SHORT, LONG = 10_000, 80_000
MOST = 12
"""The ratio of times up to which growth counts as linear; that of the lengths is 8."""

RUNS = 5
_TOLD = 100
"""After so many pieces a line says how many were tried."""

_TWICE = 3
"""The ratio for twice the longer length from which on growth surely is not linear."""

_NOISE = 0.01
"""Seconds that no quadratic text of the longer length stays below."""

TEX = r"""
\cite*(see)(p. 2)<x>[see][p. 2]{key,b_c} \cites(a)(b)[c][d]{e}[f]{g} \volcite[a]{2}[b]{key}
\foreigntextcquote{en}[a][b]{key}{text} \citelist{\cite{a}*{b}} \nocite{*} \citeyear{#1}
\mycite{a} \section*[short]{A \emph{long {title}}} \begin{document}\end{document}
\begin{verbatim}\end{verbatim} \begin{minted}[a]{b} \end{minted}
\begin{abstract}[a]x\end{abstract} \appendix \endinput \input{a/b} \input%a \import*{a/}{b}
\subfix{a} \bibliography[x]{a,\subfix{b}} \putbib[a,b] \newrefsection[a]
\usepackage[a={b,{c}},d]{e,f}%g \bibitem[{a}b(1999)]{%k \title[a]{b {c} d} \abstract[a]{b}{c}{d}
\setdefaultlanguage[a]{b} \babelprovide[main]{a} \bibliographystyle{a}
\hypersetup{a={b},pdftitle={c {d}}} \thusetup{title={a}} \newcommand*{\a}[2][b]{\cite{#1}#2}
\NewDocumentCommand\a{s O{b} >{c}m +d<>}{\cite{#1}} \def\a[#1]#2\b{\cite{#1}} \let\a=\cite
\a[b]{c} \newenvironment{a}[1][b]{c}{d} \DeclareCiteCommand{\a}[b]{c}{d}{e}{f}
\lstnewenvironment{a}[1][b]{c}{d} \newminted[a]{b}{c} \DefineVerbatimEnvironment{a}{b}{c}
\verb*|a| \lstinline[a]{b} \mintinline[a]{b}|c| \MakeShortVerb*{\|}|a|\DeleteShortVerb{\|}
\lstMakeShortInline[a]|b| \iffalse\ifx\a\b\else\fi \newif\ifabc \let\ifabc=\iffalse
\ifthenelse{a}{b}{c} \url{a%b} \href[a]{b}{c} \titleformat*{\section} %!TEX-root=a.tex \\*[2pt]
\[a\] $a$ $$b$$ \(c\) \"{a}\'e \c{c} \frac{a}{b}_{c}^{d} \texorpdfstring{a}{b} \footnote{a
\cite{b}} \label{a} \ref*{b} \begin{tabular}[a]{b}c&d\\\end{tabular} \item[a] \enquote{a} ``a''
---~&^_# \ifmmode a\else b\fi <sub>a</sub> &amp;#x20; \textbf{\emph{a}} \textsuperscript{a}
\begin{list}{a}{b} \multicolumn{2}{a}{b} \verbatiminput{a} \left( \right] \o{} {\O}
\textcolor{a}{b}
"""
BIB = r"""
@article{key,title={a{b}},year=1999,month=jan#"b",note="c{d}",} @misc{b,?}x @a(b,c={d})
@string{a={b},c="d"#e} @string(a="b") @preamble{"a"#{b}} @preamble("a") @comment{@a{b}} %@a{b,c={d}
@misca,b={c}} @article{a,b= @article{a b,c={d}} @article{,a={b}} @book{a,crossref={b},xdata={c,d}}
@inbook{a={b},c=d} @article{a b={c}} @a{b}c={d}, @unpublishedx,y=1
"""
NAMES = r"""
Berg,Jan,van_and_de_la_Cruz,Jr,A. family=Berg,given=Jan,prefix=van {NASA}and{A,B}and_others et_al.
A_B,C_D,and_E_F, \~n{\O} and_and
"""

_LETTERS = str.maketrans("_", " ")


def read_tex(text: str) -> None:
    """Read a LaTeX text with all that is worked out on first use."""
    facts = scan_tex(text)
    _ = facts.sections, facts.macros, facts.citations


def edit_tex(text: str) -> None:
    """Read a LaTeX text in chunks, and once more after an edit in its middle."""
    at = len(text) // 2
    facts = TexText.of(text).replaced(Span(at, at), "x").facts
    _ = [*facts.citations], [*facts.sections], [*facts.macros], [*facts.skipped]


def read_prose(text: str) -> None:
    """Show a LaTeX text as its readers see it; the time for its facts is small beside."""
    prose(text, Span(0, len(text)), scan_tex(text))


def read_bib(text: str) -> None:
    """Read a BibTeX text, its problems and the values of its entries."""
    facts = scan_bib(text)
    _ = facts.problems
    resolve([(text, facts)])


READERS: dict[str, tuple[str, tuple[Callable[[str], object], ...]]] = {
    "tex": (TEX, (read_tex, edit_tex, read_prose, plain)),
    "bib": (BIB, (read_bib,)),
    "names": (NAMES, (names,)),
}


def beginnings(constructs: str) -> list[str]:
    """Return every beginning of every construct once, and what stands between brackets in it."""
    found: dict[str, None] = {}
    for construct in constructs.split():
        written = construct.translate(_LETTERS) if constructs is NAMES else construct
        for end in range(1, len(written) + 1):
            found[written[:end]] = None
    return list(found)


def pieces(found: list[str]) -> Iterator[tuple[str, str]]:
    """Yield what is repeated: each beginning alone, and with what parts it from the next."""
    for beginning in found:
        for behind in ("", " x ", "\n", "} "):
            yield "", beginning + behind


def parts_behind(found: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each beginning with its last characters, which are repeated behind it."""
    for beginning in found:
        for length in (1, 2, 3):
            if len(beginning) > length + 2:
                yield beginning[:-length], beginning[-length:]


def pairs(found: list[str], seconds: float, seed: int) -> Iterator[tuple[str, str]]:
    """Yield two or three beginnings by chance, for so long."""
    chance = random.Random(seed)
    until = perf_counter() + seconds
    while perf_counter() < until:
        between = chance.choice(["", " ", "\n", "x"])
        yield "", between.join(chance.choices(found, k=chance.choice([2, 3])))


def growth(read: Callable[[str], object], piece: str, before: str = "") -> float | None:
    """Return how much more time the longer text takes, where that is more than ``MOST``."""
    short, long = (before + piece * (length // len(piece)) for length in (SHORT, LONG))
    ratio, best_short, best_long = 0.0, 1e9, 1e9
    for _ in range(RUNS):
        best_short = min(best_short, _timed(read, short))
        best_long = min(best_long, _timed(read, long))
        ratio = best_long / best_short
        if best_long < _NOISE or ratio <= MOST:
            return None
        if ratio > 2 * MOST and best_long > 0.1:
            return ratio
    twice = before + piece * (2 * LONG // len(piece))
    return ratio if min(_timed(read, twice) for _ in range(2)) > _TWICE * best_long else None


def _timed(read: Callable[[str], object], text: str) -> float:
    started = thread_time()
    read(text)
    return thread_time() - started


def search(kind: str, seconds: float, seed: int) -> None:
    """Try the pieces of a kind, and print those that take too long."""
    constructs, readers = READERS[kind]
    found = beginnings(constructs)
    first = [*pieces(found), *parts_behind(found)]
    random.Random(seed).shuffle(first)  # What is stopped early has tried some of everything.
    tried = 0
    for before, piece in chain(first, pairs(found, seconds, seed)):
        if tried % _TOLD == 0:
            print(f"{kind}: {tried} of {len(first)} pieces tried, then pairs", flush=True)
        tried += 1
        for read in readers:
            if (ratio := growth(read, piece, before)) is not None:
                print(f"{read.__name__}: {before!r}, {piece!r} ...: {ratio:.0f} times", flush=True)
    print(f"{kind}: {tried} pieces tried", flush=True)


def main(*, seconds: float = 0, seed: int = 1, kinds: Iterable[str] = READERS) -> None:
    """Search in all kinds of texts, or in some."""
    gc.disable()  # It would be measured, too.
    for kind in kinds:
        search(kind, seconds, seed)


if __name__ == "__main__":
    main(seconds=float(sys.argv[1]), seed=int(sys.argv[2]), kinds=sys.argv[3:] or READERS)
