"""Find the references of a task that can be written about, and warn of the others."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.language import is_english, language_of
from citeloom.methods.extractive.candidates import CandidateSentence, candidates
from citeloom.methods.extractive.text.refusing import is_instruction
from citeloom.methods.port import MethodError, Progress, counted
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from citeloom.papers.withdrawal import says_taken_back
from citeloom.problem import Remedy
from citeloom.visible import first_of
from citeloom.words import terms

_LONG_SENTENCE = 10
_LEAST_SENTENCES = 2
_MOST_NAMED = 3
_FEW = 2
"""Words of a title that an abstract may all lack."""

_MOST_TOLD_BY_TITLE = 12
_NO_ABSTRACT = (
    "None of the {count} references has an abstract, and this method writes from abstracts alone"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The usable material of a task.

    ``papers`` are the references with usable sentences; ``sentences`` all sentences of each of
    them by id; ``without_abstract`` the references that have no abstract; ``title_alone`` those
    with an abstract of which no sentence can be used, or which is in another language.
    """

    papers: tuple[Paper, ...]
    sentences: dict[str, list[CandidateSentence]]
    without_abstract: tuple[Paper, ...]
    warnings: tuple[str, ...]
    title_alone: tuple[Paper, ...] = ()


def read_task(task: WritingTask, progress: Progress) -> Reading:
    """Return the usable material of a task, each reference once.

    Raises
    ------
    MethodError
        If the draft is in another language than English (the extractive method tells drafts
        in the languages of ``other_languages`` their references by title, before this).
    """
    if task.draft.language and task.draft.language.lower().split("-")[0] != "en":
        raise MethodError(
            f"This method writes only English, and the draft's language is {task.draft.language}. "
            "Methods that ask a model write in it. If it is in English, say so (babel: english)."
        )
    references = {paper.id: paper for paper in reversed(task.references)}
    ordered = [references[name] for name in dict.fromkeys(paper.id for paper in task.references)]
    usable: list[Paper] = []
    foreign: list[tuple[Paper, str]] = []
    sentences: dict[str, list[CandidateSentence]] = {}
    title_alone: list[Paper] = []
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
        if says_taken_back(paper.abstract):
            warnings.append(f"{name_of(paper)}: withdrawn, according to its abstract; not cited.")
        elif not is_english(" ".join(sentence.text for sentence in found)):
            foreign.append((paper, language_of(paper.abstract)))
            title_alone.append(paper)
        elif any(sentence.usable for sentence in found) and _is_of_title(paper):
            usable.append(paper)
            sentences[paper.id] = found
        elif paper.title.strip():
            title_alone.append(paper)
        else:
            warnings.append(nothing_usable(paper))
    bare = tuple(paper for paper in ordered if not paper.abstract.strip())
    if foreign:
        warnings.append(_not_in_english(foreign))
    return Reading(tuple(usable), sentences, bare, tuple(warnings), tuple(title_alone))


def _is_of_title(paper: Paper) -> bool:
    """Return whether an abstract has a word of its title: another one is not the paper's."""
    title = set(terms(paper.title))
    return len(title) < _FEW or not title.isdisjoint(terms(paper.abstract))


def _in_english(sentences: list[CandidateSentence]) -> list[CandidateSentence]:
    """Return the English sentences of an abstract in two languages; of one in one, all."""
    english = [sentence for sentence in sentences if is_english(sentence.text)]
    long = [sentence for sentence in english if sentence.words >= _LONG_SENTENCE]
    return english if len(long) >= _LEAST_SENTENCES else sentences


def nothing_usable(paper: Paper) -> str:
    """Say that nothing is taken from an abstract, so that its paper is not cited."""
    return f"{name_of(paper)}: the abstract has no usable sentence; not cited."


def told_by_title_note(papers: Sequence[Paper]) -> tuple[str, ...]:
    """Say which papers with an abstract no sentence of it tells, and why."""
    if not papers:
        return ()
    names = first_of([name_of(paper) for paper in papers], _MOST_TOLD_BY_TITLE)
    whose = "their abstracts" if len(papers) > 1 else "the abstract"
    return (
        f"Cited by title, with another paper or without a statement, because no sentence of "
        f"{whose} can be used alone: {names}.",
    )


def _not_in_english(papers: list[tuple[Paper, str]]) -> str:
    names = [
        f"{name_of(paper)} ({language})" if language else name_of(paper)
        for paper, language in papers
    ]
    return f"Abstracts that are not in English are not used: {first_of(names, _MOST_NAMED)}."


def nothing_to_write_from(reading: Reading, task: WritingTask) -> MethodError:
    """Return the error for a task without a usable abstract; it says what would help."""
    if not task.references:
        return MethodError("The draft cites no references, so there is nothing to write about.")
    if len(reading.without_abstract) == len({paper.id for paper in task.references}):
        message = _NO_ABSTRACT.format(count=len(reading.without_abstract))
        return MethodError(message, advice=Remedy.WITHOUT_ABSTRACTS)
    notes = (*reading.warnings, *map(nothing_usable, reading.title_alone))
    return MethodError(f"No reference has a usable abstract in English. {' '.join(notes)}")


def name_of(paper: Paper) -> str:
    """Return how a message names a paper: by its key, else its title, else its id."""
    return paper.key or paper.title or paper.id
