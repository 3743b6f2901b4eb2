"""What lies in a stranger's folder is not waited for, and takes no memory."""

import json
import os
import socket
from pathlib import Path

import pytest
from attacks import runner
from covering import covering, slow_after

from lsp_client import FULL, LspClient
from projects import make_project, sample

PROJECT = sample("project_folder")

A_PIPE, A_DEVICE, A_SOCKET = "is a pipe", "is a device", "is a socket"
TOO_LARGE = "at most"


def put(path: Path, kind: str) -> None:
    """Put something in the place of a file."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to a pipe":
        os.mkfifo(path.parent / "pipe")
        path.symlink_to("pipe")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            descriptor = os.open(path.parent, os.O_RDONLY)
            listening.bind(f"/proc/self/fd/{descriptor}/{path.name}")
            os.close(descriptor)
    elif kind == "20 GB":
        path.touch()
        os.truncate(path, 20 << 30)
    elif kind == "circle":
        path.symlink_to(path.name)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(kind)


PLACES = {
    "own.sty": ("main.tex:2", "\\usepackage of 'own': own.sty"),
    "part.tex": ("main.tex:5", "\\input of 'part': part.tex"),
    "more.bib": ("main.tex:7", "\\bibliography of 'more': more.bib"),
    "citeloom.toml": ("citeloom.toml", ""),
}
KINDS = {
    "pipe": A_PIPE,
    "link to a pipe": A_PIPE,
    "/dev/zero": A_DEVICE,
    "/dev/random": A_DEVICE,
    "20 GB": TOO_LARGE,
}


@pytest.mark.parametrize(("kind", "name"), covering(KINDS, PLACES))
def test_what_is_no_file_is_a_problem_where_it_is_asked_for(
    tmp_path: Path, name: str, kind: str
) -> None:
    make_project(tmp_path, PROJECT)
    put(tmp_path / name, kind)
    done = runner.citeloom("check", "main.tex", folder=tmp_path)
    place, asked = PLACES[name]
    said = next(line for line in done.printed.splitlines() if KINDS[kind] in line)
    assert place in said
    assert asked in said
    assert done.code == (2 if name == "citeloom.toml" else 1)
    assert "undefined-key" not in done.printed


@pytest.mark.parametrize(
    ("kind", "name"),
    covering(["circle", "folder", "/dev/full", "/proc/self/mem"], ["part.tex", "more.bib"]),
)
def test_what_cannot_be_read_is_a_problem(tmp_path: Path, name: str, kind: str) -> None:
    make_project(tmp_path, PROJECT)
    put(tmp_path / name, kind)
    done = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert f"{PLACES[name][0]}: " in done.printed


@pytest.mark.parametrize("kind", slow_after(4, [*KINDS, "folder", "circle", "/proc/self/mem"]))
def test_a_root_that_is_no_file_is_an_error(tmp_path: Path, kind: str) -> None:
    put(tmp_path / "main.tex", kind)
    done = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert done.code == 2
    assert "main.tex" in done.err


@pytest.mark.parametrize("kind", slow_after(2, ["pipe", "/dev/zero", "20 GB", "socket"]))
def test_files_beside_are_looked_through_and_left(tmp_path: Path, kind: str) -> None:
    main = make_project(tmp_path, "%! sub/part.tex\n\\cite{a}\n%! main.tex\n\\input{sub/part}")
    put(tmp_path / "a.tex", kind)
    put(tmp_path / "a.bib", kind)
    main.write_text("\\documentclass{article}\\begin{document}\\input{sub/part}\\end{document}")
    done = runner.citeloom("check", "sub/part.tex", folder=tmp_path)
    assert "a.bib" in done.printed
    assert KINDS.get(kind, A_SOCKET) in done.printed


def test_a_file_of_the_system_that_says_it_is_empty_takes_no_memory(tmp_path: Path) -> None:
    endless = Path("/proc/self/pagemap")
    if not endless.exists():
        pytest.skip("this system has no such file")
    make_project(tmp_path, PROJECT)
    put(tmp_path / "more.bib", str(endless))
    done = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert done.code == 1
    assert "more.bib" in done.printed


@pytest.mark.parametrize("kind", slow_after(2, ["pipe", "/dev/zero", "20 GB", "folder"]))
def test_settings_of_the_user_that_are_no_file_are_an_error(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path, PROJECT)
    put(tmp_path / "config.toml", kind)
    monkeypatch.setenv("CITELOOM_CONFIG", str(tmp_path / "config.toml"))
    done = runner.citeloom("fetch", "main.tex", folder=tmp_path)
    assert done.code == 2
    assert "config.toml" in done.err


@pytest.mark.parametrize("kind", slow_after(2, ["pipe", "/dev/zero", "20 GB"]))
def test_a_record_that_is_no_file_is_named_and_nothing_is_written(
    tmp_path: Path, kind: str
) -> None:
    main = make_project(tmp_path, PROJECT)
    made = runner.citeloom(
        "write", "main.tex", "--in-place", "--all", "--section", "Introduction", folder=tmp_path
    )
    assert made.code == 0, made.printed
    (record,) = (tmp_path / ".citeloom").glob("*.json")
    put(record, kind)
    before = main.read_bytes()
    done = runner.citeloom(
        "write", "main.tex", "--in-place", "--section", "Introduction", "--seed", "2",
        folder=tmp_path,
    )  # fmt: skip
    assert record.name in done.printed
    assert KINDS[kind] in done.printed
    assert main.read_bytes() == before


@pytest.mark.parametrize(
    "settings",
    ["a." * 400_000 + "a = 1", "method = " + "[" * 400_000, "# " + "x" * 20_000_000],
    ids=["key of many parts", "deep", "large"],
)
def test_settings_that_blow_up_are_an_error(tmp_path: Path, settings: str) -> None:
    make_project(tmp_path, PROJECT)
    (tmp_path / "citeloom.toml").write_text(settings)
    done = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert done.code == 2
    assert "citeloom.toml" in done.err


@pytest.mark.parametrize(("number", "most"), slow_after(1, [(30_000, 1000), (100_001, 0)]))
def test_of_a_folder_of_very_many_files_few_are_read(
    tmp_path: Path, number: int, most: int
) -> None:
    make_project(tmp_path, "%! main.tex\nSee \\cite{a}.\n")
    for name in range(number):
        os.close(os.open(tmp_path / f"{name}.bib", os.O_CREAT))
    done = runner.citeloom("check", "main.tex", "--json", folder=tmp_path)
    report = json.loads(done.out)
    assert report["files"] == 1 + most
    assert len(done.printed) < 2000


def test_a_server_answers_whatever_lies_in_the_folder(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    for name, kind in [
        ("own.sty", "pipe"), ("part.tex", "/dev/zero"), ("more.bib", "pipe"),
        ("citeloom.toml", "pipe"), ("beside.tex", "pipe"), ("beside.bib", "20 GB"),
    ]:  # fmt: skip
        put(tmp_path / name, kind)
    with LspClient({"CITELOOM_DATA": str(tmp_path / "data")}) as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        at = {"line": 5, "character": 18}
        hover = client.request(
            "textDocument/hover", {"textDocument": document, "position": at}
        )  # fmt: skip
        assert "Bees" in hover["result"]["contents"]["value"]
        listed = client.request(
            "textDocument/completion", {"textDocument": document, "position": at}
        )
        items = listed["result"]
        items = items["items"] if isinstance(items, dict) else items
        assert "lee" in {item["label"] for item in items}
        found = client.diagnostics(document["uri"])
    said = {item["range"]["start"]["line"]: item["message"] for item in found}
    assert A_PIPE in said[1]
    assert A_DEVICE in said[4]
    assert A_PIPE in said[6]


@pytest.mark.parametrize("name", ["main.tex", "refs.bib"])
def test_a_server_asked_about_a_pipe_that_is_not_open_answers(tmp_path: Path, name: str) -> None:
    make_project(tmp_path, PROJECT)
    put(tmp_path / name, "pipe")
    with LspClient({"CITELOOM_DATA": str(tmp_path / "data")}) as client:
        client.initialize(tmp_path, FULL)
        document = {"uri": (tmp_path / name).as_uri()}
        place = {"textDocument": document, "position": {"line": 0, "character": 0}}
        for method in ("hover", "definition", "completion"):
            answer = client.request(f"textDocument/{method}", place)
            assert ("error" in answer) or not answer["result"]
        assert client.request("shutdown")["result"] is None


@pytest.mark.parametrize(("suffix", "files"), slow_after(1, [(".bib", 11), (".tex", 6)]))
def test_many_links_to_one_large_file_are_not_all_read(
    tmp_path: Path, suffix: str, files: int
) -> None:
    inputs = "".join(f"\\input{{x{number}}}\n" for number in range(1000))
    main = make_project(tmp_path, f"%! main.tex\nSee \\cite{{a}}.\n{inputs}")
    (tmp_path / f"x0{suffix}").write_text("x" * 20_000_000)
    for number in range(1, 1000):
        os.link(tmp_path / f"x0{suffix}", tmp_path / f"x{number}{suffix}")
    done = runner.citeloom("check", main.name, "--json", folder=tmp_path)
    assert json.loads(done.out)["files"] == files
    assert "00,000,000 characters" in done.out


VICTIM = "\\section{Related Work}\n\nWhat somebody else has written.\n"
WAYS = {
    "an absolute path": "\\input{ELSEWHERE/thesis.tex}",
    "a path upwards": "\\input{../elsewhere/thesis}",
    "an include": "\\include{../elsewhere/thesis}",
    "an import": "\\import{../elsewhere/}{thesis}",
    "a macro": "\\newcommand{\\there}{../elsewhere}\n\\input{\\there/thesis}",
    "a macro that reads": "\\newcommand{\\get}[1]{\\input{../elsewhere/#1}}\n\\get{thesis}",
    "a linked file": "\\input{linked}",
    "a linked folder": "\\input{folder/thesis}",
    "a link to a link": "\\input{again}",
    "the user's home": "\\input{~/thesis}",
}


def hostile(folder: Path, inside: str) -> Path:
    """Make a stranger's project beside a folder of the user's; return its main.tex."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.tex").write_text(VICTIM)
    inside = inside.replace("ELSEWHERE", elsewhere.as_posix())
    text = PROJECT.replace("\\input{part}\n", "").replace(
        "\\bibliography{", f"{inside}\n\\bibliography{{"
    )
    main = make_project(folder / "stranger", text)
    main.with_name("linked.tex").symlink_to(elsewhere / "thesis.tex")
    main.with_name("again.tex").symlink_to("linked.tex")
    main.with_name("folder").symlink_to(elsewhere)
    return main


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("way", "repository"), covering(WAYS, [True, False]))
def test_no_way_out_of_the_project_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, repository: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    main = hostile(tmp_path, WAYS[way])
    if repository:
        main.with_name(".git").mkdir()
    before = files(tmp_path)
    outcome = runner.citeloom("write", main, "--in-place", folder=main.parent)
    assert outcome.code == 2
    assert str(tmp_path / "elsewhere/thesis.tex") in outcome.err
    assert "outside the project" in outcome.err and "--outside" in outcome.err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("command", "first_line"),
    covering(
        [("write",), ("weave", "lee"), ("strip",)],
        ["% !TEX root = ../elsewhere/thesis.tex", "\\documentclass[../elsewhere/thesis]{subfiles}"],
    ),
)
def test_a_root_that_a_strangers_file_names_is_not_written(
    tmp_path: Path, command: tuple[str, ...], first_line: str
) -> None:
    make_project(tmp_path / "elsewhere", PROJECT)
    thesis = (tmp_path / "elsewhere/main.tex").rename(tmp_path / "elsewhere/thesis.tex")
    marks = "% citeloom:begin 0123456789\nText.\n% citeloom:end 0123456789\n"
    body = "\\section{Related Work}\nWe say so.\n\n\\bibliography{"
    thesis.write_text(thesis.read_text().replace("\\bibliography{", body) + marks)
    stranger = tmp_path / "stranger/note.tex"
    stranger.parent.mkdir()
    stranger.write_text(f"{first_line}\n\\begin{{document}}\nA note.\n\\end{{document}}\n")
    before = files(tmp_path)
    name, *rest = command
    place = [] if name == "strip" else ["--in-place"]
    outcome = runner.citeloom(name, stranger, *rest, *place, folder=stranger.parent)
    assert outcome.code == 2 and str(thesis) in outcome.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("linked", ["folder", "note"])
def test_records_are_written_nowhere_else(tmp_path: Path, linked: str) -> None:
    main = hostile(tmp_path, "\\section{Related Work}")
    records, elsewhere = main.with_name(".citeloom"), tmp_path / "elsewhere"
    if linked == "folder":
        records.symlink_to(elsewhere)
    else:
        records.mkdir()
        (records / "README.md").symlink_to(elsewhere / "new.md")
    before = files(tmp_path)
    outcome = runner.citeloom("write", main, "--in-place", folder=main.parent)
    assert outcome.code == 2 and str(elsewhere) in outcome.err
    assert files(tmp_path) == before


def test_a_strangers_project_file_gives_itself_no_permission(tmp_path: Path) -> None:
    main = hostile(tmp_path, WAYS["a path upwards"])
    main.with_name("outside.json").write_text(json.dumps({str(main.parent): {"/": True}}))
    main.with_name("citeloom.toml").write_text('outside = ["../elsewhere"]\n')
    outcome = runner.citeloom("write", main, "--in-place", folder=main.parent)
    assert outcome.code == 2 and "outside" in outcome.err
    assert (tmp_path / "elsewhere/thesis.tex").read_text() == VICTIM


@pytest.mark.parametrize("way", ["a path", "a link"])
def test_titles_of_the_users_library_are_not_looked_up(tmp_path: Path, way: str) -> None:
    main = hostile(tmp_path, "Not yet known \\cite{secret}.")
    library = tmp_path / "elsewhere/library.bib"
    library.write_text("@misc{secret, title = {An Unpublished Secret}, abstract = {We hide.}}")
    if way == "a link":
        main.with_name("library.bib").symlink_to(library)
    named = {"a path": "../elsewhere/library", "a link": "library"}[way]
    main.write_text(main.read_text().replace("{refs,more}", f"{{refs,{named}}}"))
    outcome = runner.citeloom("fetch", main, folder=main.parent)
    assert "lee" in outcome.out and "secret" not in outcome.out
    assert str(library) in outcome.err


@pytest.mark.parametrize("method", slow_after(1, ["zero-shot", "ckma", "chatcite"]))
def test_a_strangers_settings_send_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    main = hostile(tmp_path, "\\section{Related Work}")
    main.with_name("citeloom.toml").write_text(f'method = "{method}"\n')
    config = tmp_path / "config.toml"
    config.write_text('[model]\nprovider = "custom"\naddress = "https://far.example.org/v1"\n'
                      'name = "far"\n')  # fmt: skip
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    for stdin in ("", "y\n"):
        outcome = runner.citeloom("write", main, folder=main.parent, stdin=stdin)
        assert outcome.code == 2 and outcome.out == ""
        assert "far at far.example.org" in outcome.err and "nothing was sent" in outcome.err
