"""Settings that editors send: what is wrong is said and costs no other setting."""

import pytest

from citeloom.settings import EditorSettings, editor_settings


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
