"""The last step of every method that asks a model: coverage, citations, sources, warnings."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.coverage import cover_papers
from citeloom.methods.modelled.leaks import with_marks, without_leaks
from citeloom.methods.modelled.mentions import mention_texts
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import suspicions, without_orders
from citeloom.methods.modelled.written_text import WrittenText, as_plain, change_texts, cited_ids
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.port import LanguageModel

_WRAPPER = re.compile(r"\\(?:emph|text\w*)\s*\{([^{}]*)\}")
_COMMAND = re.compile(r" ?\\[A-Za-z@]+\*?(?: ?\[[^\[\]\\]*\])*(?: ?\{[^{}\\]*\})*")
_LINK = re.compile(r" ?[(<\[]?(?:[a-z][a-z+.-]{1,9}://|www\.|mailto:)[^\s)>\]]+[)>\]]?", re.I)
_HOST = re.compile(
    r" ?[(<\[]?(?<![a-z0-9])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:[a-z]{2,24}/[^\s)>\]]*"
    r"|(?:com|org|net|edu|gov|info|io|ai|dev|app|co|me|cc|xyz|top|site|online|link|example|test)(?![a-z0-9])\w*)"
    r"[)>\]]?",
    re.IGNORECASE,
)


async def finish_result(
    versions: Sequence[WrittenText],
    ids: ShortIds,
    task: WritingTask,
    model: LanguageModel,
    ports: Ports,
    trace: Mapping[str, Any],
) -> Result:
    """Return the first of several versions as a result, the others as its alternatives.

    The model is asked for papers that the text forgot. Unknown ids, links and LaTeX commands,
    which only instructions in a paper can have caused, are left out.

    Raises
    ------
    MethodError
        If nothing of the text is left.
    ModelError
        As ``LanguageModel.ask`` does.
    """
    ports.progress.stage("coverage")
    text = await cover_papers(versions[0], ids, task, model, ports)
    warnings = [*_of_draft(task.draft), *suspicions(task.references, task.surroundings)]
    if unknown := [short for short in cited_ids(text) if short not in ids]:
        warnings.append(f"the model named papers that are not yours: {', '.join(unknown)}")
    versions = (text, *versions[1 : task.alternatives + 1])
    known = _hosts_in(task)
    clean = [
        change_texts(version, lambda words: without_commands(words, known)) for version in versions
    ]
    if as_plain(clean[0]) != as_plain(text):
        warnings.append("the model wrote links or LaTeX commands; they were left out")
    clean = [with_marks(version, ids) for version in clean]
    paragraphs, *others = (
        assemble_paragraphs(without_leaks(version), ids, task) for version in clean
    )
    if not paragraphs:
        raise MethodError("the model wrote no text about these references")
    cited = {
        paper for part in paragraphs for sentence in part.sentences for paper in sentence.cites
    }
    return Result(
        paragraphs,
        uncited=tuple(paper.id for paper in task.references if paper.id not in cited),
        without_abstract=tuple(paper.id for paper in task.references if not paper.abstract),
        warnings=tuple(warnings),
        alternatives=tuple(other for other in others if other),
        trace=trace,
    )


def without_commands(words: str, hosts: Collection[str] = ()) -> str:
    """Return a model's words without links and LaTeX, which nobody asked for.

    ``hosts`` are names (Booking.com) that may stay because the papers themselves use them.
    """

    def left(found: re.Match[str]) -> str:
        return found[0] if found[0].strip(" (<[)>]").lower() in hosts else ""

    words = _HOST.sub(left, _LINK.sub("", words))
    return _COMMAND.sub("", _WRAPPER.sub(r"\1", words))


def _hosts_in(task: WritingTask) -> frozenset[str]:
    """Return the host names in the texts that a model was shown.

    A name with a path behind it is a link, which no sentence speaks of.
    """
    texts = [without_orders(f"{paper.title} {paper.abstract}") for paper in task.references]
    texts += [text for paper in task.references for text in mention_texts(paper, task.surroundings)]
    texts.append(f"{task.draft.title} {task.draft.abstract}")
    found = {match[0].strip(" (<[)>]").lower() for text in texts for match in _HOST.finditer(text)}
    return frozenset(host for host in found if "/" not in host)


def _of_draft(draft: DraftText) -> tuple[str, ...]:
    if draft.abstract_source == "abstract":
        return ()
    return (f"the draft has no abstract; read instead: {draft.abstract_source}",)
