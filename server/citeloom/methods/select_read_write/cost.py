"""The cost of a run of Select-Read-Write."""

from citeloom.models.cost import Cost, StepCost
from citeloom.methods.modelled.lengths import (
    PROMPT_TOKENS,
    TOKENS_A_WORD,
    paper_tokens,
    text_tokens,
    words_of,
)
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.sections import count_sections
from citeloom.methods.task import WritingTask

SECTION_TOKENS = 1_000
"""The mean of the 698 sections of 49 papers."""

_NAME_TOKENS = 12
CHOICE_TOKENS = 60


def cost(task: WritingTask, parameters: SelectReadWriteParameters) -> Cost:
    """Return n + 1 calls for n sections in a fixed order; chosen by a model 2 to 2n + 1.

    All calls are one chain. A model that ends after fewer sections is asked once more than it
    reads, so that 2n + 2 calls for n sections are never more than for all of them.
    """
    there = count_sections(task)
    asks = parameters.selector.asks_model
    most = min(there, parameters.steps) if asks else there
    papers = sum(paper_tokens(paper, task.surroundings) for paper in task.references)
    papers += text_tokens(f"{task.draft.title} {task.draft.abstract}")
    memory = min(parameters.memory_tokens, 60 * most)
    shown = PROMPT_TOKENS + papers + memory
    written = round(words_of(task) * TOKENS_A_WORD)
    asked = most if asks else 0
    steps = (
        StepCost(
            "selecting", min(1, asked), asked, shown + _NAME_TOKENS * there, CHOICE_TOKENS, asked
        ),
        StepCost("reading", 0 if asks else most, most, shown + SECTION_TOKENS, memory, most),
        StepCost("writing", 1, 1, shown, written),
    )
    return Cost(tuple(step for step in steps if step.most))
