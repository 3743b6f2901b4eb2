"""Weave a new reference into a paragraph without a language model."""

from citeloom.grounding.closest_text import closest_text
from citeloom.methods.extractive.paragraph_writer import related_work
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.result import SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.methods.weaving import Change, Weave, WeavingTask


async def weave_in(task: WeavingTask, ports: Ports) -> Weave:
    """Put the statement on a paper after the sentence that is closest to it.

    Raises
    ------
    MethodError
        If the paper has neither an English abstract to take a statement from nor a title alone, or
        the draft is in another language.
    """
    writing = WritingTask(task.draft, (task.paper,), seed=task.seed)
    result = await related_work(writing, ports)
    statements = (
        sentence
        for paragraph in result.paragraphs
        for sentence in paragraph.sentences
        if sentence.kind is SentenceKind.STATEMENT
    )
    statement = next(statements, None)
    if statement is None:
        raise MethodError(f"{task.paper.key}: its abstract has no usable statement")
    warnings = result.warnings
    if not task.paper.abstract.strip():
        note = f"{task.paper.key}: from its title alone, as it has no abstract"
        warnings = (*warnings, note)
    after = closest_text(task.paper, [sentence.text for sentence in task.sentences]) + 1
    return Weave((Change(after, statement),), warnings, result.trace)
