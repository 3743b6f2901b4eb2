"""The engine and the letters of a project, from its own files."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context, open_project
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom_latex.escape import to_latex_of
from projects import make_project

BODY = "\\begin{document}\nText.\n\\end{document}\n"


def project(folder: Path, preamble: str, more: str = "") -> Path:
    return make_project(folder, f"%! main.tex\n{preamble}\n{BODY}{more}")


@tabled(least=6)
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


CHINESE = "我们研究解析器的性能与方法并提出一种新的算法用于数据处理和信息检索"
RUSSIAN = "Мы изучаем методы разбора и предлагаем новый алгоритм обработки данных"
JAPANESE = "私たちは構文解析器の性能と方法を研究し新しいアルゴリズムを提案する"


@pytest.mark.parametrize(
    ("preamble", "text", "new"),
    [
        ("\\documentclass{ctexart}", CHINESE, "提出高效模型"),
        ("\\documentclass{thesis-of-a-university}", CHINESE, "提出高效模型"),
        ("\\documentclass{jlreq}", JAPANESE, "高速モデル"),
        ("\\documentclass{ltjsarticle}", "x", "高速モデル"),
        ("\\documentclass{of-a-journal}", RUSSIAN, "быстрый щит"),
        ("\\documentclass{article}\\usepackage{luacode}", "x", "быстрый щит"),
        (
            "\\documentclass{article}\\usepackage{CJKutf8}",
            f"\\begin{{CJK}}{{UTF8}}{{gbsn}}\\section{{A}}{CHINESE}\\end{{CJK}}",
            "高效模型",
        ),
    ],
    ids=["ctex", "own class", "jlreq", "luatexja's class", "Russian", "Lua", "CJK around all"],
)
def test_a_draft_in_a_language_gets_all_its_letters(
    tmp_path: Path, preamble: str, text: str, new: str
) -> None:
    main = make_project(
        tmp_path, f"%! main.tex\n{preamble}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    )
    found = to_latex_of(new, "utf-8", typesetting_of(open_project(main, Context()).project))
    assert (found.latex, [one for one, shown in found.replaced if one != shown]) == (new, [])


@pytest.mark.parametrize(
    "text",
    [
        f"\\section{{A}}\\begin{{CJK}}{{UTF8}}{{gbsn}}{CHINESE}\\end{{CJK}}",
        "\\newcommand{\\zh}{中文}",
    ],
    ids=["an environment in English text", "two letters"],
)
def test_letters_of_another_language_in_a_draft_do_not_make_others_settable(
    tmp_path: Path, text: str
) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{article}\\usepackage{CJKutf8}\n\\begin{document}\n"
        f"{text}\n\\end{{document}}\n",
    )
    typesetting = typesetting_of(open_project(main, Context()).project)
    assert to_latex_of("研究高效", "utf-8", typesetting).latex == "[?]"


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
