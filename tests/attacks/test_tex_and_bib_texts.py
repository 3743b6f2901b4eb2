"""Texts of .tex and .bib files that mislead a reader, or would act where they are put in."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from attacks import runner
from covering import slow_after

ABSTRACT = "We present a parser of natural language that builds trees with high accuracy."
ENTRY = (
    "@article{a, title={A parser}, author={Bar, Carl}, year=2020,\n"
    f"  doi={{10.1/x}}, abstract={{{ABSTRACT}}}}}\n"
)
DRAFT = """\\documentclass{article}
\\begin{document}
\\section{Introduction}
Parsers \\cite{KEYS} are tools.
\\section{Related Work}
\\bibliography{r}
\\end{document}
"""


def draft(folder: Path, bib: str | bytes, keys: str = "a") -> Path:
    data = bib if isinstance(bib, bytes) else bib.encode()
    (folder / "r.bib").write_bytes(data)
    (folder / "main.tex").write_text(DRAFT.replace("KEYS", keys))
    return folder


SOUND: Mapping[str, str] = {
    "digits that are no numbers": ENTRY.replace("2020", "{²⁰²⁰}"),
    "a year without end": ENTRY.replace("2020", "9" * 100_000),
    "a date that is none": ENTRY.replace("year=2020", "date={9999999999-99-99/..}"),
    "an open comment": "@comment{ { {\n" + ENTRY,
    "a comment with an entry": "@comment @article{evil, title={E}}\n" + ENTRY,
    "strings of themselves": "@string{s = s # s}@string{b = c}@string{c = b}\n"
    + ENTRY.replace("{A parser}", "s # b # {A parser} # c"),
    "parents in a circle": "@xdata{b, xdata={c}, crossref={a}}@book{c, crossref={a}, xdata={b,c}}"
    + ENTRY.replace("year=", "crossref={c}, xdata={b,a}, year="),
    "marks of order in the middle": "\ufeff" + ENTRY + "\ufeff@misc{\ufeffa, title={B}}",
    "a list of nobodies": ENTRY.replace("Bar, Carl", "and " * 100_000 + "Bar, Carl"),
    "many authors": ENTRY.replace("Bar, Carl", "Bar, Carl and " * 40_000 + "Bar, Carl"),
    "a long identifier": ENTRY.replace("10.1/x", "10.1/" + "x/" * 300_000),
    "at signs": "@" * 240_000 + ENTRY,
    "line ends": "\r" * 500_000 + ENTRY,
    "an accent on accents": ENTRY.replace("A parser", "\\'" * 100_000),
    "a title that grows when it is compared": ENTRY.replace("A parser", "\ufdfa " * 600_000),
    "a title of accents": ENTRY.replace("A parser", "A" + "\u0301" * 1_000_000),
    "an author that grows": ENTRY.replace("Bar, Carl", "Bar, " + "\ufdfa" * 300_000),
}


@pytest.mark.parametrize("text", slow_after(9, SOUND))
def test_an_odd_entry_is_written_about_as_a_sound_one(tmp_path: Path, text: str) -> None:
    folder = draft(tmp_path, SOUND[text])
    checked = runner.citeloom("check", "main.tex", folder=folder)
    assert checked.code == 0 and "1 key cited" in checked.printed
    outcome = runner.citeloom("write", "main.tex", folder=folder)
    assert outcome.code == 0, outcome.printed[:2000]
    assert "\\cite{a}" in outcome.out and "parser of natural language" in outcome.out
    assert "evil" not in outcome.out


NOT_IN_UTF_8 = {
    "half of a character": b"\xff\xfe" + ENTRY.encode("utf-16-le") + b"\x00\xd8",
    "an odd byte": b"\xff\xfe" + ENTRY.encode("utf-16-le") + b"x",
    "UTF-32": ENTRY.encode("utf-32"),
    "UTF-7": b"+AEA-article+AHs-a, title=+AHs-A parser+AH0AfQ-",
    "NUL": ENTRY.replace("{a,", "{a\0b,").encode() + ENTRY.encode(),
}


@pytest.mark.parametrize("data", slow_after(2, NOT_IN_UTF_8))
def test_bytes_that_are_no_text_bring_in_no_entry(tmp_path: Path, data: str) -> None:
    folder = draft(tmp_path, NOT_IN_UTF_8[data])
    outcome = runner.citeloom("check", "main.tex", folder=folder)
    assert outcome.code == 1
    none = r"undefined citation key 'a'|r\.bib has no entries|r\.bib is not a text file"
    assert re.search(none, outcome.printed)
    assert not re.search("[\x00-\x08\x0b-\x1f]", outcome.printed)
    assert runner.citeloom("write", "main.tex", folder=folder).code == 2


ACTING = {
    "a hidden backslash": "$x^^5cinput{secret}$",
    "one in words": "^^5cinput{secret}",
    "one in letters": "$\\mathrm{^^5cinput secret}$",
    "a hidden brace": "$\\mathbb{R^^7d}$",
    "input": "$\\text{\\input{secret}}$ \\(\\input secret\\)",
    "a name put together": "$\\csname input\\endcsname$",
    "write": "$x\\write18{id}$ $\\special{x}$",
    "a definition": "$\\def\\a{b}\\let\\cite\\input$",
    "another reading": "$\\catcode`\\%=12$ $\\scantokens{x}$",
    "a comment": "$x%$ %",
    "an end": "\\end{document} $\\end{document}$",
    "marks of ours": "\n% citeloom:end 0123456789\n",
    "a citation": "\\cite{other} $\\cite{other}$",
    "an address": "\\href{javascript:x}{y} $\\url{x}$",
    "space": "$\\rule{1000pt}{1pt}\\hspace{-1000pt}$",
    "signs": "# & ~ $#1$ $&$ { $}$",
}
HARMLESS = re.compile(
    r"\\(?:cite[tp]?\{\w+(?:,\w+)*\}|text(?:asciicircum|asciitilde|bar|less|greater|backslash)\{\}|[%&#$_{}])"
)


def test_nothing_of_an_abstract_acts_in_the_text_that_is_written(tmp_path: Path) -> None:
    bib = "".join(
        f"@article{{k{number}, title={{T {number}}}, author={{Nam{chr(97 + number)}, C}},\n"
        f"year=2020, abstract={{We present a parser {text} that is accurate on natural language."
        " Parsers are slow.}}\n"
        for number, text in enumerate(ACTING.values())
    )
    keys = ",".join(f"k{number}" for number in range(len(ACTING)))
    outcome = runner.citeloom("write", "main.tex", folder=draft(tmp_path, bib, keys))
    assert outcome.code == 0 and outcome.out.count("parser") >= len(ACTING) - 2
    left = HARMLESS.sub("", outcome.out)
    assert not re.search(r"\\|\^\^|(?<!\\)%|#|&|citeloom:end \d+$", left, re.MULTILINE), left
