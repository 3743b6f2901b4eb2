"""Bad input on the command line: a message with file and line, the exit code, no traceback."""

import json
from pathlib import Path

import pytest
from tabled import tabled

from projects import make_project

ABSTRACT = (
    "We propose a parser for citations. It reads any text in linear time. "
    "Experiments on ten corpora show that it is faster than three other parsers."
)
GOOD = f"""
%! main.tex
\\documentclass{{article}}
\\begin{{document}}
\\section{{Introduction}}
Parsing is hard~\\cite{{smith20}}.
\\section{{Related Work}}
\\bibliography{{refs}}
\\end{{document}}
%! refs.bib
@article{{smith20, title={{A Citation Parser}}, author={{Smith, Ann}}, year=2020,
  abstract={{{ABSTRACT}}}}}
"""


def test_a_good_project(run, tmp_path: Path) -> None:
    code, out, err = run("write", make_project(tmp_path, GOOD))
    assert code == 0
    assert "\\cite{smith20}" in out
    assert "Smith" in out
    assert "1 of 1 references have an abstract" in err


@pytest.mark.parametrize(
    ("main", "options", "said"),
    [
        (None, (), ("main.tex", "does not exist")),
        ("%PDF-1.5\n\0\1\2\0\0", (), ("not a text file",)),
        ("\\section{Related Work}\n", (), ("cites no paper", "--keys")),
        (GOOD.replace("{article}\n", "{article}\n\\usepackage[polish]{babel}\n"), (), ("English",)),
        (
            GOOD.replace("@article{smith20,", "@article{smith#20,"),
            ("--keys", "smith#20"),
            ("smith#20", "--exclude"),
        ),
    ],
    ids=["missing", "binary", "no citations", "Polish", "a key that no command can hold"],
)
def test_what_cannot_be_written_about_is_said(
    run, tmp_path: Path, main: str | None, options: tuple[str, ...], said: tuple[str, ...]
) -> None:
    if main is not None and "%! main.tex" in main:
        make_project(tmp_path, main)
    elif main is not None:
        (tmp_path / "main.tex").write_text(main)
    code, out, err = run("write", tmp_path / "main.tex", *options)
    assert (code, out) == (2, "")
    assert all(words in err for words in said)


def test_an_undefined_key_is_named_and_the_rest_is_written(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD.replace("\\cite{smith20}", "\\cite{smith20,smiht20}"))
    code, out, err = run("write", main)
    assert code == 0
    assert "\\cite{smith20}" in out
    assert "main.tex:4: error: undefined citation key 'smiht20' (did you mean smith20?)" in err


def test_a_key_is_written_as_the_draft_spells_it(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD.replace("\\cite{smith20}", "\\cite{Smith20}"))
    code, out, err = run("write", main)
    assert code == 0
    assert "\\cite{Smith20}" in out
    assert "undefined citation key" not in err


def test_of_many_undefined_keys_the_first_are_named(run, tmp_path: Path) -> None:
    keys = ",".join(f"key{number:02}" for number in range(43))
    code, _, err = run(
        "write", make_project(tmp_path, GOOD.replace("\\cite{smith20}", f"\\cite{{{keys}}}"))
    )
    assert code == 2
    (line,) = [line for line in err.splitlines() if "none of the 43 cited keys" in line]
    assert "'key02'" in line and "'key03'" not in line and line.endswith("; and 40 more)")


def test_a_bib_with_a_thousand_errors(run, tmp_path: Path) -> None:
    broken = "\n".join(f"@article{{bad{n}, title = {{unclosed" for n in range(1000))
    main = make_project(tmp_path, GOOD + broken)
    code, out, _ = run("write", main)
    assert code == 0
    assert "\\cite{smith20}" in out
    code, out, _ = run("check", main)
    assert len(out.splitlines()) < 110


def test_output_never_overwrites_unasked(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD)
    there = tmp_path / "mine.tex"
    there.write_text("my words")
    code, _, err = run("write", main, "--output", there)
    assert code == 2
    assert "--force" in err
    assert there.read_text() == "my words"
    code, _, _ = run("write", main, "--output", there, "--force")
    assert code == 0
    assert "smith20" in there.read_text()


@tabled(least=7)
def test_wrong_options(run, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    code, out, err = run("write", make_project(tmp_path, GOOD), *options)
    assert (code, out) == (2, "")
    assert said in err


def test_json_holds_evidence_for_every_sentence(run, tmp_path: Path) -> None:
    code, out, _ = run("write", make_project(tmp_path, GOOD), "--json")
    assert code == 0
    answer = json.loads(out)
    sentences = [s for p in answer["paragraphs"] for s in p["sentences"]]
    assert sentences
    for sentence in sentences:
        assert sentence["cites"] == ["smith20"]
        for evidence in sentence["evidence"]:
            assert ABSTRACT[evidence["start"] : evidence["end"]] == evidence["sentence"]


def test_check_names_every_problem(run, tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        GOOD.replace("\\cite{smith20}", "\\cite{smith20,smiht20,bare,brief}")
        + "@book{bare, title={No Abstract Here}}\n@misc{smith20, title={Again}}\n"
        + "@book{brief, title={A Word}, abstract={We parse.}}\n",
    )
    code, out, err = run("check", main)
    assert code == 1
    assert "undefined citation key 'smiht20'" in out
    assert "[duplicate-key]" in out
    assert "'bare' has no abstract" in out
    assert "the abstract of 'brief' is too short: below 40 characters" in out
    assert "[not-in-related-work]" in out
    assert "1 error" in err
    code, out, _ = run("check", main, "--json")
    assert code == 1
    assert {one["rule"] for one in json.loads(out)["problems"]} == {
        "undefined-key",
        "duplicate-key",
        "no-abstract",
        "not-in-related-work",
    }


def test_a_bib_alone_can_be_checked_but_not_written(run, tmp_path: Path) -> None:
    make_project(tmp_path, "%! refs.bib\n@misc{a, title={A}}\n@misc{a, title={B}}\n@misc{c, title=")
    code, out, _ = run("check", tmp_path / "refs.bib")
    assert code == 0
    assert "[duplicate-key]" in out
    assert "[broken-entry]" in out
    code, _, err = run("write", tmp_path / "refs.bib")
    assert code == 2
    assert ".tex file" in err


def test_check_does_not_guess_at_keys_of_a_missing_bib(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD.replace("\\bibliography{refs}", "\\bibliography{refs,gone}"))
    main.write_text(main.read_text().replace("{smith20}", "{smith20,elsewhere}"))
    code, out, _ = run("check", main)
    assert code == 1
    assert "gone" in out
    assert "elsewhere" not in out


def test_what_is_left_out_for_a_change_is_said(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD)
    assert run("write", main, "--in-place")[0] == 0
    main.write_text(main.read_text().replace("parser for", "PARSER for"))
    refs = tmp_path / "refs.bib"
    refs.write_text(refs.read_text().replace("a parser for citations", "a tagger for citations"))
    code, _, err = run("write", main, "--in-place")
    assert code == 0
    assert "PARSER for" in main.read_text()
    assert "tagger" not in main.read_text()
    (said,) = [line for line in err.splitlines() if "tagger" in line]
    assert said.startswith("left out, because you changed the sentence that it replaces: ")


def test_the_author_may_decide_for_the_new_words_or_for_both_texts(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD)
    assert run("write", main, "--in-place")[0] == 0
    main.write_text(main.read_text().replace("parser for", "PARSER for"))
    refs = tmp_path / "refs.bib"
    refs.write_text(refs.read_text().replace("a parser for citations", "a tagger for citations"))
    own = main.read_text()
    said = run("write", main, "--in-place")[2]
    assert "restore the file and add --where-both-changed new" in said
    main.write_text(own)
    code, _, err = run("write", main, "--in-place", "--below")
    assert code == 0 and main.read_text().index("PARSER") < main.read_text().index("tagger")
    main.write_text(own)
    code, _, err = run("write", main, "--in-place", "--where-both-changed", "new")
    assert code == 0 and "PARSER" not in main.read_text() and "tagger" in main.read_text()
    assert [line for line in err.splitlines() if line.startswith("replaced, as you decided: ")]


def test_a_lost_record_names_the_options_that_decide(run, tmp_path: Path) -> None:
    main = make_project(tmp_path, GOOD)
    assert run("write", main, "--in-place")[0] == 0
    for record in (tmp_path / ".citeloom").glob("*.json"):
        record.unlink()
    own = main.read_text().replace("parser for", "PARSER for")
    main.write_text(own)
    refs = tmp_path / "refs.bib"
    refs.write_text(refs.read_text().replace("a parser for citations", "a tagger for citations"))
    code, _, err = run("write", main, "--in-place")
    assert code == 2 and main.read_text() == own
    assert "PARSER for" in err and "--below" in err and "--where-both-changed new" in err
    assert run("write", main, "--in-place", "--where-both-changed", "new")[0] == 0
    assert "PARSER" not in main.read_text()


def test_a_refusal_names_the_line_and_shows_its_difference_line_by_line(
    run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, GOOD)
    assert run("write", main, "--in-place")[0] == 0
    main.write_text(main.read_text().replace("parser for", "{\\em PARSER for"))
    refs = tmp_path / "refs.bib"
    refs.write_text(refs.read_text().replace("a parser for citations", "a tagger for citations"))
    before = main.read_text()
    code, _, err = run("write", main, "--in-place")
    assert code == 2
    assert main.read_text() == before
    message, _, difference = err.partition("nothing was written")
    assert "cannot be merged" in message
    number = before[: before.index("{\\em")].count("\n") + 1
    assert f"{main.name}:{number}: error: " in message
    lines = difference.splitlines()
    assert any(line.startswith("-") and "PARSER" in line for line in lines)
    assert any(line.startswith("+") and "tagger" in line for line in lines)
