"""Reading a draft of 1 MB: afresh, after one keystroke, on adversarial text, and what it holds.

The lower bound is one pass of a regular expression that knows nothing but citations.
"""

import gc
import re
import tracemalloc
from bisect import bisect_right

from bench.shared.data import CITES, draft
from bench.shared.timing import paired
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, TexFacts
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

LENGTH = 1_000_000
SHORT, LONG = 100_000, 800_000
ADVERSARIAL = {
    "unclosed braces": "{",
    "deep nesting": "{" * 50 + "}" * 50,
    "unclosed cites": "\\cite{a,",
    "unclosed sections": "\\section{A \\cite{b} ",
    "unclosed definitions": "\\newcommand{\\a}[1]{\\cite{#1} ",
    "unclosed verbatim": "\\begin{verbatim} a ",
    "unclosed verbatim in paragraphs": "\\begin{verbatim}\n\n",
    "unclosed dead branches": "\\iffalse a ",
    "unclosed dead branches in paragraphs": "\\iffalse\n\n",
    "guarded ends of input": "\\endinput\n\n",
    "unclosed setups": "\\hypersetup{\n\n",
    "cites on one line": "\\citep[see][p. 2]{key2020} and ",
    "percent signs": "\\%% ",
    "unclosed parentheses of cites": "\\cite(",
    "definitions without a body": "\\def\\a",
    "unclosed labels": "\\bibitem[",
    "unclosed abstracts with headings": "\\begin{abstract}\\section{x}",
}


def main() -> None:
    """Print the ratios."""
    gc.set_threshold(50_000)  # As `citeloom.__main__` does.
    text = draft(LENGTH)
    before = TexText.of(text)
    at = text.index(" ", LENGTH // 2)
    typed = Span(at, at)

    def afresh() -> TexFacts:
        return scan_tex(text)

    def edited() -> TexFacts:
        return before.replaced(typed, "x").facts

    def read_back() -> str:
        after = before.replaced(typed, "x")
        return after.text if after.facts else ""

    def near() -> Citation:
        return _before(edited(), at)

    def near_afresh() -> Citation:
        return _before(afresh(), at)

    def cited() -> list[object]:
        return [*edited().citations]

    def keyed() -> list[object]:
        return [key.span for citation in edited().citations for key in citation.keys]

    def headed() -> list[object]:
        return [*edited().sections]

    def asked() -> list[list[object]]:
        facts = edited()
        return [[*facts.citations], [*facts.sections]]

    def all_edited() -> list[list[object]]:
        facts = edited()
        return [[*facts.citations], [*facts.sections], [*facts.skipped], [*facts.macros]]

    size = f"{LENGTH / 1e6:.0f} MB draft"
    least = paired(afresh, lambda: list(CITES.finditer(text)))
    print(least.line(f"{size} afresh", "a pass for citations alone"))
    print(paired(lambda: TexText.of(text), afresh).line("the same, to be edited", "scan_tex"))
    print(paired(afresh, edited).line("afresh", "facts after a keystroke"))
    print(paired(near_afresh, near).line("afresh", "the citation before the cursor after one"))
    print(paired(afresh, cited).line("afresh", "all citations after one"))
    print(paired(afresh, keyed).line("afresh", "the places of all keys after one"))
    print(paired(afresh, headed).line("afresh", "all sections after one"))
    print(paired(afresh, asked).line("afresh", "all citations and sections after one"))
    print(paired(afresh, read_back).line("afresh", "facts and the whole text after one"))
    print(paired(afresh, all_edited).line("afresh", "every single fact read after one"))
    _without_blank_lines(text)
    for what, piece in ADVERSARIAL.items():
        _growth(what, piece)
    _memory(text)


def _without_blank_lines(text: str) -> None:
    text = re.sub(r"\n\s*\n", "\n", text)
    before, at = TexText.of(text), text.index(" ", len(text) // 2)
    line = paired(lambda: scan_tex(text), lambda: before.replaced(Span(at, at), "x").facts)
    print(line.line("without blank lines afresh", "facts after a keystroke"))


def _before(facts: TexFacts, at: int) -> Citation:
    citations = facts.citations
    return citations[bisect_right(citations, at, key=lambda citation: citation.span.start) - 1]


def _growth(what: str, piece: str) -> None:
    short, long = (piece * (length // len(piece)) for length in (SHORT, LONG))
    by = f"{LONG // SHORT} times the {what}"
    gc.disable()  # It would be measured, too: it goes through all that is there again and again.
    print(paired(lambda: scan_tex(long), lambda: scan_tex(short)).line(by, "these"))
    chunks = paired(lambda: TexText.of(long), lambda: TexText.of(short))
    print(chunks.line("  the same in chunks", "these"))
    gc.enable()


def _memory(text: str) -> None:
    size = len(text.encode())
    for what, read in (("scan_tex", scan_tex), ("TexText.of", TexText.of)):
        read(text)
        tracemalloc.start()
        kept = read(text)
        now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        print(f"{what}: holds {now / size:.2f} x the text's bytes, {peak / size:.2f} x at its peak")
        del kept
