"""Rendered hostile texts compile, and no engine reads, writes or runs anything for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_texts import hostile_texts

from citeloom.methods.modelled.clean_words import clean_words
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Heading,
    Paragraph,
    Part,
    Sentence,
    SentenceKind,
)
from citeloom.models.formulas import split_formulas
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render
from citeloom_latex.typesetting import Typesetting
from texlive import compile_alone, needs_engine, needs_tex

ENGINES = ("pdflatex", "xelatex", "lualatex")
STYLES = (CitationStyle(None, "cite"), CitationStyle("citet", "citep"))
BEGIN = r"""\documentclass{article}
\usepackage{natbib}
\newcommand\state{\par\typeout{state \the\currentgrouplevel\ifvmode v\fi
 \the\catcode`\\ \the\catcode`\{ \the\catcode`\} \the\catcode`\% \the\catcode`\~
 \the\catcode`\^ \the\catcode`\$ \the\catcode`\& \the\catcode`\# \the\catcode`\_
 \meaning\cite \meaning\par}}
\begin{document}
\state
"""
WRITTEN = {"main.tex", "canary.tex", "main.aux", "main.log", "main.pdf", "main.fls"}


def sentence_of(text: str, number: int) -> Sentence:
    """Return a text as a sentence by one of the ways that texts come into sentences."""
    mark = CitationMark(("p",))
    parts: tuple[Part, ...]
    match number % 5:
        case 0:
            parts = (text, mark)
        case 1:
            parts = (*split_formulas(clean_words(text)), mark, ".")
        case 2:
            parts = ("As ", CitationMark(("p",), CitationForm.TEXTUAL, text), " find, it holds.")
        case 3:
            parts = ("It holds", CitationMark(("p",), note=text), ".")
        case _:
            parts = (text, text[::-1], mark, text)
    return Sentence(parts, SentenceKind.STATEMENT, ())


def rendered_texts(seed: int, count: int, typesetting: Typesetting) -> Iterator[str]:
    """Yield the LaTeX of paragraphs, each of one hostile text."""
    for number, text in enumerate(hostile_texts(seed, count)):
        heading = (Heading(text),) if number % 7 == 0 else ()
        paragraph = Paragraph("trees", (sentence_of(text, number),), heading)
        style = STYLES[number % len(STYLES)]
        yield render([paragraph], {"p": "key"}, style, typesetting=typesetting).latex


def hold(engine: str, folder: Path, seed: int, count: int) -> None:
    """Compile rendered texts, and hold the engine to their document alone."""
    typesetting = Typesetting(is_unicode=engine != "pdflatex")
    texts = list(rendered_texts(seed, count, typesetting))
    body = "".join(f"{text}\n\n\\state\n" for text in texts)
    (folder / "canary.tex").write_text("dead")
    main = folder / "main.tex"
    main.write_text(f"{BEGIN}{body}\\end{{document}}\n", encoding="utf-8", newline="")
    log = compile_alone(engine, main)
    assert log.errors == ()
    states = [line for line in log.text.splitlines() if line.startswith("state ")]
    assert len(states) == len(texts) + 1
    assert set(states) == {states[0]}
    assert {Path(path).name for path in log.read_here} <= {"main.tex", "main.aux"}
    assert {path.name for path in folder.iterdir()} <= WRITTEN


@pytest.mark.parametrize("engine", [needs_engine(engine) for engine in ENGINES])
def test_hostile_texts_are_words_to_every_engine(engine: str, tmp_path: Path) -> None:
    hold(engine, tmp_path, 20, 500)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [needs_engine(engine) for engine in ENGINES])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_many_hostile_texts_are_words_to_every_engine(
    engine: str, seed: int, tmp_path: Path
) -> None:
    hold(engine, tmp_path, seed, 2000)


@needs_tex
def test_an_engine_that_reads_or_writes_is_told(tmp_path: Path) -> None:
    """The look at files and states sees what it is to see."""
    (tmp_path / "canary.tex").write_text("alive")
    main = tmp_path / "main.tex"
    harm = "\\input{canary} \\bgroup \\immediate\\openout7=written.tex \\immediate\\closeout7"
    main.write_text(f"{BEGIN}{harm}\n\\state\n\\end{{document}}\n")
    log = compile_alone("pdflatex", main)
    assert "canary.tex" in {Path(path).name for path in log.read_here}
    assert (tmp_path / "written.tex").exists()
    first, second = (line for line in log.text.splitlines() if line.startswith("state "))
    assert first != second
