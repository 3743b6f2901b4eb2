"""Macros of the author's own that read a file are inputs where they are used."""

import pytest
from families import families
from tabled import tabled

from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def inputs(facts: TexFacts) -> list[tuple[str, str]]:
    return [(one.directory, one.path) for one in facts.inputs]


@tabled(least=19)
def test_a_macro_that_reads_a_file(definition: str, use: str, expected: list[str]) -> None:
    text = f"{definition} {use} text"
    facts = scan_tex(text)
    assert inputs(facts) == [tuple(expected)]
    (found,) = facts.inputs
    assert found.span.of(text) == use
    assert found.span.contains(found.path_span)
    other = scan_tex(use, wrappers=facts.wrappers)
    assert inputs(other) == [tuple(expected)]


OL_IMPORT = r"""
\DeclareDocumentCommand \chap { s o m o }{%
  \IfNoValueTF{#2}{\new{\subfile{#3}}{\subfile{\base #3}}}{%
    \new{\subfile{#2/#3}}{\subfile{\base #3}}}}
"""


@pytest.mark.parametrize(
    ("use", "path"),
    [
        (r"\chap{a}", "a"),
        (r"\chap[d]{a}", "d/a"),
        (r"\chap[d]{a}[section]", "d/a"),
        (r"\chap*[d]{a}", "d/a"),
    ],
)
def test_of_several_files_the_one_that_uses_most_of_what_is_given(use: str, path: str) -> None:
    assert inputs(scan_tex(OL_IMPORT + use)) == [("", path)]


def test_the_path_is_where_its_last_argument_is() -> None:
    text = r"\newcommand{\chap}[2][c]{\input{#1/#2}} \chap[ x ]{ a }"
    (found,) = scan_tex(text).inputs
    assert (found.command, found.path, found.path_span.of(text)) == ("chap", "x/a", "a")
    text = r"\newcommand{\preface}{\input{preface}} \preface"
    assert scan_tex(text).inputs[0].path_span.of(text) == r"\preface"


@pytest.mark.parametrize("text", FAMILIES["what_reads_no_file"])
def test_what_reads_no_file(text: str) -> None:
    assert scan_tex(text).inputs == ()


def test_a_macro_may_cite_and_read() -> None:
    text = r"\newcommand{\chap}[1]{\nocite{k}\input{#1}} \chap{a}"
    facts = scan_tex(text)
    assert inputs(facts) == [("", "a")]
    assert [key.key for cite in facts.citations for key in cite.keys] == ["k"]


def test_inputs_stand_in_the_order_of_the_text() -> None:
    text = r"\chap{a} \input{b} \chap{c} \newcommand{\chap}[1]{\input{#1}}"
    assert inputs(scan_tex(text)) == [("", "a"), ("", "b"), ("", "c")]


def test_names_that_would_grow_without_end_are_given_up() -> None:
    definitions = [r"\def\xa#1{\input{#1#1}}"]
    for before, name in zip("abcdefghijklmno", "bcdefghijklmnop", strict=True):
        definitions.append(rf"\def\x{name}#1{{\x{before}{{#1#1}}}}")
    facts = scan_tex("\n".join([*definitions, r"\xb{a} \xp{a}"]))
    assert inputs(facts) == [("", "aaaa")]
