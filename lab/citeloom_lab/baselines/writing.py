"""Write related work by a single question to a model."""

from collections.abc import Sequence

from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import words_to_write
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper
from citeloom_lab.baselines.planned import PlannedText, planned

STEP = "writing"


async def related_work(
    task: WritingTask, ports: Ports, model: LanguageModel, name: str, *, plans: bool
) -> Result:
    """Have a model write related work at once, by the prompt of this name."""
    asker = Asker(task, ports, model)
    ports.progress.stage(STEP)
    paragraphs = f" in {task.paragraphs} paragraph(s)" if task.paragraphs else ""

    def question(papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        made = shown.text(
            STEP,
            f"baselines/{name}",
            shown.ids(papers),
            words_to_write(task),
            length=f"Write at most {words_to_write(task)} words{paragraphs}.",
            papers=shown.papers(papers),
        )
        return planned(made) if plans else made

    text = await asker.text(task.references, question, "the references come in at the end")
    plan = text.plan if isinstance(text, PlannedText) else ""
    return await finish(asker, [text], {"plan": plan} if plans else {})
