"""The settings file of a user keeps all that he wrote when a model is chosen."""

import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.actions.user.config_file import with_values, write_model_table
from citeloom.problem import InputError
from citeloom.settings import network_settings
from projects import sample

FILE = sample("config_file_file")


def test_values_are_set_where_they_stand_and_others_are_taken_out() -> None:
    changed = with_values(FILE, {"provider": "ollama", "name": "qwen3:8b"}, {"context", "address"})
    assert changed == FILE.replace('"openai" ', '"ollama" ').replace(
        "'gpt # 5'", '"qwen3:8b"'
    ).replace("context = 128000 # as they say\n", "")


def test_a_table_that_is_not_there_comes_to_the_end() -> None:
    assert with_values("", {"name": "a"}, set()) == '[model]\nname = "a"\n'
    found = with_values('contact = "a@b.org"\n', {"name": "a", "context": 4096}, set())
    assert found == 'contact = "a@b.org"\n\n[model]\nname = "a"\ncontext = 4096\n'


def test_line_ends_and_the_mark_at_the_beginning_stay() -> None:
    text = "\ufeff" + FILE.replace("\n", "\r\n")
    changed = with_values(text, {"address": "https://a.org/v1", "name": "b"}, set())
    assert changed.startswith("\ufeff# My settings.\r\n")
    assert changed.count("\n") == changed.count("\r\n") == FILE.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        'model = {name = "a"}',
        'model.name = "a"',
        '["model"]\nname = "a"',
        'x = """\n[model]\nname = "a"\n"""\n[model.b]\nc = 1',
        '[model]\n"name" = "a"',
        '[model]\nname = """a\nb"""',
        "[[model]]\na = 1",
        "model = 3",
        "no toml",
        "a = " + "[" * 5_000,
    ],
    ids=[
        "inline",
        "dotted",
        "quoted",
        "in-text",
        "quoted-name",
        "long",
        "array",
        "3",
        "no",
        "deep",
    ],
)
def test_what_cannot_be_changed_line_by_line_is_left_alone(text: str) -> None:
    try:
        changed = with_values(text, {"name": "b"}, set())
    except ValueError:
        return
    assert tomllib.loads(changed)["model"] == {**tomllib.loads(text).get("model", {}), "name": "b"}


VALUES = st.one_of(
    st.integers(0, 10**6),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.booleans(),
)
LINES = st.lists(
    st.sampled_from(
        [
            *FILE.splitlines(),
            "[model]",
            "[model.sub]",
            'name = "x" # y',
            "'name' = 3",
            'x = """',
            '"""',
            "y = [",
            "]",
            "  context = 3",
            "",
        ]
    ),
    max_size=12,
)


@given(LINES, st.dictionaries(st.sampled_from(["name", "provider", "context"]), VALUES))
def test_nothing_but_the_table_is_ever_changed(lines: list[str], values: dict[str, object]) -> None:
    text = "\n".join(lines)
    try:
        before = tomllib.loads(text)
        changed = with_values(text, values, {"calls"})
    except ValueError:
        return
    after = tomllib.loads(changed)
    assert {**after, "model": 0} == {**before, "model": 0}
    assert after["model"] == {
        **{name: value for name, value in before.get("model", {}).items() if name != "calls"},
        **values,
    }
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            assert line in changed


def test_the_file_is_written_in_one_step_and_keeps_its_place_and_rights(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "citeloom.toml"
    kept.parent.mkdir()
    kept.write_text(FILE)
    kept.chmod(0o640)
    config = Path(os.environ["CITELOOM_CONFIG"])
    config.unlink(missing_ok=True)
    config.symlink_to(kept)
    write_model_table({"provider": "ollama", "name": "qwen3:8b"}, {"context"})
    assert config.is_symlink()
    assert network_settings().model.name == "qwen3:8b"
    if os.name != "nt":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert [path.name for path in kept.parent.iterdir()] == ["citeloom.toml"]


def test_a_file_that_cannot_be_changed_stays_and_says_what_to_put_there() -> None:
    config = Path(os.environ["CITELOOM_CONFIG"])
    config.write_text("model = 3\n")
    with pytest.raises(InputError, match=r"add this yourself: \[model\] name = \"b\"") as caught:
        write_model_table({"name": "b"}, set())
    assert caught.value.problem.place is not None
    assert config.read_text() == "model = 3\n"
    config.write_text("[model\n")
    with pytest.raises(InputError, match="it is not valid TOML"):
        write_model_table({"name": "b"}, set())


def test_a_folder_that_is_not_there_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "new" / "config.toml"
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    write_model_table({"provider": "ollama", "name": "a"}, set())
    assert network_settings().model.provider == "ollama"
