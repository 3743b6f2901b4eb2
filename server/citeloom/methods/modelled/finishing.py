"""The last step of every method that asks a model: coverage, citations, sources, warnings."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic_core import to_jsonable_python

from citeloom.methods.modelled.accused import accusation_warnings
from citeloom.methods.modelled.asker import Asker
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import known_names, left_out_warnings
from citeloom.methods.modelled.coverage import cover_papers
from citeloom.methods.modelled.leaks import clean_text, without_strangers
from citeloom.methods.modelled.showing_papers import suspicions
from citeloom.methods.modelled.written_text import WrittenText, cited_ids
from citeloom.methods.port import MethodError
from citeloom.methods.result import Result
from citeloom.models.port import ModelError

Value = TypeVar("Value")


class LastSteps:
    """Takes steps on a text that is there, until the model fails or the run is cancelled.

    ``cut_short`` is what ended them; None if nothing has.
    """

    def __init__(self) -> None:
        self.cut_short: ModelError | asyncio.CancelledError | None = None

    async def take(self, step: Callable[[Value], Awaitable[Value]], value: Value) -> Value:
        """Return what a step makes of a value; the value itself where the step is not taken."""
        if self.cut_short is None:
            try:
                return await step(value)
            except ModelError as error:
                self.cut_short = error
            except asyncio.CancelledError as error:
                self.cut_short = error
                if (task := asyncio.current_task()) is not None:
                    task.uncancel()  # The run goes on, to give its text.
        return value

    @property
    def warnings(self) -> list[str]:
        """What the author should know of a run that was cut short."""
        if self.cut_short is None:
            return []
        error = self.cut_short
        why = error.problem.message if isinstance(error, ModelError) else "it was interrupted"
        return [f"the last steps on this text were left out: {why}"]


async def finish(
    asker: Asker,
    versions: Sequence[WrittenText],
    trace: Mapping[str, Any],
    complete: Callable[[WrittenText], WrittenText] = lambda text: text,
    steps: LastSteps | None = None,
) -> Result:
    """Return the first of several versions as a result, the others as its alternatives.

    The model is asked for papers that the text forgot, which may be all; then ``complete`` may add
    what is not the model's. ``steps`` may have been cut short already. Unknown ids, links and LaTeX
    commands, which only instructions in a paper can have caused, are left out. Papers that the
    model refused are named, and what came instead of answers that could not be used.

    Raises
    ------
    ModelError
        If no answer gave a sentence that cites: the last of them.
    MethodError
        If nothing of the text is left.
    """
    task, ids, refused, steps = asker.task, asker.ids, asker.refused, steps or LastSteps()
    known = known_names(task)
    first = versions[0]
    text = without_strangers(first, known)
    for alone in (False, True):
        text = await steps.take(partial(cover_papers, asker, alone), text)
    if not cited_ids(text) and asker.failure is not None:
        raise asker.failure
    warnings = [
        *steps.warnings,
        *refused.warnings(task.references),
        *asker.warnings,
        *suspicions(task.references, task.surroundings),
    ]
    if task.draft.abstract_source != "abstract":
        warnings.append(f"the draft has no abstract; read instead: {task.draft.abstract_source}")
    versions = [complete(own) for own in (text, *versions[1 : task.alternatives + 1])]
    written = (own for it in (first, text) for part in it.paragraphs for own in part.sentences)
    warnings += left_out_warnings(list(dict.fromkeys(written)), known)
    assembled, *others = (
        assemble_paragraphs(clean_text(version, known), ids, task) for version in versions
    )
    paragraphs = assembled.paragraphs
    warnings += assembled.warnings
    said = (sentence for paragraph in paragraphs for sentence in paragraph.sentences)
    warnings += accusation_warnings(said, task.references)
    cited = {
        paper for part in paragraphs for sentence in part.sentences for paper in sentence.cites
    }
    if not cited:
        raise MethodError("the model wrote no text about these references")
    return Result(
        paragraphs,
        uncited=tuple(paper.id for paper in task.references if paper.id not in cited),
        without_abstract=tuple(paper.id for paper in task.references if not paper.abstract),
        warnings=tuple(warnings),
        alternatives=tuple(other.paragraphs for other in others if other.paragraphs),
        trace=to_jsonable_python(dict(trace)),
        cut_short=steps.cut_short,
        answers=asker.used.total() + asker.unused.total(),
        unused_answers=asker.unused.total(),
    )
