"""Nothing outside of a project is written, until its user allows it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from projects import link, make_project, sample

Run = Callable[..., tuple[int, str, str]]

DRAFT = sample("outside")

INSIDE = DRAFT.replace(r"\input{RELATED}", r"\section{Related Work}")


def texts(folder: Path) -> dict[Path, str]:
    return {path: path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    make_project(tmp_path, DRAFT.replace("RELATED", "../shared/related"))
    return tmp_path


def test_outside_allows_it_from_then_on_and_that_file_alone(run: Run, shared: Path) -> None:
    main, related = shared / "paper/main.tex", shared / "shared/related.tex"
    code, _, err = run("write", main, "--in-place", "--outside")
    assert code == 0 and f"{related} now belongs to the project in {shared / 'paper'}" in err
    assert "ash" in related.read_text()
    assert run("strip", main)[0] == 0
    assert "citeloom:begin" not in related.read_text()
    other = related.with_name("other.tex")
    other.write_text(related.read_text())
    main.write_text(main.read_text().replace("shared/related", "shared/other"))
    before = texts(shared)
    code, _, err = run("write", main, "--in-place")
    assert code == 2 and str(other) in err
    assert texts(shared) == before


def test_a_repository_around_both_allows_it(run: Run, shared: Path) -> None:
    (shared / ".git").mkdir()
    assert run("write", shared / "paper/main.tex", "--in-place")[0] == 0
    assert "ash" in (shared / "shared/related.tex").read_text()


def test_printing_needs_no_permission(run: Run, shared: Path) -> None:
    code, out, _ = run("write", shared / "paper/main.tex")
    assert code == 0 and "ash" in out


@pytest.mark.parametrize("linked", ["main.tex", ".citeloom"])
def test_a_link_is_not_followed(run: Run, tmp_path: Path, linked: str) -> None:
    main = make_project(tmp_path, INSIDE).parent / "paper/main.tex"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    if linked == "main.tex":
        main.rename(elsewhere / "thesis.tex")
        link(main, elsewhere / "thesis.tex")
    else:
        link(main.with_name(".citeloom"), elsewhere)
    before = texts(tmp_path)
    code, _, err = run("write", main, "--in-place")
    assert code == 2 and str(elsewhere) in err
    assert texts(tmp_path) == before


def test_a_linked_record_is_not_followed(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, INSIDE).parent / "paper/main.tex"
    empty = main.read_text()
    assert run("write", main, "--in-place")[0] == 0
    (record,) = main.with_name(".citeloom").glob("*.json")
    victim = tmp_path / "victim.json"
    record.rename(victim)
    link(record, victim)
    victim.write_text("{}")
    main.write_text(empty)
    before = texts(tmp_path)
    code, _, err = run("write", main, "--in-place")
    assert code == 2 and str(victim) in err
    assert texts(tmp_path) == before


def test_strip_changes_nothing_elsewhere(run: Run, shared: Path) -> None:
    main = shared / "paper/main.tex"
    (shared / ".git").mkdir()
    assert run("write", main, "--in-place")[0] == 0
    (shared / ".git").rmdir()
    before = texts(shared)
    code, _, err = run("strip", main)
    assert code == 2 and str(shared / "shared/related.tex") in err
    assert texts(shared) == before
    assert run("strip", main, "--outside")[0] == 0
    assert "citeloom:begin" not in (shared / "shared/related.tex").read_text()


def test_weave_writes_nothing_elsewhere(run: Run, shared: Path) -> None:
    main, related = shared / "paper/main.tex", shared / "shared/related.tex"
    main.write_text(main.read_text().replace("{ash,elm}", "{ash}"))
    related.write_text("\\section{Related Work}\nOthers count ash trees \\cite{ash}.\n")
    before = texts(shared)
    code, _, err = run("weave", main, "elm", "--in-place")
    assert code == 2 and str(related) in err
    assert texts(shared) == before
    assert run("weave", main, "elm")[0] == 0
    assert run("weave", main, "elm", "--in-place", "--outside")[0] == 0
    assert "elm" in related.read_text()


def test_a_bib_file_elsewhere_is_looked_up_once_it_is_allowed(run: Run, tmp_path: Path) -> None:
    files = DRAFT.replace(r"\input{RELATED}", "").replace("{refs}", "{refs,../library}")
    main = make_project(tmp_path, files).parent / "paper/main.tex"
    library = tmp_path / "library.bib"
    library.write_text("@misc{oak, title = {Oak Trees}, abstract = {We find oaks.}}")
    main.write_text(main.read_text().replace("{ash,elm}", "{ash,oak}"))
    _, out, err = run("fetch", main)
    assert "ash" in out and "oak" not in out
    assert f"{library} lies outside the project" in err and "with --outside" in err
    assert "oak" in run("fetch", main, "--offline")[1]
    assert "oak" in run("fetch", main, "--outside")[1]
    _, out, err = run("fetch", main)
    assert "oak" in out and "outside" not in err
    assert "oak" in run("fetch", library)[1], "it is named"


def test_an_entry_that_may_inherit_from_elsewhere_is_not_looked_up(
    run: Run, tmp_path: Path
) -> None:
    files = DRAFT.replace(r"\input{RELATED}", "").replace("{refs}", "{refs,../library}")
    main = make_project(tmp_path, files).parent / "paper/main.tex"
    (tmp_path / "library.bib").write_text("@xdata{oak, title = {Oak Trees}}")
    own = "@misc{ash, xdata = {oak}}\n@misc{elm, title = {Elm}, abstract = {We count elms.}}"
    main.with_name("refs.bib").write_text(own)
    _, out, err = run("fetch", main)
    assert "elm" in out and "ash" not in out and "library.bib" in err
