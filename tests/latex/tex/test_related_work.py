import pytest
from families import families

from citeloom_latex.tex.related_work import is_related_work

FAMILIES = families(__file__)


@pytest.mark.parametrize("title", FAMILIES["headings_of_related_work"])
def test_headings_of_related_work(title: str) -> None:
    assert is_related_work(title)


@pytest.mark.parametrize("title", FAMILIES["other_headings"])
def test_other_headings(title: str) -> None:
    assert not is_related_work(title)


def test_titles_of_the_users_own() -> None:
    assert is_related_work("3. Kontext der Arbeit", ["Kontext der Arbeit"])
    assert not is_related_work("Related Work", ["Kontext der Arbeit"])
