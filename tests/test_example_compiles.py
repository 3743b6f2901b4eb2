from pathlib import Path

from texlive import compile_project, needs_tex

EXAMPLE = Path(__file__).parents[1] / "examples" / "main.tex"


@needs_tex
def test_the_example_compiles_without_a_complaint(tmp_path):
    log = compile_project(EXAMPLE, tmp_path)
    assert log.pdf is not None
    assert log.errors == ()
    assert log.undefined_citations == ()
    assert log.undefined_references == ()
    assert log.bibtex_errors == ()
    assert log.bibtex_warnings == ()


@needs_tex
def test_a_citation_that_the_bibliography_lacks_is_reported(tmp_path):
    main = project(tmp_path, r"Known \citep{here}, unknown \citep{not-here}.", "@misc{here}")
    log = compile_project(main, tmp_path / "build")
    assert log.undefined_citations == ("not-here",)
    assert log.bibtex_warnings[0] == 'I didn\'t find a database entry for "not-here"'
    assert log.errors == ()


@needs_tex
def test_an_error_of_tex_is_reported(tmp_path):
    main = project(tmp_path, r"A \nosuchcommand.", "@misc{here}")
    log = compile_project(main, tmp_path / "build")
    assert log.errors[0] == "Undefined control sequence."
    assert log.pdf is None


@needs_tex
def test_an_error_of_bibtex_is_reported(tmp_path):
    main = project(tmp_path, r"\citep{here}", "@misc{here, title = }")
    log = compile_project(main, tmp_path / "build")
    assert "---line 1 of file refs.bib" in log.bibtex_errors[0]


@needs_tex
def test_tex_may_not_read_outside_its_folder(tmp_path):
    secret = tmp_path / "secret.tex"
    secret.write_text("secret")
    main = project(tmp_path, rf"\input{{{secret}}} \citep{{here}}", "@misc{here}")
    assert compile_project(main, tmp_path / "build").errors != ()


def project(folder: Path, text: str, bib: str) -> Path:
    main = folder / "project" / "main.tex"
    main.parent.mkdir()
    main.write_text(
        r"\documentclass{article}\usepackage{natbib}\begin{document}"
        f"\n{text}\n"
        r"\bibliographystyle{plainnat}\bibliography{refs}\end{document}"
    )
    (main.parent / "refs.bib").write_text(bib + "\n")
    return main
