"""A project as large as they come: a draft of 1 MB and a .bib of 10,000 real entries."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.shared.data import bib_text, draft
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

LENGTH = 1_000_000
ENTRIES = 10_000
SECTION = "Prior Work on This Draft"
PREAMBLE = (
    "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
    "\\usepackage{amsmath,amssymb,amsthm,mathtools}\n\\usepackage{graphicx,xcolor,tikz}\n"
    "\\usepackage{booktabs,multirow,caption,subcaption}\n\\usepackage{microtype,url,enumitem}\n"
    "\\usepackage[numbers]{natbib}\n\\usepackage{algorithm,algpseudocode}\n"
    "\\usepackage{hyperref}\n\\usepackage{cleveref}\n"
)


@dataclass(frozen=True)
class Place:
    """A place in one of the files, as the protocol has it."""

    uri: str
    line: int
    character: int

    @property
    def params(self) -> dict[str, Any]:
        """The place as parameters of a request."""
        position = {"line": self.line, "character": self.character}
        return {"textDocument": {"uri": self.uri}, "position": position}

    def after(self, characters: int) -> "Place":
        """Return the place so many characters further on in its line."""
        return Place(self.uri, self.line, self.character + characters)


@dataclass(frozen=True)
class Large:
    """The project: its files, a key cited in the middle of the draft, and where it is defined.

    ``typing`` is in a sentence in the middle, not on the line of ``key``; ``field`` at the end
    of a value in the middle of the .bib file; ``entry`` is the key there.
    """

    main: Path
    bib: Path
    key: Place
    typing: Place
    entry: Place
    field: Place


def large_project(folder: Path) -> Large:
    """Write the project; every key that is cited is in the .bib file."""
    bib_text_ = bib_text(ENTRIES)
    entries = scan_bib(bib_text_).entries
    keys = {entry.key for entry in entries}
    text = draft(LENGTH)
    cited = [key for citation in scan_tex(text).citations for key in citation.keys]
    parts, at = [], 0
    for number, key in enumerate(cited):
        if key.written and key.key not in keys:
            parts += [text[at : key.span.start], entries[number].key]
            at = key.span.end
    text = "".join([*parts, text[at:]])
    begin = "\\begin{document}\n"
    text = text.replace(begin, PREAMBLE + begin, 1)
    told = dict.fromkeys(it.key for it in entries if it.key and it.field("abstract"))
    section = f"\\section{{{SECTION}}}\nSee \\cite{{{', '.join(told)}}}.\n"
    ending = f"{section}\\bibliography{{references}}\n\\end{{document}}"
    text = ending.join(text.rsplit("\\end{document}", 1))
    main, bib = folder / "main.tex", folder / "references.bib"
    main.write_bytes(text.encode())
    bib.write_bytes(bib_text_.encode())
    return _described(main, text, bib, bib_text_)


def _described(main: Path, text: str, bib: Path, bib_text_: str) -> Large:
    facts = scan_tex(text)
    in_the_middle = [
        citation for citation in facts.citations if citation.span.start > len(text) // 2
    ]
    # What hover shows of a paper grows with how often it is cited: take one cited a few times.
    times: dict[str, int] = {}
    for citation in facts.citations:
        for key in citation.keys:
            times[key.key] = times.get(key.key, 0) + 1
    written = [key for citation in in_the_middle for key in citation.keys if key.written]
    chosen = min(written, key=lambda key: abs(times[key.key] - 3))
    lines = LineIndex(text)

    def place(path: Path, index: LineIndex, offset: int) -> Place:
        return Place(path.as_uri(), *index.position(offset, "utf-16"))

    word = text.index(" the ", chosen.span.end + 2000) + 1
    entries = scan_bib(bib_text_).entries
    entry = next(
        entry
        for number in range(len(entries) // 2, len(entries))
        if (entry := entries[number]).field("title")
    )
    title = entry.field("title")
    assert title is not None
    bib_lines = LineIndex(bib_text_)
    return Large(
        main,
        bib,
        place(main, lines, chosen.span.start + 1),
        place(main, lines, word),
        place(bib, bib_lines, entry.key_start + 1),
        place(bib, bib_lines, Span(*title.value_span).end - 1),
    )
