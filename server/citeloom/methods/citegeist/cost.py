"""The cost of a run of Citegeist."""

from math import ceil

from citeloom.methods.citegeist.pages import PAGE
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.models.cost import Cost, StepCost
from citeloom.methods.modelled.lengths import (
    PROMPT_TOKENS,
    TOKENS_A_WORD,
    paper_tokens,
    text_tokens,
    words_of,
)
from citeloom.methods.task import WritingTask

SUMMARY_WORDS = 125
SUMMARY_TOKENS = round(SUMMARY_WORDS * TOKENS_A_WORD)


def cost(task: WritingTask, parameters: CitegeistParameters) -> Cost:
    """Return a summary of each reference and a synthesis of each batch, one after the other."""
    number = len(task.references)
    batches = ceil(number / parameters.breadth)
    draft = text_tokens(f"{task.draft.title} {task.draft.abstract}")
    papers = sum(paper_tokens(paper, task.surroundings) for paper in task.references)
    with_text = sum(paper.id in task.surroundings.headings for paper in task.references)
    papers += with_text * parameters.depth * PAGE // 4
    written = round(words_of(task) * TOKENS_A_WORD / max(1, batches))
    shown = PROMPT_TOKENS + draft
    return Cost(
        (
            StepCost("summaries", number, number, shown + papers // max(1, number), SUMMARY_TOKENS),
            StepCost(
                "synthesis",
                batches,
                batches,
                shown + SUMMARY_TOKENS * min(number, parameters.breadth),
                written,
            ),
        )
    )
