"""The cost of a run of ChatCite."""

from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.models.cost import Cost, StepCost
from citeloom.methods.modelled.excerpt import MOST_TOKENS, excerpt_of_draft
from citeloom.methods.modelled.lengths import (
    PROMPT_TOKENS,
    TOKENS_A_REFERENCE,
    TOKENS_A_WORD,
    paper_tokens,
    text_tokens,
    words_of,
)
from citeloom.methods.task import WritingTask

NOTES_TOKENS = 250
_BRIEF_NOTES_TOKENS = 80
_MOST_BRIEF = 6
VOTE_TOKENS = 150
_PARAGRAPH_TOKENS = 300
_CHANGED_TOKENS = 250
"""Of what versions do not share, with the sentences around it."""


def cost(task: WritingTask, parameters: ChatCiteParameters) -> Cost:
    """Return T + 1 key elements, the drafts and the votes of each turn, and the chain 1 + 2T."""
    number = len(task.references)
    turns = number if parameters.increments else 1
    drafts = candidates_drafted(turns, parameters)
    votes = [
        parameters.n_votes if parameters.votes != "none" and number_of_drafts > 1 else 0
        for number_of_drafts in drafts
    ]
    papers = [paper_tokens(paper, task.surroundings) for paper in task.references]
    papers += [MOST_TOKENS] * full_texts_read(task, parameters)
    draft = text_tokens(f"{task.draft.title} {task.draft.abstract}")
    if parameters.full_text and (excerpt := excerpt_of_draft(task.draft)):
        draft += text_tokens(excerpt.text())
    one_paper = (sum(papers) + draft) // (number + 1)
    text = round(words_of(task) * TOKENS_A_WORD)
    half, added = text // 2, NOTES_TOKENS * (1 if parameters.increments else number)
    written = half if parameters.increments else text
    if parameters.answers_by_paragraph(words_of(task)):
        written = _PARAGRAPH_TOKENS
    steps = (
        StepCost("key elements", number + 1, number + 1, PROMPT_TOKENS + one_paper, NOTES_TOKENS),
        StepCost(
            "increments",
            sum(drafts),
            sum(drafts),
            PROMPT_TOKENS + NOTES_TOKENS + added + half,
            written,
            turns,
        ),
        StepCost(
            "votes",
            sum(votes),
            sum(votes),
            PROMPT_TOKENS
            + NOTES_TOKENS
            + _notes_for_votes(number, parameters)
            + max(drafts) * (_CHANGED_TOKENS if _shows_changes(parameters) else half),
            VOTE_TOKENS,
            sum(vote > 0 for vote in votes),
        ),
    )
    return Cost(tuple(step for step in steps if step.most))


def _notes_for_votes(number: int, parameters: ChatCiteParameters) -> int:
    """Estimate the notes that a voter reads: brief ones on all papers but those of the turn."""
    if not parameters.increments:
        return NOTES_TOKENS * number
    brief = _MOST_BRIEF if _shows_changes(parameters) else number
    return NOTES_TOKENS + _BRIEF_NOTES_TOKENS * min(brief, number) // 2


def _shows_changes(parameters: ChatCiteParameters) -> bool:
    """Tell whether voters see a part of each version; texts that are written at once differ."""
    return parameters.votes == "changes" and parameters.increments


def weaving_cost(task: WritingTask, parameters: ChatCiteParameters) -> Cost:
    """Return one call for key elements, the drafts and the votes for each reference to weave in."""
    number = len(task.references)
    drafts = parameters.samples
    votes = parameters.n_votes if parameters.votes != "none" and drafts > 1 else 0
    read = sum(map(paper_tokens, task.references))
    read += MOST_TOKENS * full_texts_read(task, parameters)
    own = text_tokens(f"{task.draft.title} {task.draft.abstract}")
    increment = PROMPT_TOKENS + own + _PARAGRAPH_TOKENS + NOTES_TOKENS
    versions = drafts * (_PARAGRAPH_TOKENS + TOKENS_A_REFERENCE)
    one_paper = PROMPT_TOKENS + read // max(number, 1)
    voter = PROMPT_TOKENS + own + NOTES_TOKENS + versions
    steps = (
        StepCost("key elements", number, number, one_paper, NOTES_TOKENS, number),
        StepCost(
            "increments",
            number * drafts,
            number * drafts,
            increment,
            _PARAGRAPH_TOKENS + TOKENS_A_REFERENCE,
            number,
        ),
        StepCost("votes", number * votes, number * votes, voter, VOTE_TOKENS, number),
    )
    return Cost(tuple(step for step in steps if step.most))


def full_texts_read(task: WritingTask, parameters: ChatCiteParameters) -> int:
    """Count the references whose full text is read too."""
    known = task.surroundings.headings
    return sum(paper.id in known for paper in task.references) if parameters.full_text else 0


def candidates_drafted(turns: int, parameters: ChatCiteParameters) -> list[int]:
    """Return how many drafts each turn makes: the first starts from one empty text."""
    drafts = [parameters.samples]
    for _ in range(turns - 1):
        drafts.append(min(parameters.n_keep, drafts[-1]) * parameters.samples)
    return drafts
