"""The cost of a run of CKMA."""

from math import ceil, factorial

from citeloom.methods.ckma.parameters import CkmaParameters
from citeloom.models.cost import Cost, StepCost
from citeloom.methods.modelled.lengths import PROMPT_TOKENS, paper_tokens, text_tokens, words_of
from citeloom.methods.task import WritingTask

RELATION_TOKENS = 40


def graph_tokens(parameters: CkmaParameters) -> int:
    """Estimate the tokens of a minigraph, which has half of the relations that it may have."""
    return parameters.relations * RELATION_TOKENS // 2


def cost(task: WritingTask, parameters: CkmaParameters) -> Cost:
    """Return the calls of each step, the longest chain, and tokens by the texts' lengths."""
    number = len(task.references)
    chunks = ceil(number / parameters.chunk_size)
    papers = [paper_tokens(paper, task.surroundings) for paper in task.references]
    one_paper = ceil(sum(papers) / max(1, number))
    graph = graph_tokens(parameters) if parameters.minigraph else 0
    draft = text_tokens(f"{task.draft.title} {task.draft.abstract}")
    in_chunk = one_paper * min(parameters.chunk_size, number)
    words = words_of(task)
    written = round(words * 1.6)

    graphs = 0
    if parameters.minigraph:
        graphs = chunks if parameters.iteration else 1
    summarised = parameters.chunk_summaries and parameters.paths and chunks > 1
    items = chunks if summarised else number
    if not parameters.paths:
        experts = 1
    elif parameters.permutations and items <= 6:
        experts = min(parameters.experts, factorial(items))
    else:
        experts = parameters.experts
    read_at_once = in_chunk if parameters.iteration else one_paper * number
    read_last = written if summarised else one_paper * number
    steps = (
        StepCost("minigraph", graphs, graphs, PROMPT_TOKENS + graph + read_at_once, graph, graphs),
        StepCost(
            "chunk summaries",
            chunks if summarised else 0,
            chunks if summarised else 0,
            PROMPT_TOKENS + draft + graph + in_chunk,
            written // chunks,
        ),
        StepCost("experts", experts, experts, PROMPT_TOKENS + draft + graph + read_last, written),
    )
    return Cost(tuple(step for step in steps if step.most))
