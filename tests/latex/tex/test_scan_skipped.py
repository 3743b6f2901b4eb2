import pytest
from families import families

from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def keys(text: str) -> list[str]:
    return [key.key for citation in scan_tex(text).citations for key in citation.keys]


@pytest.mark.parametrize("hidden", FAMILIES["hidden_parts_do_not_count_and_are_listed"])
def test_hidden_parts_do_not_count_and_are_listed(hidden: str) -> None:
    text = rf"\cite{{a}} {hidden} \cite{{b}}"
    facts = scan_tex(text)
    assert keys(text) == ["a", "b"]
    assert len(facts.skipped) == 1
    assert "cite" in facts.skipped[0].of(text)


def test_the_other_branch_counts() -> None:
    assert keys(r"\iffalse \cite{no} \else \cite{yes} \fi \cite{b}") == ["yes", "b"]


def test_nothing_after_the_end_of_the_document_counts() -> None:
    text = "\\begin{document}\\cite{a}\\end{document}\n\\cite{no} % x\n\\section{No}"
    facts = scan_tex(text)
    assert keys(text) == ["a"]
    assert facts.sections == ()
    assert facts.document is not None
    assert facts.document.of(text) == r"\cite{a}"
    assert [span.of(text) for span in facts.skipped] == ["\n\\cite{no} % x\n\\section{No}"]


@pytest.mark.parametrize("text", FAMILIES["what_is_not_closed_hides_nothing"])
def test_what_is_not_closed_hides_nothing(text: str) -> None:
    assert keys(text) == ["a"]


@pytest.mark.parametrize("declaration", FAMILIES["environments_that_the_text_declares"])
def test_environments_that_the_text_declares(declaration: str) -> None:
    assert keys(declaration + r"\begin{code}\cite{no}\end{code}\cite{a}") == ["a"]


@pytest.mark.parametrize("declaration", FAMILIES["short_verbs_count_once_declared"])
def test_short_verbs_count_once_declared(declaration: str) -> None:
    assert keys(rf"|\cite{{a}}| {declaration} |\cite{{no}} %| \cite{{b}}") == ["a", "b"]


@pytest.mark.parametrize("end", ["DeleteShortVerb", "UndefineShortVerb", "lstDeleteShortInline"])
def test_short_verbs_count_until_their_end(end: str) -> None:
    text = rf"\MakeShortVerb{{\|}}|\cite{{no}}| \{end}{{\|}} |\cite{{a}}|"
    assert keys(text) == ["a"]


def test_a_command_named_like_a_short_verb_is_none() -> None:
    text = r"\MakeShortVerb{\|} $\|x$ \cite{a} $\|$ \\|\cite{no}|"
    assert keys(text) == ["a"]


def test_only_line_ends_end_a_comment_and_a_verb() -> None:
    comment = "% \f \\cite{no} \u0085 \\cite{no} \u2028 \\cite{no}\r"
    assert keys(comment + "\\verb|\f\u0085\u2028\\cite{no}|\f\\cite{a}") == ["a"]


def test_comments_inside_a_definition_are_listed() -> None:
    text = "\\newcommand{\\x}{% one\n a}% two\n"
    assert [span.of(text) for span in scan_tex(text).skipped] == ["% one", "% two"]


def test_nothing_after_the_end_of_the_input_counts() -> None:
    text = "\\section{S}\\cite{a}\n  \\endinput % x\n\\cite{no}\\section{No}"
    facts = scan_tex(text)
    assert keys(text) == ["a"]
    assert [section.body.of(text) for section in facts.sections] == ["\\cite{a}\n  "]
    assert [span.of(text) for span in facts.skipped] == [" % x\n\\cite{no}\\section{No}"]


@pytest.mark.parametrize("text", FAMILIES["an_end_of_input_that_may_not_happen_ends_nothing"])
def test_an_end_of_input_that_may_not_happen_ends_nothing(text: str) -> None:
    assert keys(text) == ["a"]
