"""Write related work reference by reference, a question for each."""

from functools import partial

from citeloom.methods.cost import Cost, StepCost
from citeloom.methods.modelled.asking import ask_for_text
from citeloom.methods.modelled.asking_together import answer_or_error, ask_together
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
    WrittenParagraph,
    WrittenText,
    ids_check,
    text_type,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import AnswerError, LanguageModel, Question
from citeloom.papers.paper import Paper

STEP = "writing"
LEAST_WORDS = 15
"""Words of a sentence that says something of a reference."""


async def related_work(task: WritingTask, ports: Ports, model: LanguageModel) -> Result:
    """Have a model write of each reference alone; its sentences stand in their order.

    Raises
    ------
    AnswerError
        If no answer can be used; references without one are asked for again by the last step.
    """
    ids, refused = ShortIds(task.references), Refused()
    tell = partial(ports.progress.stage, STEP, total=len(task.references))
    tell(0)

    async def ask(paper: Paper, refused: Refused, share: float) -> WrittenText:
        short = ids.short(paper.id)
        words = words_of_each(task)
        messages = ports.prompts["baselines/reference-wise"].messages(
            language=task.draft.language,
            length=f"Write at most {words} words.",
            draft=show_draft(task.draft, ports.fence),
            paper=show_papers(
                refused.shown([paper]), refused.around(task.surroundings), ids, ports.fence, share
            ),
        )
        check = ids_check(ids)
        written = round(words * TOKENS_A_WORD)
        question = Question(STEP, messages, text_type([short]), 0.0, check=check, written=written)
        return await ask_for_text(model, question)

    async def of_paper(paper: Paper) -> WrittenText:
        return await ask_around(
            (paper,), refused, lambda known: ask_until_it_fits(partial(ask, paper, known))
        )

    found = await ask_together(
        (answer_or_error(of_paper(paper)) for paper in task.references), tell
    )
    texts = [text for text in found if isinstance(text, WrittenText)]
    if not texts:
        raise next(error for error in found if isinstance(error, AnswerError))
    return await finish_result([_joined(texts)], ids, task, model, ports, {}, refused)


def words_of_each(task: WritingTask) -> int:
    """Return how many words there are for each reference."""
    return max(LEAST_WORDS, words_of(task) // max(1, len(task.references)))


def _joined(texts: list[WrittenText]) -> WrittenText:
    """Return the sentences of all texts in one paragraph."""
    sentences = [
        sentence for text in texts for part in text.paragraphs for sentence in part.sentences
    ]
    return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=sentences)])


def cost(task: WritingTask) -> Cost:
    number = len(task.references)
    papers = sum(paper_tokens(paper, task.surroundings) for paper in task.references)
    read = PROMPT_TOKENS + text_tokens(f"{task.draft.title} {task.draft.abstract}")
    read += papers // max(1, number)
    return Cost((StepCost(STEP, number, number, read, round(words_of_each(task) * TOKENS_A_WORD)),))
