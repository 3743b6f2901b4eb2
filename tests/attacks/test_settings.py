"""A project's ``citeloom.toml`` is read as settings, or named as the error that it is."""

from pathlib import Path

import pytest
from attacks import runner
from covering import slow_after

from projects import make_project, sample

PROJECT = sample("settings")
NO_TOML, NO_STRING, NO_SETTING = "not valid TOML", "setting 'method': ", "the settings are"


@pytest.mark.parametrize(
    ("settings", "said"),
    slow_after(8, [
        (b"method = 2020-01-01", NO_STRING),
        (b"method = 9999-99-99", NO_TOML),
        (b"method = inf", NO_STRING),
        (b"method = " + b"9" * 6000, NO_TOML),
        (b"method = 1" + b"_1" * 200_000, NO_TOML),
        (b"method = 0x" + b"f" * 500_000, NO_STRING),
        (b'method = "a\0b"', NO_TOML),
        ('method = "extractive"'.encode("utf-16"), NO_TOML),
        (b'method = "\xff"', NO_TOML),
        (b'method = "a"\nmethod = "b"', NO_TOML),
        (b'[model]\naddress = "http://127.0.0.1:9/v1"', "'model'"),
        (b'[services]\ns2 = "http://127.0.0.1:9"', "'services'"),
        (b'pdf_folders = ["/"]', "'pdf_folders'"),
        (b'contact = "a@example.org"', "'contact'"),
        (b'__class__ = "os.system"', "'__class__'"),
        (b'"\\u001b]52;c;eA==\\u0007\\nerror: forged" = 1', "\\u001b]52;c;eA==\\u0007"),
    ]),
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else "",
)  # fmt: skip
def test_settings_that_are_none_are_an_error(tmp_path: Path, settings: bytes, said: str) -> None:
    make_project(tmp_path, PROJECT)
    (tmp_path / "citeloom.toml").write_bytes(settings)
    outcome = runner.citeloom("write", "main.tex", folder=tmp_path)
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err.startswith("citeloom.toml: error: ")
    assert said in outcome.err and len(outcome.err) < 1000
    assert outcome.err.count("\n") == 1 and "\x1b" not in outcome.err


@pytest.mark.parametrize(
    "settings",
    [
        'cite_commands = ["", "a b", "(a+)+$", "\\u0000", "\\\\cite"]',
        "cite_commands = [" + ",".join(f'"c{number}"' for number in range(60_000)) + "]",
        'related_work_titles = ["(r+)+$", "' + "x" * 900_000 + '", "related work"]',
        "\ufeffmethod = 'extractive'",
    ],
    ids=["no names", "many", "long", "as Windows' Notepad saves it"],
)
def test_odd_settings_are_taken_as_words(tmp_path: Path, settings: str) -> None:
    make_project(tmp_path, PROJECT)
    (tmp_path / "citeloom.toml").write_text(settings, "utf-8")
    outcome = runner.citeloom("write", "main.tex", "--in-place", folder=tmp_path)
    assert outcome.code == 0, outcome.printed
    text = (tmp_path / "main.tex").read_text()
    assert text.index("Related Work") < text.index("citeloom:begin") < text.index("Lee~\\cite{lee}")


@pytest.mark.parametrize("method", ["../../evil", "os.system", "\u0000", "EXTRACTIVE "])
def test_a_method_is_one_that_is_known(tmp_path: Path, method: str) -> None:
    make_project(tmp_path, PROJECT)
    (tmp_path / "citeloom.toml").write_text(f"method = {method!r}".replace("\\x00", "\\u0000")
                                            .replace("'", '"'))  # fmt: skip
    (tmp_path / "evil.py").write_text("open('started', 'w')")
    outcome = runner.citeloom("write", "main.tex", folder=tmp_path)
    assert outcome.code == 2 and outcome.out == ""
    assert "extractive, " in outcome.err
    assert not (tmp_path / "started").exists()
