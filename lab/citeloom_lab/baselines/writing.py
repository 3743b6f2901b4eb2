"""Write related work by a single question to a model."""

from functools import partial

from pydantic import Field

from citeloom.methods.cost import Cost, StepCost
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import (
    PROMPT_TOKENS,
    TOKENS_A_WORD,
    paper_tokens,
    text_tokens,
    words_of,
)
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_draft, show_papers
from citeloom.methods.modelled.written_text import (
    Planned,
    WrittenText,
    ids_check,
    text_type,
    with_plan,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom_lab.baselines.plans import Plans

STEP = "writing"


class SentencesPlanned(Planned):
    """A plan of sentences."""

    plan: str = Field(
        description="What each sentence says, by its number, and the ids that it cites."
    )


async def related_work(
    task: WritingTask, ports: Ports, model: LanguageModel, name: str, plans: Plans
) -> Result:
    """Have a model write related work at once, by the prompt of this name."""
    planned_by = {"groups": Planned, "sentences": SentencesPlanned}.get(plans)
    ids = ShortIds(task.references)
    ports.progress.stage(STEP)
    paragraphs = f" in {task.paragraphs} paragraph(s)" if task.paragraphs else ""

    async def ask(refused: Refused, share: float) -> WrittenText:
        shown = refused.shown(task.references)
        answer = text_type([ids.short(paper.id) for paper in shown])
        messages = ports.prompts[f"baselines/{name}"].messages(
            language=task.draft.language,
            length=f"Write at most {words_of(task)} words{paragraphs}.",
            draft=show_draft(task.draft, ports.fence),
            papers=show_papers(
                shown,
                refused.around(task.surroundings),
                ids,
                ports.fence,
                share,
            ),
        )
        written = round(words_of(task) * TOKENS_A_WORD)
        question = Question(
            STEP,
            messages,
            with_plan(answer, planned_by) if planned_by else answer,
            0.0,
            check=ids_check(ids),
            written=written,
        )
        return await ask_for_text(model, question)

    refused = Refused()
    text = await ask_around(
        task.references, refused, lambda known: ask_until_it_fits(partial(ask, known))
    )
    trace = {"plan": getattr(text, "plan", "")} if planned_by else {}
    return await finish_result([text], ids, task, model, ports, trace, refused)


def cost(task: WritingTask) -> Cost:
    read = PROMPT_TOKENS + text_tokens(f"{task.draft.title} {task.draft.abstract}")
    read += sum(paper_tokens(paper, task.surroundings) for paper in task.references)
    return Cost((StepCost(STEP, 1, 1, read, round(words_of(task) * TOKENS_A_WORD)),))
