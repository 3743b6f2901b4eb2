"""Which sentences speak of the draft's own work."""

import pytest
from families import families

from citeloom.grounding.support.own_work import speaks_of_own_work

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "is_own"), FAMILIES["sentences_on_own_work"])
def test_sentences_on_own_work(text: str, is_own: bool) -> None:
    assert speaks_of_own_work(text) is is_own
