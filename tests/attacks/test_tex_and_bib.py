"""Texts of .tex and .bib files that would grow without end: too much is left out and told of."""

import stat
from itertools import pairwise
from pathlib import Path

import pytest
from attacks.runner import citeloom
from covering import slow_after

HEAD = "\\documentclass{article}\n\\begin{document}\n\\section{Related Work}\n\\cite{a}\n"
END = "\n\\bibliography{r}\n\\end{document}\n"
ABSTRACT = "We present a parser of natural language that builds trees with high accuracy."
BIB = f"@article{{a, title={{A parser}}, author={{Bar, Carl}}, abstract={{{ABSTRACT}}}}}\n"


def draft(folder: Path, body: str = "", bib: str = BIB, preamble: str = "") -> Path:
    head = HEAD.replace("\\begin{document}", f"{preamble}\n\\begin{{document}}")
    (folder / "main.tex").write_text(head + body + END)
    (folder / "r.bib").write_text(bib)
    return folder


def checked(folder: Path) -> str:
    outcome = citeloom("check", "main.tex", folder=folder)
    assert outcome.code in (0, 1), outcome.printed
    return outcome.printed


def doubling(count: int) -> str:
    return "".join(f"@string{{s{n + 1} = s{n} # s{n}}}\n" for n in range(count))


@pytest.mark.parametrize(
    ("bib", "place"),
    slow_after(
        2,
        [
            (f'@string{{s0 = "ten letter"}}\n{doubling(40)}{BIB}', "r.bib:12:"),
            (
                f"@string{{s0 = {{{'x' * 15_000}}}}}\n"
                + "".join(f"@misc{{b{n}, note = s0, title = s0}}\n" for n in range(5_000))
                + BIB,
                "r.bib:",
            ),
            (
                "".join(f"@book{{k{n}, crossref={{k{n + 1}}}, f{n}={{x}}}}\n" for n in range(4000))
                + BIB,
                "r.bib:",
            ),
            (
                "".join(f"@xdata{{k{n}, xdata={{k{n + 1}}}, f{n}={{x}}}}\n" for n in range(4000))
                + BIB,
                "r.bib:",
            ),
        ],
    ),
    ids=["doubling", "one-string-everywhere", "crossref", "xdata"],
)
def test_values_that_grow_are_cut_where_they_do(tmp_path: Path, bib: str, place: str) -> None:
    printed = checked(draft(tmp_path, bib=bib))
    (line,) = (line for line in printed.splitlines() if "[too-large]" in line)
    assert line.startswith(place)


@pytest.mark.parametrize(
    "bib",
    slow_after(3, [
        "".join(f"@xdata{{k{n}, xdata={{k{n + 1}, k{n + 1}}}}}\n" for n in range(200)) + BIB,
        "@article{a, crossref={a}, title={T}}\n@book{b, crossref={c}}\n@book{c, crossref={b}}\n",
        f"@article{{a, title={'{' * 200_000}x{'}' * 200_000}}}\n",
        "@article{a,title={" * 50_000,
        '@article{a, title="x"' + ' # "x"' * 200_000 + "}\n",
        f"@article{{a, title={{T}}, author={{Lee{' ' * 200_000}and{' ' * 200_000}others}}}}\n",
    ]),
    ids=[
        "xdata-diamond", "parents-of-themselves", "deep-braces", "open-entries", "long-sum",
        "spaces between names",
    ],
)  # fmt: skip
def test_odd_entries_are_read_in_one_pass(tmp_path: Path, bib: str) -> None:
    assert "makes a value too large" not in checked(draft(tmp_path, bib=bib))


def test_a_diamond_of_inputs_is_put_in_up_to_a_number(tmp_path: Path) -> None:
    for number in range(28):
        name = f"f{number + 1}"
        (tmp_path / f"f{number}.tex").write_text(f"\\input{{{name}}} x \\input{{{name}}}\n")
    (tmp_path / "f28.tex").write_text("leaf")
    printed = checked(draft(tmp_path, "\\input{f0}"))
    assert "the draft includes files too often" in printed
    assert "1 key cited, 1 entry: 0 errors" in printed


def test_one_file_taken_in_thousands_of_times(tmp_path: Path) -> None:
    (tmp_path / "b.tex").write_text("text \\cite{a}\n" * 200)
    printed = checked(draft(tmp_path, "\\input{b}\n" * 10_000))
    assert "main.tex:" in printed
    assert "too often" in printed


def test_thousands_of_names_of_files(tmp_path: Path) -> None:
    printed = checked(draft(tmp_path, "".join(f"\\input{{q{n}}}\n" for n in range(20_000))))
    assert "the draft names too many files" in printed
    assert "1 key cited, 1 entry: 0 errors" in printed


def test_macros_that_use_one_another_twice(tmp_path: Path) -> None:
    names = [f"\\m{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60)]
    macros = f"\\newcommand{{{names[0]}}}{{\\cite{{a}}}}\n"
    for old, new in pairwise(names):
        macros += f"\\newcommand{{{new}}}{{{old}{old}}}\n"
    printed = checked(draft(tmp_path, names[-1], preamble=macros))
    assert "1 key cited, 1 entry: 0 errors" in printed


@pytest.mark.parametrize(
    "body",
    slow_after(
        2,
        [
            "{" * 300_000,
            "\\emph{" * 100_000,
            "$" * 500_001,
            "w" * 5_000_000,
            "\\section{x}" * 20_000,
        ],
    ),
    ids=["braces", "one-line", "emph", "dollars", "sections"],
)
def test_deep_and_long_texts_are_written_about(tmp_path: Path, body: str) -> None:
    outcome = citeloom("write", "main.tex", "--all", folder=draft(tmp_path, body))
    assert outcome.code == 0, outcome.printed
    assert "\\cite{a}" in outcome.out


def test_a_hundred_thousand_keys_without_entries_are_counted(tmp_path: Path) -> None:
    keys = ",".join(f"k{n}" for n in range(100_000))
    printed = checked(draft(tmp_path, f"\\cite{{{keys}}}"))
    assert "99,900 more like this in this file" in printed


def test_the_records_of_a_private_draft_are_private(tmp_path: Path) -> None:
    folder = draft(tmp_path)
    (folder / "main.tex").chmod(0o600)
    outcome = citeloom("write", "main.tex", "--in-place", folder=folder)
    assert outcome.code == 0, outcome.printed
    records = folder / ".citeloom"
    assert stat.S_IMODE(records.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in records.iterdir()} == {0o600}


@pytest.mark.parametrize("text", slow_after(1, ["We present it. ", "We present it ", "\\emph{"]))
def test_an_abstract_without_end_is_written_from(tmp_path: Path, text: str) -> None:
    bib = BIB.replace(ABSTRACT, ABSTRACT + text * 200_000 + "}" * (200_000 * text.count("{")))
    outcome = citeloom("write", "main.tex", folder=draft(tmp_path, bib=bib))
    assert outcome.code in (0, 2), outcome.printed


@pytest.mark.parametrize(
    "text",
    slow_after(2, [f"[{'@a' * 40};x ", "..", "a ", "“", "Its results were fabricated and "]),
)
def test_a_claim_of_one_word_again_and_again_is_checked(tmp_path: Path, text: str) -> None:
    """Comparing each of its places with each of its source's took the square of them."""
    said = text * (20_000 // len(text))
    folder = draft(tmp_path, f"It is {said} so~\\cite{{a}}.", BIB.replace(ABSTRACT, said))
    outcome = citeloom("check", "main.tex", "--claims", folder=folder)
    assert outcome.code in (0, 1), outcome.printed


@pytest.mark.parametrize(
    "text",
    slow_after(1, ["\\cite{a}" * 490_000, "\\cite{a}" + "%\n" * 1_480_000]),
    ids=["citations", "comments"],
)
def test_as_much_as_is_read_stays_in_bounds(tmp_path: Path, text: str) -> None:
    printed = checked(draft(tmp_path, text))
    assert "1 key cited, 1 entry: 0 errors" in printed


@pytest.mark.parametrize(
    ("name", "words"),
    slow_after(
        1,
        [
            (name, words)
            for name in ("note", "abstract", "doi", "author", "file", "unknown")
            for words in ("so it is ", "\\emph{a} $b$ ", "https://doi.org/10.1000/ab")
        ],
    ),
)
def test_a_field_of_25_mb_is_read_as_far_as_such_fields_go(
    tmp_path: Path, name: str, words: str
) -> None:
    field = f"{name}={{{words * (25_000_000 // len(words))}}}"
    printed = checked(draft(tmp_path, bib=f"@article{{a, title={{A parser}}, {field}}}"))
    assert f"the field '{name}' of 'a' has" in printed


@pytest.mark.parametrize("body", slow_after(1, ["\\cite{a}", "%\n%\n%\n", "\\cite{a,b,c,d,e,f,g}"]))
def test_a_file_of_more_facts_than_fit_is_a_problem(tmp_path: Path, body: str) -> None:
    (tmp_path / "b.tex").write_text(body * 510_000)
    printed = checked(draft(tmp_path, "\\input{b}"))
    assert "b.tex is not read: it has too many commands and keys" in printed


@pytest.mark.parametrize(
    "bib",
    slow_after(1, ["@a{b,c={d}}\n" * 260_000, f"@a{{b,{'c=1,' * 5_100_000}}}"]),
    ids=["entries", "fields"],
)
def test_a_bib_of_more_entries_or_fields_than_fit_is_a_problem(tmp_path: Path, bib: str) -> None:
    printed = checked(draft(tmp_path, bib=bib))
    assert "r.bib is not read: it has too many entries or fields" in printed
