"""Words of a prompt that a model repeats are mended before an author sees them."""

from typing import Any

import pytest
from families import families

from citeloom.methods.modelled.leaks import with_usual_marks
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.models.port import Question
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "cites", "mended"), FAMILIES["a_leak"])
def test_a_leak(text: str, cites: list[str], mended: str) -> None:
    sentence = {"text": text, "cites": cites}
    given = WrittenText.model_validate({"paragraphs": [{"topic": "", "sentences": [sentence]}]})
    assert (
        with_usual_marks(given, ShortIds(task(5).references)).paragraphs[0].sentences[0].text
        == mended
    )


class Labelling(StandIn):
    """Names each reference by a label before its sentence, and nowhere else."""

    async def ask(self, question: Question[Answer]) -> Answer:
        found: Any = await super().ask(question)
        for paragraph in getattr(found, "paragraphs", ()):
            for sentence in paragraph.sentences:
                sentence.text = f"{', '.join(sentence.cites)}: {sentence.text}"
                sentence.cites[:] = []
        return found


def test_a_label_is_a_citation_before_forgotten_papers_are_asked_for() -> None:
    model, method = Labelling(), method_named("zero-shot")
    result, _ = timed(method.write(task(3), method.parameters(), Ports(model=model)))
    assert (dict(model.calls), result.uncited) == ({"writing": 1}, ())
    assert not any("P1" in own.text for part in result.paragraphs for own in part.sentences)
