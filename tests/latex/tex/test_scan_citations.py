import pytest
from families import families

from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def keys(text: str, **options: object) -> list[str]:
    facts = scan_tex(text, **options)  # type: ignore[arg-type]
    return [key.key for citation in facts.citations for key in citation.keys]


def commands(text: str) -> list[str]:
    return [citation.command for citation in scan_tex(text).citations]


def underlined(text: str) -> str:
    line = [" "] * len(text)
    for citation in scan_tex(text).citations:
        for key in citation.keys:
            line[key.span.start : key.span.end] = "^" * len(key.span)
    return "".join(line).rstrip()


@pytest.mark.parametrize("fixture", FAMILIES["keys_and_their_ranges"])
def test_keys_and_their_ranges(fixture: str) -> None:
    _, text, marks = fixture.split("\n")
    assert underlined(text) == marks
    for citation in scan_tex(text).citations:
        assert all(key.span.of(text) == key.key and key.written for key in citation.keys)


@pytest.mark.parametrize("text", FAMILIES["what_cites_nothing"])
def test_what_cites_nothing(text: str) -> None:
    assert scan_tex(text).citations == ()


def test_a_citation_over_several_lines_with_comments() -> None:
    text = "\\citep%\n  [see, % note ]\n   p.~3]\n  {a, % first\n   b,%{\r\n   c}\\cite{d}"
    assert keys(text) == ["a", "b", "c", "d"]


def test_spans_and_stars() -> None:
    text = r"x \citet*[a][b]{k} y"
    (citation,) = scan_tex(text).citations
    assert citation.starred
    assert citation.span.of(text) == r"\citet*[a][b]{k}"
    assert commands(r"\citep{a}\Parencite{b}") == ["citep", "Parencite"]


@pytest.mark.parametrize(("text", "expected"), FAMILIES["half_typed_commands_give_what_is_there"])
def test_half_typed_commands_give_what_is_there(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


def test_a_multicite_reaches_to_its_last_group() -> None:
    text = "\\cites%\n (pre % one)\n )\n (post)\n [1]{a}%\n {b}\n\n{no}"
    (citation,) = scan_tex(text).citations
    assert [key.key for key in citation.keys] == ["a", "b"]
    assert citation.span.of(text).endswith("{b}")


def test_amsrefs_list_of_citations_is_none_itself() -> None:
    assert commands(r"\citelist{\cite{a}*{p.~1} \cite{b}}") == ["cite", "cite"]


def test_an_empty_argument_is_a_citation_without_keys() -> None:
    for text in (r"\cite{", r"\cite{}", r"\cite{ }"):
        (citation,) = scan_tex(text).citations
        assert citation.keys == ()


def test_names_of_the_users_own() -> None:
    assert keys(r"\stacksproject{tag} \cite{a}", commands={"stacksproject"}) == ["tag", "a"]
    assert keys(r"\stacksprojects{tag}", commands={"stacksproject"}) == []
