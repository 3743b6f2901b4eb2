"""What is written of Latin letters is asked of a real pdflatex: an article without packages."""

from pathlib import Path

from citeloom_latex.escape import to_latex
from texlive import compile_project, needs_tex

LATIN = [chr(code) for code in (*range(0xA1, 0x180), *range(0x1CD, 0x1DD), *range(0x218, 0x21C))]

NO_COMMAND = "ĦħĸĿŀŉŦŧſ"
"""Letters that LaTeX has in no encoding of its kernel: they stay, and want a package."""


@needs_tex
def test_latin_letters_compile_without_a_package(tmp_path: Path) -> None:
    lines = [to_latex(letter) for letter in LATIN if letter not in NO_COMMAND]
    errors = compiled(tmp_path, lines)
    assert errors == ()


@needs_tex
def test_a_name_with_an_ogonek_compiles_in_t1_too(tmp_path: Path) -> None:
    latex = to_latex("Gałązka, Đoković, Þór, «mot»")
    assert compiled(tmp_path, [r"\usepackage[T1]{fontenc}\begin{document}", latex], "") == ()


def test_letters_without_a_command_stay() -> None:
    assert to_latex(NO_COMMAND) == NO_COMMAND


def compiled(folder: Path, lines: list[str], begin: str = r"\begin{document}") -> tuple[str, ...]:
    main = folder / "draft" / "main.tex"
    main.parent.mkdir()
    text = "\n".join([r"\documentclass{article}", begin, *lines, r"\end{document}", ""])
    main.write_text(text, encoding="utf-8")
    log = compile_project(main, folder / "build")
    assert log.pdf is not None, log.errors
    return log.errors
