"""Words of a prompt that a model repeats are mended before an author sees them."""

import pytest
from families import families

from citeloom.methods.modelled.leaks import with_usual_marks
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import WrittenText
from modelled_runs import task

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "cites", "mended"), FAMILIES["a_leak"])
def test_a_leak(text: str, cites: list[str], mended: str) -> None:
    sentence = {"text": text, "cites": cites}
    given = WrittenText.model_validate({"paragraphs": [{"topic": "", "sentences": [sentence]}]})
    assert (
        with_usual_marks(given, ShortIds(task(5).references)).paragraphs[0].sentences[0].text
        == mended
    )
