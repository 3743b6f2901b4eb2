"""Several projects, folders and odd paths, through the server."""

from pathlib import Path
from typing import Any

from citeloom.actions.checking.chosen_root import other_roots
from citeloom.actions.context import Context, root_choice
from lsp_inside import Inside, inside, params_for_any
from projects import make_project, sample

BOTH = sample("several_roots_both")


async def keys(client: Inside, path: Path, line: int, character: int) -> str:
    place = params_for_any(path.as_uri(), {"line": line, "character": character})
    return str((await client.request("textDocument/hover", place)).get("result"))


async def uses(client: Inside, path: Path, line: int, character: int) -> set[str]:
    place = params_for_any(path.as_uri(), {"line": line, "character": character})
    found = (await client.request("textDocument/references", place))["result"] or []
    return {Path(one["uri"]).as_posix().rpartition("root/")[2] for one in found}


def test_a_thesis_and_a_paper_share_a_bibliography(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make_project(root, BOTH)

    async def talk(client: Inside) -> None:
        thesis, paper = root / "thesis/main.tex", root / "paper/main.tex"
        part, bib = root / "thesis/parts/one.tex", root / "shared/refs.bib"
        own = {"thesis/main.tex", "thesis/parts/one.tex", "shared/refs.bib"}
        for path, line, character in ((thesis, 2, 23), (part, 0, 20)):
            assert "Ash Trees" in await keys(client, path, line, character)
            assert await uses(client, path, line, character) == own
        assert await uses(client, paper, 3, 7) == {"paper/main.tex", "shared/refs.bib"}
        text = "@misc{ash, title = {Rowan Trees}}"
        item = {"uri": bib.as_uri(), "languageId": "bibtex", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        for path, line, character in ((thesis, 2, 23), (paper, 3, 7)):
            assert "Rowan Trees" in await keys(client, path, line, character)

    inside(root, {}, talk, opened=("thesis/main.tex", "paper/main.tex"))


def test_folders_come_and_go(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    make_project(one, BOTH)
    make_project(two, BOTH.replace("Ash Trees", "Elm Trees"))

    async def talk(client: Inside) -> None:
        added = {"uri": two.as_uri(), "name": "two"}
        odd = {"uri": "vscode-vfs://github/a/b", "name": "elsewhere"}
        event: dict[str, Any] = {"event": {"added": [added, odd, added], "removed": [odd]}}
        client.notify("workspace/didChangeWorkspaceFolders", event)
        assert client.server.parts.session.folders == [one, two]
        assert "Ash Trees" in await keys(client, one / "paper/main.tex", 3, 7)
        assert "Elm Trees" in await keys(client, two / "paper/main.tex", 3, 7)
        gone = {"added": [], "removed": [{"uri": one.as_uri(), "name": "one"}]}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": gone})
        assert client.server.parts.session.folders == [two]
        assert "Ash Trees" in await keys(client, one / "paper/main.tex", 3, 7)
        found = await client.request("workspace/symbol", {"query": "ash"})
        assert "error" not in found

    inside(one, {}, talk, opened=())


SHARED = sample("several_roots_shared")


def test_the_comment_that_chooses_a_root_has_the_line_end_of_its_file(tmp_path: Path) -> None:
    part = make_project(tmp_path, SHARED).parent / "ch/part.tex"
    choice = root_choice(part, Context())
    (other,) = other_roots(part, choice, "Some text.\r\nMore.\r\n")
    assert other.title.startswith("Use ../cover.tex as root file, not ../paper.tex (")
    assert other.edit.new_text == "% !TEX root = ../cover.tex\r\n"
    more = part.parents[1] / "more.tex"
    assert other_roots(more, root_choice(more, Context()), "") == ()
