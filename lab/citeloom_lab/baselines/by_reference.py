"""Write related work reference by reference, a question for each."""

from collections.abc import Sequence

from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import words_to_write
from citeloom.methods.modelled.written_text import WrittenParagraph, WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

STEP = "writing"
LEAST_WORDS = 15
"""Words of a sentence that says something of a reference."""


async def related_work(task: WritingTask, ports: Ports, model: LanguageModel) -> Result:
    """Have a model write of each reference alone; its sentences stand in their order."""
    asker, words = Asker(task, ports, model), words_of_each(task)

    def question(papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        return shown.text(
            STEP,
            "baselines/reference-wise",
            shown.ids(papers),
            words,
            length=f"Write at most {words} words.",
            paper=shown.papers(papers),
        )

    instead = "the reference comes in at the end"
    asked = [asker.text((paper,), question, instead) for paper in task.references]
    found = await asker.together(STEP, asked)
    sentences = [own for text in found for part in text.paragraphs for own in part.sentences]
    paragraph = WrittenParagraph(topic="", sentences=sentences)
    return await finish(asker, [WrittenText(paragraphs=[paragraph])], {})


def words_of_each(task: WritingTask) -> int:
    """Return how many words there are for each reference."""
    return max(LEAST_WORDS, words_to_write(task) // max(1, len(task.references)))
