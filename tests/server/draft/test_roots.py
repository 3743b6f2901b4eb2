"""Which root a file is read with."""

import os
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project
from citeloom.draft.files import Files
from citeloom.draft.root import choose_root, root_of
from citeloom.draft.sources import Sources
from citeloom.settings import UserSettings
from projects import make_project, project_files, sample

PREAMBLE = sample("roots_preamble")

BODY_APART = sample("roots_body_apart")

WRAPPED = sample("roots_wrapped")

STANDALONE = sample("roots_standalone")

DOCMUTE = sample("roots_docmute")

UNDERSCORED = sample("roots_underscored")

BESIDE = sample("roots_beside")

SUBFILES = sample("roots_subfiles")

IMPORTED = sample("roots_imported")

IN_A_FIGURE = sample("roots_in_a_figure")


def found(path: Path, folder: Path) -> list[str]:
    checked = check(path, Context(user=UserSettings(data_folder=folder / "data")))
    return [str(problem) for problem in checked.problems]


@pytest.mark.parametrize(
    ("fixture", "root"),
    [
        pytest.param(PREAMBLE, "main.tex", id="class in a preamble"),
        pytest.param(BODY_APART, "main.tex", id="class and body in files of their own"),
        pytest.param(WRAPPED, "text.tex", id="a document that another one wraps"),
        pytest.param(STANDALONE, "main.tex", id="standalone"),
        pytest.param(IN_A_FIGURE, "main.tex", id="includestandalone"),
        pytest.param(DOCMUTE, "main.tex", id="docmute"),
        pytest.param(UNDERSCORED, "_main.tex", id="_main.tex"),
        pytest.param(BESIDE, "tex/book.tex", id="a root in a folder beside"),
        pytest.param(SUBFILES, "main.tex", id="subfiles"),
        pytest.param(IMPORTED, "main.tex", id="import"),
    ],
)
def test_every_file_has_the_findings_of_its_root(tmp_path: Path, fixture: str, root: str) -> None:
    make_project(tmp_path, fixture)
    expected = found(tmp_path / root, tmp_path)
    assert sum("undefined citation key 'gone'" in problem for problem in expected) == 1
    parts = [name for name in project_files(fixture) if name.endswith((".tex", ".bib"))]
    if "letter" in fixture:
        parts.remove("main.tex")
    for part in parts:
        if fixture == WRAPPED and part == "main.tex":
            continue
        assert found(tmp_path / part, tmp_path) == expected, part


def test_a_wrapper_has_the_findings_of_what_it_wraps(tmp_path: Path) -> None:
    main = make_project(tmp_path, WRAPPED)
    rules = {problem.split()[-1] for problem in found(main, tmp_path)}
    assert rules == {problem.split()[-1] for problem in found(tmp_path / "text.tex", tmp_path)}


SEVERAL = sample("roots_several")


def choice(folder: Path, part: str = "shared.tex") -> tuple[str, set[str], str]:
    chosen = choose_root(folder / part, Files())
    return chosen.path.name, {path.name for path in chosen.others}, chosen.why


def test_of_several_roots_the_one_with_most_files_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, SEVERAL)
    others = {"cover.tex", "slides.tex"}
    assert choice(tmp_path) == ("paper.tex", others, "it includes the most files")
    assert choice(tmp_path, "more.tex") == ("paper.tex", set(), "")


@pytest.mark.parametrize(
    ("files", "why"),
    [
        pytest.param(
            "%! .latexmkrc\n# @default_files = ('paper');\n@default_files = ('slides.tex');\n",
            "latexmkrc names it",
            id="latexmkrc",
        ),
        pytest.param(
            "%! latexmkrc\n@default_files = ('other', \"slides\", 'cover');\n",
            "latexmkrc names it",
            id="latexmkrc, in order",
        ),
    ],
)
def test_the_root_that_other_tools_are_told_of_is_chosen(
    tmp_path: Path, files: str, why: str
) -> None:
    make_project(tmp_path, SEVERAL + files)
    assert choice(tmp_path) == ("slides.tex", {"paper.tex", "cover.tex"}, why)


TALK = sample("roots_talk")


def test_a_root_beside_a_root_file_of_texlab_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, TALK)
    assert choice(tmp_path, "sub/part.tex")[0] == "paper.tex"
    (tmp_path / "texlabroot").touch()
    why = "texlab's root file is beside it"
    assert choice(tmp_path, "sub/part.tex") == ("slides.tex", {"paper.tex"}, why)


def test_the_root_that_was_built_last_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "paper.aux").write_text("\\relax\n")
    (tmp_path / "build").mkdir()
    fls = tmp_path / "build/slides.fls"
    fls.write_text("PWD /x\nINPUT slides.tex\nINPUT ./shared.tex\nOUTPUT slides.log\n")
    os.utime(tmp_path / "paper.aux", (1000, 1000))
    os.utime(fls, (2000, 2000))
    assert choice(tmp_path) == ("slides.tex", {"paper.tex", "cover.tex"}, "it was built last")
    os.utime(tmp_path / "paper.aux", (3000, 3000))
    assert choice(tmp_path)[0] == "paper.tex"
    fls.write_text("INPUT slides.tex\n")
    os.utime(fls, (4000, 4000))
    assert choice(tmp_path)[0] == "paper.tex", "a build that did not read the file says nothing"


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("INPUT ./shared.tex\n", "slides.tex"),
        ("INPUT ./shared.tex\r\n", "slides.tex"),
        ("INPUT C:\\\\of me\\shared.tex", "slides.tex"),
        ("INPUT notshared.tex\n", "paper.tex"),
        ("OUTPUT shared.tex\n", "paper.tex"),
    ],
    ids=["plain", "line ends of Windows", "path of Windows", "another name", "output"],
)
def test_a_build_counts_whose_list_names_the_file(tmp_path: Path, line: str, chosen: str) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "slides.fls").write_bytes(f"PWD /x\r\nINPUT slides.tex\r\n{line}".encode())
    assert choice(tmp_path)[0] == chosen


@pytest.mark.parametrize(
    "root", ["cover.tex", ".\\cover.tex", "./cover"], ids=["slash", "backslash", "no suffix"]
)
def test_the_author_chooses_with_a_comment(tmp_path: Path, root: str) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "shared.tex").write_text(f"% !TEX root = {root}\n\\cite{{a}}")
    assert choice(tmp_path) == ("cover.tex", set(), "")


def test_a_preamble_alone_is_read_as_what_it_is(tmp_path: Path) -> None:
    make_project(tmp_path, "%! main.tex\n\\documentclass{article}\n\\usepackage{a}\n")
    assert root_of(tmp_path / "main.tex", Files()) == tmp_path / "main.tex"


def test_a_bib_file_belongs_to_a_document_not_to_a_preamble(tmp_path: Path) -> None:
    fixture = PREAMBLE.replace("%! tex/preamble.tex", "%! a-preamble.tex").replace(
        "{tex/preamble}", "{a-preamble}"
    )
    fixture = fixture.replace(r"\documentclass{book}", "\\documentclass{book}\\bibliography{refs}")
    make_project(tmp_path, fixture)
    assert found(tmp_path / "refs.bib", tmp_path) == found(tmp_path / "main.tex", tmp_path)


class CountedFiles(Files):
    """Files of the disk, and how often they were read."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, path: Path) -> bytes:
        self.reads += 1
        return super().read(path)


def test_a_bib_that_nobody_names_is_looked_for_once_in_each_draft_around_it(
    tmp_path: Path,
) -> None:
    document = "\\documentclass{article}\\begin{document}\\bibliography{own}\\end{document}"
    reads = []
    for count in (10, 20, 40):
        folder = tmp_path / str(count)
        drafts = "".join(f"%! {number}.tex\n{document}\n" for number in range(count))
        make_project(folder, f"{drafts}%! own.bib\n%! library.bib\n@misc{{a}}\n")
        files = CountedFiles()
        opened = open_project(folder / "library.bib", Context(files=Sources(files)))
        assert opened.project.root == folder / "library.bib"
        reads.append(files.reads)
    assert reads[2] - reads[1] <= 2.2 * (reads[1] - reads[0])
