"""What was written can be read with its sources before it is put into the draft."""

import os
import stat
from pathlib import Path

import pytest

from lsp_client import FULL
from projects import make_project
from writing_client import PAPER, Editor, heard, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

SHOWING = {**FULL, "window": {"showDocument": {"support": True}}}


def test_the_page_has_each_sentence_with_its_sources(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin(capabilities={})
        client.written(uri=main.as_uri())
        page = run(client, "preview")["markdown"]
    assert page.startswith(
        "# Related Work: preview\n\n"
        "plain, 1 paragraph, 3 of 3 cited. It is not in the draft yet.\n\n"
        "### all of it\n\n"
        "Version 0 tells of Ash Trees \\[ash\\]. Version 0 tells of Elm Trees \\[elm\\]. "
    )
    assert (
        "2. Version 0 tells of Elm Trees \\[elm\\].\n"
        "   - **elm**, abstract: “We show that elm trees grow well in the north.”\n"
    ) in page
    assert "clustering" not in page and "recall" not in page


def test_warnings_are_one_message_and_all_of_them_are_on_the_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin("warns", capabilities={})
        run(client, "write", {"uri": main.as_uri()})
        (written,) = heard(client, "window/showMessage", 1)
        page = run(client, "preview")["markdown"]
        (offer,) = run(client, "show")["offers"]
        client.leave()
    assert written["message"].startswith("Related work written (")
    first = offer["warnings"][0].replace("mind", "Mind")
    assert (
        f" 3 warnings. {first}. To insert it, open the code actions in the related work."
        in written["message"]
    )
    for key in ("ash", "elm", "yew"):
        assert f"> mind {key}\n" in page
        assert f"mind {key}\n" in caplog.text
    assert sorted(offer["warnings"]) == ["mind ash", "mind elm", "mind yew"]


def test_an_editor_that_shows_documents_gets_a_private_read_only_file(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.results["window/showDocument"] = {"success": True}
        client.begin(capabilities=SHOWING)
        client.open(main)
        client.written()
        answer = run(client, "preview")
        (shown,) = heard(client, "window/showDocument")
        assert shown == {"uri": answer["uri"], "takeFocus": True}
        path = Path(shown["uri"].removeprefix("file://"))
        assert path.read_text("utf-8") == answer["markdown"]
        assert stat.S_IMODE(path.stat().st_mode) == 0o400
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert run(client, "preview") == answer, "the same page, in the same file"
        assert len(heard(client, "window/showMessage")) == 1
        assert client.leave() == 0
        assert not path.parent.exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="ends a process as it is done elsewhere")
def test_a_page_that_a_killed_server_has_left_goes_with_the_next_one(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path, spawn=True) as killed, Editor(tmp_path, spawn=True) as living:
        pages = []
        for client in (killed, living):
            client.begin()
            client.open(main)
            # Servers of one user see each other's texts.
            shown = run(client, "preview", {"offer": client.written()})
            pages.append(Path(shown["uri"].removeprefix("file://")))
        killed.process.kill()
        killed.process.wait()
        with Editor(tmp_path, spawn=True) as client:
            client.begin()
            client.open(main)
            run(client, "preview", {"offer": client.written()})
        assert [page.exists() for page in pages] == [False, True]


@pytest.mark.parametrize("capabilities", [FULL, SHOWING])
def test_an_editor_that_shows_none_is_told_where_it_is(
    tmp_path: Path, capabilities: object
) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.results["window/showDocument"] = {"success": False}
        client.begin(capabilities=capabilities)
        client.open(main)
        client.written()
        uri = run(client, "preview")["uri"]
        *_, said = heard(client, "window/showMessage", 2)
        assert said["message"] == f"The preview is in {Path(uri.removeprefix('file://'))}"
