"""Settings that editors send: what is wrong is said and costs no other setting."""

import re
from pathlib import Path

import pytest
from tabled import tabled

from citeloom.editor_settings import EditorSettings, editor_settings
from citeloom.problem import RULES
from citeloom.settings import ProjectSettings


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
    assert settings == EditorSettings() and "not an object" in wrong


def test_a_rule_that_there_is_not() -> None:
    settings, (wrong,) = editor_settings({"rules": {"unusd-key": "off", "unused-key": "hint"}})
    assert settings == EditorSettings(rules={"unused-key": "hint"})
    assert wrong.startswith("citeloom.rules.unusd-key: ") and "unused-key" in wrong


@tabled(least=5)
def test_the_default_is_named(name: str, value: object, default: str) -> None:
    settings, (wrong,) = editor_settings({name: value})
    assert settings == EditorSettings()
    assert wrong.startswith(f"citeloom.{name}: ") and f"the default, {default}, is used" in wrong


def test_every_rule_and_setting_is_documented_and_no_problem_has_another_rule() -> None:
    root = Path(__file__).parents[2]
    documented = (root / "docs" / "configuration.md").read_text("utf-8")
    rows = "".join(re.findall(r"^\| (`[^|]+`) \|", documented, re.MULTILINE))
    assert [rule for rule in sorted(RULES) if f"`{rule}`" not in rows] == []
    names = [field.alias or name for name, field in EditorSettings.model_fields.items()]
    assert [name for name in names if f"`{name}`" not in documented] == []
    sources = "".join(path.read_text("utf-8") for path in sorted((root / "server").rglob("*.py")))
    used = re.findall(r'[Ss]everity(?:\.\w+)?, "([a-z-]+)"|rule="([a-z-]+)"', sources)
    assert {one or other for one, other in used} == RULES


def test_what_is_left_open_is_decided_by_the_project_as_without_an_editor() -> None:
    both = set(ProjectSettings.model_fields) & set(EditorSettings.model_fields)
    assert both == {"method"} and not EditorSettings().method
