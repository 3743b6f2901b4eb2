"""Find the references of a task that can be written about, and warn of the others."""

from dataclasses import dataclass

from citeloom.grounding.language import is_english, language_of
from citeloom.methods.extractive.candidates import CandidateSentence, candidates
from citeloom.methods.extractive.text.usability import is_instruction
from citeloom.methods.port import MethodError, Progress, counted
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from citeloom.problem import Remedy

_LONG_SENTENCE = 10
_LEAST_SENTENCES = 2
_MOST_NAMED = 3
_NO_ABSTRACT = (
    "None of the {count} references has an abstract, and this method writes from abstracts alone"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The usable material of a task.

    ``papers`` are the references with usable sentences; ``sentences`` all sentences of each of
    them by id; ``without_abstract`` the references that have no abstract; ``foreign`` those whose
    abstract is in another language than English, with its name, which may be empty.
    """

    papers: tuple[Paper, ...]
    sentences: dict[str, list[CandidateSentence]]
    without_abstract: tuple[Paper, ...]
    warnings: tuple[str, ...]
    foreign: tuple[tuple[Paper, str], ...] = ()


def read_task(task: WritingTask, progress: Progress) -> Reading:
    """Return the usable material of a task, each reference once.

    Raises
    ------
    MethodError
        If the draft is in another language than English (the extractive method tells German, French
        and Spanish drafts their references by title, before this).
    """
    if task.draft.language and task.draft.language.lower().split("-")[0] != "en":
        raise MethodError(
            f"The draft is in another language than English ({task.draft.language}), and this "
            "method writes English only. If it is in English, say so (babel: english)."
        )
    references = {paper.id: paper for paper in reversed(task.references)}
    ordered = [references[name] for name in dict.fromkeys(paper.id for paper in task.references)]
    usable: list[Paper] = []
    foreign: list[tuple[Paper, str]] = []
    sentences: dict[str, list[CandidateSentence]] = {}
    warnings: list[str] = []
    for paper in counted(ordered, progress, "reading"):
        if not paper.abstract.strip():
            continue
        found = _in_english(candidates(paper))
        if any(is_instruction(sentence.text) for sentence in found):
            warnings.append(
                f"{name_of(paper)}: the abstract contains instructions to a language model; "
                "they are not used."
            )
        if not is_english(" ".join(sentence.text for sentence in found)):
            foreign.append((paper, language_of(paper.abstract)))
        elif not any(sentence.usable for sentence in found):
            warnings.append(f"{name_of(paper)}: the abstract has no usable sentence; not cited.")
        else:
            usable.append(paper)
            sentences[paper.id] = found
    bare = tuple(paper for paper in ordered if not paper.abstract.strip())
    if foreign:
        warnings.append(_not_in_english(foreign))
    return Reading(tuple(usable), sentences, bare, tuple(warnings), tuple(foreign))


def _in_english(sentences: list[CandidateSentence]) -> list[CandidateSentence]:
    """Return the English sentences of an abstract in two languages; of one in one, all."""
    english = [sentence for sentence in sentences if is_english(sentence.text)]
    long = [sentence for sentence in english if sentence.words >= _LONG_SENTENCE]
    return english if len(long) >= _LEAST_SENTENCES else sentences


def _not_in_english(papers: list[tuple[Paper, str]]) -> str:
    names = ", ".join(
        f"{name_of(paper)} ({language})" if language else name_of(paper)
        for paper, language in papers[:_MOST_NAMED]
    )
    more = f" and {len(papers) - _MOST_NAMED} more" if len(papers) > _MOST_NAMED else ""
    return f"Abstracts that are not in English are not used: {names}{more}."


def nothing_to_write_from(reading: Reading, task: WritingTask) -> MethodError:
    """Return the error for a task without a usable abstract; it says what would help."""
    if not task.references:
        return MethodError("The draft cites no references, so there is nothing to write about.")
    if len(reading.without_abstract) == len({paper.id for paper in task.references}):
        message = _NO_ABSTRACT.format(count=len(reading.without_abstract))
        return MethodError(message, advice=Remedy.WITHOUT_ABSTRACTS)
    return MethodError(
        "No reference has a usable abstract in English. " + " ".join(reading.warnings)
    )


def name_of(paper: Paper) -> str:
    """Return how a message names a paper: by its key, else its title, else its id."""
    return paper.key or paper.title or paper.id
