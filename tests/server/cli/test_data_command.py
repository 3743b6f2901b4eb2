"""`citeloom data`: everything in the data folder is shown, and what clearing leaves is said."""

import os
from pathlib import Path

import pytest

from citeloom.actions.user.fetch_agreement import consent_of, keep_consent
from citeloom.actions.user.sending_agreement import Receiver, has_agreed, keep_agreement
from citeloom.cli.main import main as citeloom
from citeloom.models.memo import Completion, Memo
from citeloom.models.quoting import installation_secret
from citeloom.models.setup import MEMO
from citeloom.papers.citing_sentence import CitingSentence, ReadText
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import citing_of, put_texts
from citeloom.papers.store.store import Store
from citeloom.settings import user_settings
from services.running import running
from services.whole_fetch import FILES, fetched, project

RECEIVER = Receiver("models.example", "a-model")


def data(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.argv", ["citeloom", "data", *command.split()])
    with pytest.raises(SystemExit) as left:
        citeloom()
    assert not left.value.code
    return capsys.readouterr().out


def fill(folder: Path, draft: Path) -> None:
    """Have every part of the program keep something."""
    user = user_settings()
    with running(files=FILES) as services:
        fetched(services.settings(), project(draft), folder, full_text=True)
    for aside in ("broken-1", "broken-1-wal", "older-0123456789ab"):
        (folder / f"papers.sqlite.{aside}").touch()
    keep_consent(user, True)
    keep_agreement(folder, draft / "main.tex", RECEIVER)
    installation_secret(folder)
    with Memo(folder / MEMO):
        pass
    preview = user.previews / str(os.getpid()) / "related-work.tex"
    preview.parent.mkdir(parents=True)
    preview.write_text("Text.")
    preview.chmod(0o400)
    user.bib_indexes.mkdir()
    (user.bib_indexes / "0123.index").write_bytes(b"numbers")
    (user.bib_indexes / f".citeloom-{'1' * 16}.tmp").write_bytes(b"half")
    (folder / f".citeloom-{'0' * 16}.tmp").write_bytes(b"half")


def files(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}


def test_every_file_is_shown_and_clearing_leaves_what_it_says(
    own_data_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(own_data_folder, tmp_path / "draft")
    there = {one.split("/")[0] for one in files(own_data_folder)}
    shown = data("show", capsys, monkeypatch)
    temporary = {one for one in there if one.startswith(".")}
    assert len(temporary) == 1 and "1 half-written file" in shown
    assert [one for one in there - temporary - {"turns"} if one not in shown] == []
    cleared = data("clear", capsys, monkeypatch)
    assert "removed: " in cleared and "2 indexes of large .bib files" in cleared
    assert "previews" in cleared and "agreed.json" in cleared
    left = {one for one in files(own_data_folder) if not one.startswith("turns/")}
    assert {one.removesuffix("-wal").removesuffix("-shm") for one in left} == {
        "papers.sqlite", MEMO,
    }  # fmt: skip
    for one in (f"kept: {own_data_folder / 'turns'}", os.environ["CITELOOM_CONFIG"], "keyring",
                "citeloom strip"):  # fmt: skip
        assert one in cleared
    assert consent_of(user_settings()) is None
    assert not has_agreed(own_data_folder, tmp_path / "draft" / "main.tex", RECEIVER)
    again = data("show", capsys, monkeypatch)
    assert "0 papers" in again and "0 model answers" in again


def test_there_may_be_nothing_to_clear(
    own_data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nothing stored" in data("clear", capsys, monkeypatch)
    with Store.open(own_data_folder / "papers.sqlite") as store:
        store.put([Paper("doi:10.1/x", title="X")])
    assert "1 papers" in data("clear", capsys, monkeypatch)


def test_full_texts_alone_can_be_cleared(
    own_data_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(own_data_folder, tmp_path / "draft")
    with Store.open(own_data_folder / "papers.sqlite") as store:
        main = tmp_path / "draft" / "main.tex"
        one, other = (Paper(f"doi:10.1/{n}", title=f"Title {n}") for n in "ab")
        sentence = CitingSentence("It weaves.", (other.id,), "", False, one.id, 0)
        store.write(
            put_texts,
            main,
            [ReadText(one.id, "1", ("",), {other.id: asked_id(other)}, (sentence,))],
            [one, other],
        )
        papers = store.stats().papers
    assert "4 searches for full texts" in data("clear --full-texts", capsys, monkeypatch)
    shown = data("show", capsys, monkeypatch)
    assert f"{papers} papers" in shown and "full texts" not in shown and "agreed.json" in shown
    with Store.open(own_data_folder / "papers.sqlite") as store:
        assert store.read(citing_of, main, [one], [other]) == ()


def test_answers_alone_can_be_cleared(
    own_data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(own_data_folder / "papers.sqlite") as store:
        store.put([Paper("doi:10.1/x", title="X")])
    with Memo(own_data_folder / MEMO) as memo:
        memo.put("q", Completion("a wrong answer"))
    assert "removed: " in data("clear --answers", capsys, monkeypatch)
    shown = data("show", capsys, monkeypatch)
    assert "0 model answers" in shown and "1 papers" in shown
