"""Headings of a result: their commands, their signs, and what becomes of them in a file."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.methods.result import Heading, Paragraph
from citeloom.placing.placement import section_block
from citeloom.placing.record_json import record_from_json, record_to_json
from citeloom.placing.render import RenderedText, heading_commands, render
from citeloom.placing.standing_paragraphs import placed_sentences
from citeloom_latex.tex.scan import scan_tex
from placing_samples import KEYS, NATBIB, after, cited, put, sentence, strip_marks
from texlive import compile_project, needs_tex

SECTION = "\\section{Related Work}\n\nOur own words.\n\n\\section{Method}\nRest.\n"


def section(text: str, *headings: Heading) -> Paragraph:
    return Paragraph("topic", (sentence(text, cited("p1"), "."),), headings)


def survey(first: str = "Parsing", second: str = "With trees") -> RenderedText:
    paragraphs = [
        section("A does it", Heading(first), Heading(second, 2)),
        section("B does it"),
        section("C does it", Heading("Ranking")),
    ]
    return render(paragraphs, KEYS, NATBIB)


@tabled(least=5)
def test_headings_are_below_the_sections_own(command: str, below: list[str]) -> None:
    (own,) = scan_tex(f"\\{command}{{Related Work}}\nText.").sections
    assert heading_commands(own) == tuple(below)


def test_a_section_to_come_is_one_of_the_highest_level() -> None:
    assert heading_commands(None)[0] == "subsection"


def test_headings_stand_before_their_paragraphs() -> None:
    assert survey().latex == (
        "\\subsection{Parsing}\n\n\\subsubsection{With trees}\n\nA does it~\\citep{key1}.\n\n"
        "B does it~\\citep{key1}.\n\n\\subsection{Ranking}\n\nC does it~\\citep{key1}."
    )


@given(st.text(max_size=40), st.integers(1, 9))
def test_a_heading_is_one_line_of_plain_words(text: str, level: int) -> None:
    rendered = render([section("A", Heading(text, level))], KEYS, NATBIB)
    *headings, _ = rendered.paragraphs
    for heading in headings:
        line = heading.sentences[0].latex
        (found,) = scan_tex(f"{line}\nText.").sections
        assert found.span.start == 0 and f"{line}".endswith("}") and "\n" not in line
        assert not re.search(r"(?<!\\)[%#&_]", line)


def test_a_deep_heading_has_the_lowest_command() -> None:
    rendered = render([section("A", Heading("Deep", 7))], KEYS, NATBIB)
    assert rendered.latex.startswith("\\subparagraph{Deep}")


def test_headings_come_into_the_file_and_stay_when_it_is_written_again() -> None:
    placed = put(SECTION, survey())
    text = after(SECTION, placed)
    assert [found.title for found in scan_tex(text).sections] == [
        "Related Work",
        "Parsing",
        "With trees",
        "Ranking",
        "Method",
    ]
    record = record_from_json(record_to_json(placed.record))
    assert record == placed.record
    assert put(text, survey(), record).edit is None
    assert strip_marks(text).count("\\subsection") == 2


def test_a_heading_that_its_author_changed_stays_and_others_are_renamed() -> None:
    placed = put(SECTION, survey())
    text = after(SECTION, placed).replace("{With trees}", "{With trees of mine}")
    again = put(text, survey("Parsers"), placed.record)
    written = after(text, again)
    assert "\\subsection{Parsers}" in written and "{Parsing}" not in written
    assert "\\subsubsection{With trees of mine}" in written


def test_a_heading_between_the_marks_is_known_as_one() -> None:
    placed = put(SECTION, survey())
    text = after(SECTION, placed)
    facts = scan_tex(text)
    block = section_block(text, facts.sections[0], facts)
    assert block is not None
    found = placed_sentences(text, block, placed.record)
    assert [own.sentence.is_heading for own in found] == [True, True, False, False, True, False]
    assert [own.sentence.keys for own in found if own.sentence.is_heading] == [(), (), ()]


def test_without_headings_nothing_changes() -> None:
    paragraphs = [replace(section("A does it"), headings=())]
    assert render(paragraphs, KEYS, NATBIB).latex == "A does it~\\citep{key1}."


@needs_tex
@pytest.mark.parametrize("command", ["section", "section*", "subsubsection"])
def test_tex_sets_headings_of_any_words(command: str, tmp_path: Path) -> None:
    awkward = "[R&D] of 50% #1_x: $a^b$ {~} \\foo – naïve “X” <y>"
    document = (
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{natbib,hyperref}\n"
        "\\begin{document}\n\\tableofcontents\n"
        f"\\{command}{{Related Work}}\n\n\\end{{document}}\n"
    )
    (own,) = scan_tex(document).sections
    paragraphs = [section("A", *(Heading(awkward, level) for level in range(1, 6)))]
    rendered = render(paragraphs, KEYS, NATBIB, encoding="ascii", headings=heading_commands(own))
    folder = tmp_path / "draft"
    folder.mkdir()
    main = folder / "main.tex"
    main.write_text(after(document, put(document, rendered)), "utf-8")
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.pdf is not None) == ((), True)
