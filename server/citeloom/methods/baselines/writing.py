"""Write related work by a single question to a model."""

from citeloom.methods.cost import Cost, StepCost
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import PROMPT_TOKENS, paper_tokens, text_tokens, words_of
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_draft, show_papers
from citeloom.methods.modelled.written_text import (
    WrittenText,
    ids_check,
    text_type,
    with_plan,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question

STEP = "writing"


async def related_work(
    task: WritingTask, ports: Ports, model: LanguageModel, name: str, *, thinks: bool
) -> Result:
    """Have a model write related work at once, by the prompt of this name."""
    ids = ShortIds(task.references)
    ports.progress.stage(STEP)
    answer = with_plan(text_type(ids.all)) if thinks else text_type(ids.all)
    paragraphs = f" in {task.paragraphs} paragraph(s)" if task.paragraphs else ""

    async def ask(share: float) -> WrittenText:
        messages = ports.prompts[f"baselines/{name}"].messages(
            language=task.draft.language,
            length=f"Write at most {words_of(task)} words{paragraphs}.",
            draft=show_draft(task.draft, ports.fence),
            papers=show_papers(task.references, task.surroundings, ids, ports.fence, share),
        )
        question = Question(STEP, messages, answer, 0.0, check=ids_check(ids))
        return await ask_for_text(model, question)

    text = await ask_until_it_fits(ask)
    trace = {"plan": getattr(text, "plan", "")} if thinks else {}
    return await finish_result([text], ids, task, model, ports, trace)


def cost(task: WritingTask) -> Cost:
    read = PROMPT_TOKENS + text_tokens(f"{task.draft.title} {task.draft.abstract}")
    read += sum(paper_tokens(paper, task.surroundings) for paper in task.references)
    return Cost((StepCost(STEP, 1, 1, read, round(words_of(task) * 1.6)),), 1, 1)
