"""The cost of a run of HiReview."""

from math import ceil

from citeloom.models.cost import Cost, StepCost
from citeloom.methods.hireview import judging, names, one_step, topic_texts
from citeloom.methods.hireview.clustered_task import clustered_task
from citeloom.methods.hireview.parameters import HiReviewParameters, with_given
from citeloom.methods.hireview.places import height_of
from citeloom.methods.modelled.lengths import (
    PROMPT_TOKENS,
    TOKENS_A_WORD,
    paper_tokens,
    text_tokens,
    words_of,
)
from citeloom.methods.task import WritingTask


def cost(task: WritingTask, parameters: HiReviewParameters) -> Cost:
    """Return C names, C texts in each of V versions and V scores, l + 2 of them in a chain.

    A single version is not scored. Topics of a given taxonomy that have names are not named. Where
    a model makes the taxonomy in one step, it has as many topics as references at most.
    """
    parameters = with_given(parameters, task)
    versions = parameters.versions
    papers = [paper_tokens(paper, task.surroundings) for paper in task.references]
    titles = sum(text_tokens(paper.title) for paper in task.references)
    draft = text_tokens(f"{task.draft.title} {task.draft.abstract}")
    written = round(words_of(task) * TOKENS_A_WORD)
    if parameters.one_step and parameters.taxonomy:
        least, most = 1, max(1, len(task.references))
        outline = one_step.outline_tokens(most)
        steps = [StepCost(one_step.STEP, 1, 1, PROMPT_TOKENS + titles, outline, decides=True)]
    else:
        taxonomy = task.taxonomy or clustered_task(task, parameters)[0]
        topics = list(taxonomy.walk())
        least = most = len(topics)
        named = sum(not topic.name for topic in topics) if parameters.taxonomy else 0
        shown = ceil(titles * taxonomy.depth / max(1, most))
        chain = len({height_of(topic) for topic in topics if not topic.name}) if named else 0
        steps = [
            StepCost(names.STEP, named, named, PROMPT_TOKENS + shown, names.NAME_TOKENS, chain)
        ]
    outline = one_step.OUTLINE_TOKENS * most if parameters.taxonomy else 0
    read = PROMPT_TOKENS + draft + outline + ceil(sum(papers) / max(1, most))
    steps.append(
        StepCost(
            topic_texts.STEP, least * versions, most * versions, read, ceil(written / max(1, most))
        )
    )
    if versions > 1:
        judged = PROMPT_TOKENS + draft + outline + titles + written
        steps.append(StepCost(judging.STEP, versions, versions, judged, judging.SCORE_TOKENS))
    return Cost(tuple(step for step in steps if step.most))
