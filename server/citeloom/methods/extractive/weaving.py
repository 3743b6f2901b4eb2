"""A new reference into a paragraph that is there, without a language model; and into which one."""

from collections.abc import Sequence

from citeloom.methods.extractive.parameters import ExtractiveParameters
from citeloom.methods.extractive.ranking.vectors import cosine, idf, tf_idf
from citeloom.methods.extractive.text.words import terms
from citeloom.methods.extractive.writing import related_work
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.result import SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.methods.weaving import Change, Weave, WeavingTask
from citeloom.papers.paper import Paper


def closest_text(paper: Paper, texts: Sequence[str]) -> int:
    """Return the place of the text that is closest to a paper: cosine of tf-idf vectors.

    The last of the texts where none has a word of the paper's title and abstract.

    Parameters
    ----------
    texts
        At least one.
    """
    own, *others = (terms(one) for one in (f"{paper.title}. {paper.abstract}", *texts))
    weights = idf([own, *others])
    wanted = tf_idf(own, weights)
    scores = [cosine(wanted, tf_idf(one, weights)) for one in others]
    return max(range(len(scores)), key=lambda at: (scores[at], at))


async def weave_in(task: WeavingTask, parameters: ExtractiveParameters, ports: Ports) -> Weave:
    """Put the statement on a paper after the sentence that is closest to it.

    Raises
    ------
    MethodError
        If the paper has no English abstract to take a statement from, or the draft is in another
        language.
    """
    writing = WritingTask(task.draft, (task.paper,), seed=task.seed)
    result = await related_work(writing, parameters.model_copy(update={"leads": False}), ports)
    statements = (
        one
        for paragraph in result.paragraphs
        for one in paragraph.sentences
        if one.kind is SentenceKind.STATEMENT
    )
    statement = next(statements, None)
    if statement is None:
        raise MethodError(f"{task.paper.key}: its abstract has no statement that could be taken")
    after = closest_text(task.paper, [one.text for one in task.sentences]) + 1
    return Weave((Change(after, after, statement),), result.warnings, result.trace)
