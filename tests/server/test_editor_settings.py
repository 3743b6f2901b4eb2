"""Settings that editors send: what is wrong is said and costs no other setting."""

import re
from pathlib import Path

import pytest

from citeloom.editor_settings import EditorSettings, editor_settings
from citeloom.problem import RULES
from citeloom.settings import UserSettings


def test_good_settings() -> None:
    values = {"sharedFeatures": False, "words": 200, "rules": {"no-abstract": "off"}}
    settings, wrong = editor_settings(values)
    assert wrong == ()
    assert settings == EditorSettings(
        shared_features=False, words=200, rules={"no-abstract": "off"}
    )


@pytest.mark.parametrize("values", [None, {}])
def test_no_settings(values: object) -> None:
    assert editor_settings(values) == (EditorSettings(), ())


def test_wrong_ones_are_named_and_the_others_kept() -> None:
    settings, wrong = editor_settings(
        {
            "words": "many",
            "paragraphs": 3,
            "metod": "lexrank",
            "rules": {"no-abstract": "loud", "undefined-key": "off"},
            "sharedFeatures": [],
        }
    )
    assert settings == EditorSettings(paragraphs=3, rules={"undefined-key": "off"})
    assert [one.split(": ")[0] for one in wrong] == [
        "citeloom.words",
        "citeloom.sharedFeatures",
        "citeloom.rules.no-abstract",
        "citeloom.metod",
    ]


@pytest.mark.parametrize("values", [7, "x", [1]])
def test_what_is_no_object(values: object) -> None:
    settings, (wrong,) = editor_settings(values)
    assert settings == EditorSettings() and "no object" in wrong


def test_a_rule_that_there_is_not() -> None:
    settings, (wrong,) = editor_settings({"rules": {"unusd-key": "off", "unused-key": "hint"}})
    assert settings == EditorSettings(rules={"unused-key": "hint"})
    assert wrong.startswith("citeloom.rules.unusd-key: ") and "unused-key" in wrong


@pytest.mark.parametrize(
    ("name", "value", "default"),
    [
        ("words", 0, "left to the method"),
        ("seed", "x", "0"),
        ("method", 1, '""'),
        ("inlayHints", "yes please", "false"),
        ("rules", [], "{}"),
    ],
)
def test_the_default_is_named(name: str, value: object, default: str) -> None:
    settings, (wrong,) = editor_settings({name: value})
    assert settings == EditorSettings()
    assert wrong.startswith(f"citeloom.{name}: ") and f"the default, {default}, is used" in wrong


def test_every_rule_and_setting_is_documented_and_no_problem_has_another_rule() -> None:
    root = Path(__file__).parents[2]
    documented = (root / "docs" / "configuration.md").read_text("utf-8")
    assert [rule for rule in sorted(RULES) if f"| `{rule}` |" not in documented] == []
    names = [field.alias or name for name, field in EditorSettings.model_fields.items()]
    assert [name for name in names if f"`{name}`" not in documented] == []
    sources = "".join(path.read_text("utf-8") for path in sorted((root / "server").rglob("*.py")))
    used = re.findall(r'[Ss]everity(?:\.\w+)?, "([a-z-]+)"|rule="([a-z-]+)"', sources)
    assert {one or other for one, other in used} == RULES


def test_the_editors_libraries_count_beside_those_of_the_user() -> None:
    home = Path.home()
    settings, wrong = editor_settings(
        {"zotero": "off", "library": ["~/a.bib", str(home / "b.bib")]}
    )
    assert not wrong
    user = UserSettings(data_folder=home, zotero="auto", library=(home / "b.bib",))
    changed = settings.changed(user)
    assert changed.zotero == "off" and changed.library == (home / "b.bib", home / "a.bib")
    assert EditorSettings().changed(user) == user


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"zotero": "data/zotero"}, "zotero"),
        ({"zotero": ["off"]}, "zotero"),
        ({"library": ["library.bib"]}, "library.0"),
        ({"library": "~/library.bib"}, "library"),
        ({"library": ["/a\0b"]}, "library.0"),
    ],
    ids=["relative folder", "a list", "relative file", "a word", "no path"],
)
def test_a_place_that_depends_on_where_the_server_runs_is_none(
    values: dict[str, object], named: str
) -> None:
    settings, wrong = editor_settings(values)
    assert settings == EditorSettings() and wrong[0].startswith(f"citeloom.{named}: ")
