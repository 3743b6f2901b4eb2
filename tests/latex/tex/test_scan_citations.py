import pytest

from citeloom_latex.tex.scan import scan_tex


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


@pytest.mark.parametrize(
    "fixture",
    [
        r"""
\cite{a}
      ^""",
        r"""
\citep[see][p.~3]{ smith20 ,li21 }, \citet*{wu}
                   ^^^^^^^  ^^^^            ^^""",
        r"""
\parencites(pre)(post)[see][1]{a}[cf.][]{b,cc}{d}
                               ^         ^ ^^  ^""",
        r"""
\citet*[see \citep{inner}, {[1]}]{outer}
                   ^^^^^          ^^^^^""",
        r"""
\citep<see>[p.~1]{apa} \citeA{b}
                  ^^^         ^""",
        r"""
\parencites(see \emph{e.g.})({p. (3)} of)[s][1]{a}[t][2]{b,c} [u]{d}
                                                ^        ^ ^      ^""",
        r"""
\autocites{a}[b]{c}{d}\Textcites(e)(){f}{g}\smartcites{h}{i}
           ^     ^  ^                 ^  ^             ^  ^""",
        r"""
\pvolcites[pre]{1}[p]{a}[x]{2}[y]{b} \volcites{3}{c}{4}{d}
                      ^           ^               ^     ^""",
        r"""
\volcite[see]{2}[5]{vol} \pvolcite{3}{vv}
                    ^^^               ^^""",
        r"""
\foreigntextcquote{german}[1]{key}{Zitat} \textcquote{k}{t}
                              ^^^                     ^""",
        r"""
\citefield{key}{title} \citeauthor{x} \Citet{y} \bibentry{z}
           ^^^                     ^         ^            ^""",
        r"""
\citelist{\cite{a}*{p.~1}\cite{b}} \cites{c,d}
                ^              ^          ^ ^""",
        r"""
\cite{doi:10.1/a(b)_c;d} \cite{a\_b} \cite {sp}
      ^^^^^^^^^^^^^^^^^        ^^^^         ^^""",
        r"""
\defcitealias{key}{Paper I} \citetalias{key}
              ^^^                       ^^^""",
        r"""
\cite{}\cite{a,,b}\nocite{*}
             ^  ^         ^""",
        r"""
\\\cite{a} \\cite{no} 5\%\cite{b}
        ^                      ^""",
        r"""
\unknowncite{key} \needscite{a claim that needs one} \mycite{no key here}
             ^^^""",
        r"""
\cite[{a]b}]{k} \cite[\S~3]{l}
             ^              ^""",
        r"""
\href{http://x.y/%20}{a} \cite{b} \url{z%7E}\cite{c}
                               ^                  ^""",
    ],
)
def test_keys_and_their_ranges(fixture: str) -> None:
    _, text, marks = fixture.split("\n")
    assert underlined(text) == marks
    for citation in scan_tex(text).citations:
        assert all(key.span.of(text) == key.key and key.written for key in citation.keys)


@pytest.mark.parametrize(
    "text",
    [
        r"\citestyle{agu}",
        r"\citeindextype{x}",
        r"\citetext{priv. comm.}",
        r"\DeclareCiteCommand{\foo}{a}{b}{c}{d}",
        r"\newcites{sec}{Secondary}",
        r"\AtEveryCitekey{x}",
        r"\ifciteseen{a}{b}",
        r"\bibitem[\protect\citeauthoryear{A}{B}{1999}]{key}",
        r"\newcommand{\mycite}[1]{\citep{#1}}",
        r"\def\mycite#1{\citep{#1}}",
        r"\cite@x{a}",
        "\\cite\n\n{a}",
        r"\citation",
    ],
)
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\cite{smi", ["smi"]),
        ("\\cite{smi\n\nNext paragraph, \\cite{a}", ["smi", "a"]),
        (r"\cite{smi and the text goes on \cite{a}", ["smi", "a"]),
        (r"\cite{a, smi\cite{b}", ["a", "smi", "b"]),
        (r"\cite{a,\citep{b}", ["a", "b"]),
        (r"\cite[see \cite{a}", ["a"]),
        (r"\cite[see \cite[p. 3]{a}", ["a"]),
        (r"\cite{ \cite{a}", ["a"]),
        (r"\cites{a}{b \cite{c}", ["a", "c"]),
        (r"\cites(pre)(post)[x]{a}[y]{b,", ["a", "b"]),
        ("\\cites{a}{smi \n\\cite{c}", ["a", "smi", "c"]),
        (r"\cites{a}{", ["a"]),
        (r"\cites(pre){smi", ["smi"]),
        (r"\cites(pre \cite{a}", ["a"]),
        (r"\cite \cite{a}", ["a"]),
        ("\\cite{a, % first\n  smi and more\n\n  \\cite{b}", ["a", "smi", "b"]),
        ("\\cite{\nThe text goes on", []),
        (r"\newcommand{\foo}{\cite{a}", ["a"]),
        (r"\newcommand{\foo \cite{a}", ["a"]),
    ],
)
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
