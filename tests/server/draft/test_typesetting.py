"""The engine and the letters of a project, from its own files."""

from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom_latex.escape import to_latex_of
from projects import make_project

BODY = "\\begin{document}\nText.\n\\end{document}\n"


def project(folder: Path, preamble: str, more: str = "") -> Path:
    return make_project(folder, f"%! main.tex\n{preamble}\n{BODY}{more}")


@pytest.mark.parametrize(
    ("preamble", "is_unicode"),
    [
        ("\\documentclass{article}", False),
        ("% !TEX program = xelatex\n\\documentclass{article}", True),
        ("% !TeX TS-program = lualatex\n\\documentclass{article}", True),
        ("\\documentclass{article}\\usepackage{fontspec}", True),
        ("% !TEX program = pdflatex\n\\documentclass{article}\\usepackage{fontspec}", False),
        ("\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{fontspec}", False),
    ],
)
def test_the_engine(tmp_path: Path, preamble: str, is_unicode: bool) -> None:
    opened = open_project(project(tmp_path, preamble), Context())
    assert typesetting_of(opened.project).is_unicode is is_unicode


@pytest.mark.parametrize(
    ("latexmkrc", "is_unicode"),
    [
        ("$pdf_mode = 4;", True),
        ("$pdflatex = 'xelatex %O %S';", True),
        ("$pdf_mode = 1;\n# $pdf_mode = 4;", False),
    ],
)
def test_latexmk_tells_the_engine(tmp_path: Path, latexmkrc: str, is_unicode: bool) -> None:
    main = project(tmp_path, "\\documentclass{article}", f"%! .latexmkrc\n{latexmkrc}\n")
    assert typesetting_of(open_project(main, Context()).project).is_unicode is is_unicode


def test_encodings_and_characters(tmp_path: Path) -> None:
    main = project(
        tmp_path,
        "\\documentclass{article}\n\\usepackage[T2A,T1]{fontenc}\n"
        "\\DeclareUnicodeCharacter{2605}{$\\star$}\n\\newunicodechar{☃}{snow}\n% Ж\n\\title{Ü}",
    )
    found = typesetting_of(open_project(main, Context()).project)
    assert found.encodings == {"T1", "T2A"}
    assert found.characters == {"★", "☃", "Ü"}


def test_a_russian_document_has_cyrillic_letters(tmp_path: Path) -> None:
    main = project(tmp_path, "\\documentclass{article}\\usepackage[english,russian]{babel}")
    assert "T2A" in typesetting_of(open_project(main, Context()).project).encodings


@pytest.mark.parametrize(
    ("option", "encoding"), [("utf8", "utf-8"), ("latin1", "ascii"), ("ansinew", "ascii")]
)
def test_letters_are_commands_where_inputenc_names_another_encoding(
    tmp_path: Path, option: str, encoding: str
) -> None:
    main = project(tmp_path, f"\\documentclass{{article}}\\usepackage[{option}]{{inputenc}}")
    opened = open_project(main, Context())
    assert letters_encoding(opened.project, "utf-8") == encoding
    assert letters_encoding(opened.project, "latin-1") == "latin-1"


def test_names_are_spelled_as_the_bib_files_spell_them(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{article}\n\\begin{document}\n\\bibliography{refs}\n"
        "\\end{document}\n%! refs.bib\n@book{a, author = {Tch{\\'e}bychef, P. and Мир, А.},\n"
        " editor = {Kolmogoroff, Andrei}}\n",
    )
    found = typesetting_of(open_project(main, Context()).project)
    assert found.names >= {"Tchébychef", "Kolmogoroff", "Andrei"} and "Мир" not in found.names
    assert to_latex_of("Чебышёв", "utf-8", found).latex == "Tchébychef"
