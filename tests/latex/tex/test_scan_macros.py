from itertools import pairwise

import pytest
from families import families

from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def cited(facts: TexFacts) -> list[tuple[str, list[str]]]:
    return [(cite.command, [key.key for key in cite.keys]) for cite in facts.citations]


@pytest.mark.parametrize("definition", FAMILIES["a_macro_that_takes_keys"])
def test_a_macro_that_takes_keys(definition: str) -> None:
    text = definition + r" \mc{a, b}"
    facts = scan_tex(text)
    assert cited(facts) == [("mc", ["a", "b"])]
    assert [key.span.of(text) for key in facts.citations[0].keys] == ["a", "b"]


def test_arguments_that_hold_no_keys() -> None:
    text = r"""
\newcommand{\withnote}[2][p.]{\citep[#1]{#2}}
\newcommand{\first}[2]{\cite{#1} says ``#2''}
\NewDocumentCommand{\starred}{s O{} m m}{\IfBooleanTF{#1}{\citet[#2]{#3}}{\citep{#3}} #4}
\def\bracketed[#1]#2{\cite[#1]{#2}}
\newcommand{\several}[2]{\cites{#1}[see][]{#2}}
\bracketed[p]{f} \several{g}{h}
\withnote[p.~3]{a} \withnote{b} \first{c}{a word, another} \starred*[x]{d}{e}
"""
    assert cited(scan_tex(text)) == [
        ("bracketed", ["f"]),
        ("several", ["g", "h"]),
        ("withnote", ["a"]),
        ("withnote", ["b"]),
        ("first", ["c"]),
        ("starred", ["d"]),
    ]


def test_a_macro_that_stands_for_a_key() -> None:
    text = r"\newcommand{\smith}{\cite{smith20}\xspace} By \smith{} and \smiths."
    facts = scan_tex(text)
    assert cited(facts) == [("smith", ["smith20"])]
    (key,) = facts.citations[0].keys
    assert not key.written
    assert key.span.of(text) == r"\smith"
    assert [key.span.of(text) for key in facts.wrappers[0].keys] == ["smith20"]


def test_a_key_of_its_own_beside_an_argument() -> None:
    text = r"\newcommand{\both}[1]{\cite{base,#1}} \both{x}"
    (citation,) = scan_tex(text).citations
    assert [(key.key, key.written) for key in citation.keys] == [("base", False), ("x", True)]


def test_a_macro_counts_before_its_definition_and_under_a_cite_name() -> None:
    text = r"\citesmith \mycite{p. 3}{k} \newcommand{\citesmith}{\citep{s}}"
    text += r"\newcommand{\mycite}[2]{\cite[#1]{#2}}"
    assert cited(scan_tex(text)) == [("citesmith", ["s"]), ("mycite", ["k"])]


def test_a_macro_named_like_a_cite_command_may_cite_nothing() -> None:
    text = r"\newcommand{\citehere}[1]{\textcolor{red}{[#1]}} \citehere{something} \cite{a}"
    assert cited(scan_tex(text)) == [("cite", ["a"])]


def test_redefined_cite_commands_keep_their_meaning() -> None:
    text = r"\let\oldcite\cite \renewcommand{\cite}[1]{[\oldcite{#1}]} \cite{a} \oldcite{b}"
    assert cited(scan_tex(text)) == [("cite", ["a"]), ("oldcite", ["b"])]


def test_what_a_macro_prints_as_it_is_written_cites_nothing() -> None:
    text = (
        r"\newrobustcmd*{\code}[1]{\texttt{\detokenize{#1}}} \newcommand{\mc}[1]{\cite{#1}}"
        r" Write \code{\cite{a} or \mc{b}}, as in \mc{c} and \cite{d}."
    )
    assert [key.key for cite in scan_tex(text).citations for key in cite.keys] == ["c", "d"]
    style = scan_tex(text[: text.index("Write")])
    used = scan_tex(text[text.index("Write") :], wrappers=style.wrappers)
    assert [key.key for cite in used.citations for key in cite.keys] == ["c", "d"]


def test_macros_do_not_count_where_nothing_counts() -> None:
    text = "\\def\\smith{\\cite{s}}\n% \\smith\n\\verb|\\smith| \\newcommand{\\x}{by \\smith}"
    assert scan_tex(text).citations == ()


def test_macros_of_another_text_are_passed_on() -> None:
    style = scan_tex(r"\newcommand{\smith}{\cite{smith20}}\newcommand{\mc}[1]{\cite{#1}}")
    text = r"\smith\ and \mc{a} \def\again{\mc{b}} \again"
    facts = scan_tex(text, wrappers=style.wrappers)
    assert cited(facts) == [("smith", ["smith20"]), ("mc", ["a"]), ("again", ["b"])]
    assert [wrapper.name for wrapper in facts.wrappers] == ["again"]


def test_a_half_typed_argument_of_a_macro() -> None:
    text = r"\newcommand{\mc}[1]{\cite{#1}} \mc{smi"
    assert cited(scan_tex(text)) == [("mc", ["smi"])]


def test_headings_inputs_and_titles_of_definitions_do_not_count() -> None:
    text = (
        r"\newcommand{\x}[1]{\section{A}\input{b}\title{C}\bibliography{d}} \titleformat\section{}"
    )
    facts = scan_tex(text)
    assert not (facts.sections or facts.inputs or facts.title or facts.bibliographies)


def test_an_environment_of_ones_own() -> None:
    text = r"\newenvironment{abs}[1]{\begin{abstract}#1}{\end{abstract}} \cite{a}"
    facts = scan_tex(text)
    assert facts.abstract is None
    assert cited(facts) == [("cite", ["a"])]


def test_an_argument_without_keys_belongs_to_its_macro_too() -> None:
    text = "\\newcommand{\\seealso}[1]{see \\cite{#1}}\nText \\seealso{} more."
    (found,) = scan_tex(text).citations
    assert text[found.span.start : found.span.end] == "\\seealso{}"


def test_macros_that_double_one_another_cite_each_key_once() -> None:
    names = [f"m{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(100)]
    doubling = "".join(f"\\newcommand{{\\{new}}}{{\\{old}\\{old}}}" for old, new in pairwise(names))
    text = f"\\newcommand{{\\{names[0]}}}{{\\cite{{a,b}}}}{doubling} \\{names[-1]}"
    assert cited(scan_tex(text)) == [(names[-1], ["a", "b"])]


def test_a_macro_cites_a_bounded_number_of_keys() -> None:
    keys = ",".join(f"k{n}" for n in range(1000))
    (cite,) = scan_tex(rf"\newcommand{{\all}}{{\cite{{{keys}}}}} \all").citations
    assert [key.key for key in cite.keys] == [f"k{n}" for n in range(50)]
