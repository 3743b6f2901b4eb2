"""Write related work by the extractive method: read, rank, group, choose, write."""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from citeloom.grounding.vectors import Idf, Vector, tf_idf
from citeloom.grounding.words import terms, word_count
from citeloom.methods.extractive.arranging.leads import lead
from citeloom.methods.extractive.arranging.on_theme import options_on_theme
from citeloom.methods.extractive.arranging.options import Further, Option, options_of
from citeloom.methods.extractive.arranging.outline import Group, outline
from citeloom.methods.extractive.arranging.selection import is_problem, select_options
from citeloom.methods.extractive.candidates import profiles
from citeloom.methods.extractive.from_titles.other_languages import LANGUAGES, titles_in_language
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_outline import ToldTitles, title_outline
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.parameters import ExtractiveParameters
from citeloom.methods.extractive.ranking.own import rank_sentences
from citeloom.methods.extractive.statements import Statements
from citeloom.methods.extractive.text.abbreviations import met, shared_explanations
from citeloom.methods.extractive.text.usability import is_damaged, is_list_of_contents, says_little
from citeloom.methods.extractive.titles import (
    foreign_title_sentences,
    see_also,
    told_by_title,
)
from citeloom.methods.extractive.usable_papers import (
    Reading,
    nothing_to_write_from,
    read_task,
    told_by_title_note,
)
from citeloom.methods.port import MethodError, Ports, Progress, counted
from citeloom.methods.result import Paragraph, Result, Sentence, SentenceKind, Usage
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

_CHANGE = 0.9
_LEAST_SAID = 0.8
"""Of a statement that is worth less and says little, the title says more."""

LEAST_WORDS = 110
"""A text on few papers, of no asked length, has about so many words where abstracts allow it."""


async def related_work(
    task: WritingTask, parameters: ExtractiveParameters, ports: Ports, least: int = LEAST_WORDS
) -> Result:
    """Write; without an asked length, ``least`` words where the abstracts allow it."""
    begun = time.perf_counter()
    if task.draft.language.lower().split("-")[0] in LANGUAGES:
        return _titles_in_its_language(task, begun)
    reading = read_task(task, ports.progress)
    if not reading.papers:
        return _outline_from_titles(reading, task, begun)
    await asyncio.sleep(0)

    ports.progress.stage("ranking")
    told = ToldTitles(reading.without_abstract, task)
    papers, idf = profiles(
        (*reading.papers, *reading.title_alone, *told.papers.values()), task.said_in_draft
    )
    draft = tf_idf(terms(f"{task.draft.title}. {task.draft.abstract}"), idf)
    names = NamesInTexts(paper.abstract for paper in reading.papers)
    options, by_title = _options(reading, draft, idf, names, parameters, ports.progress, task.theme)
    await asyncio.sleep(0)

    ports.progress.stage("grouping")
    sentences = [sentence for own in reading.sentences.values() for sentence in own]
    groups = outline(papers, sentences, draft, task.paragraphs, ports.progress)
    await asyncio.sleep(0)

    from_titles = [
        told.beside(group.papers, place)
        if not options.keys().isdisjoint(group.papers)
        else told.paragraph(group.papers, place, len(groups), draft).sentences
        for place, group in enumerate(groups)
    ]
    titles = foreign_title_sentences(reading.foreign)
    others = (paper.abstract for paper in task.references if paper.id not in reading.sentences)
    names = NamesInTexts((task.draft.abstract, *others), names)
    versions: list[tuple[Paragraph, ...]] = []
    used: set[tuple[str, int]] = set()
    for version in range(task.alternatives + 1):
        changed = _change_worths(options, used, f"{task.seed}:{version}") if version else options
        text = _write(
            groups,
            changed,
            by_title,
            names,
            from_titles,
            titles,
            task,
            parameters,
            version,
            least,
            ports.progress,
        )
        versions.append(_with_titles(text, titles))
        used |= {
            (evidence.paper, evidence.start)
            for paragraph in text
            for sentence in paragraph.sentences
            if sentence.kind is SentenceKind.STATEMENT
            for evidence in sentence.evidence
        }
        await asyncio.sleep(0)

    cited = {
        p for paragraph in versions[0] for sentence in paragraph.sentences for p in sentence.cites
    }
    return Result(
        paragraphs=versions[0],
        uncited=tuple(
            dict.fromkeys(paper.id for paper in task.references if paper.id not in cited)
        ),
        without_abstract=tuple(paper.id for paper in reading.without_abstract),
        warnings=reading.warnings
        + told_by_title_note([paper for paper in by_title.values() if paper.title.strip()])
        + _length_warnings(versions[0], task.words),
        alternatives=tuple(versions[1:]),
        usage=Usage(seconds=time.perf_counter() - begun),
        trace=_trace(groups, options),
    )


def _outline_from_titles(reading: Reading, task: WritingTask, begun: float) -> Result:
    """Return what titles alone tell, where there is no abstract to write from."""
    paragraphs = _with_titles(
        title_outline((*reading.without_abstract, *reading.title_alone), task),
        foreign_title_sentences(reading.foreign),
    )
    if not paragraphs:
        raise nothing_to_write_from(reading, task)
    cited = {paper for it in paragraphs for sentence in it.sentences for paper in sentence.cites}
    references = dict.fromkeys(paper.id for paper in task.references)
    return Result(
        paragraphs=paragraphs,
        uncited=tuple(paper for paper in references if paper not in cited),
        without_abstract=tuple(paper.id for paper in reading.without_abstract),
        warnings=reading.warnings + told_by_title_note(reading.title_alone),
        usage=Usage(seconds=time.perf_counter() - begun),
    )


def _titles_in_its_language(task: WritingTask, begun: float) -> Result:
    """Return the titles in groups, for a draft in a language that no abstract is told in."""
    name, paragraphs = titles_in_language(task)
    if not paragraphs:
        raise MethodError("No reference has a title, so there is nothing to write about.")
    cited = {paper for it in paragraphs for sentence in it.sentences for paper in sentence.cites}
    references = {paper.id: paper for paper in task.references}
    return Result(
        paragraphs=paragraphs,
        uncited=tuple(paper for paper in references if paper not in cited),
        without_abstract=tuple(id for id, paper in references.items() if not paper.abstract),
        warnings=(f"The draft is in {name}, so papers are told by their titles alone.",),
        usage=Usage(seconds=time.perf_counter() - begun),
    )


def _options(
    reading: Reading,
    draft: Vector,
    idf: Idf,
    names: NamesInTexts,
    parameters: ExtractiveParameters,
    progress: Progress,
    theme: str,
) -> tuple[dict[str, list[Option]], dict[str, Paper]]:
    """Return for each paper the statements that could be written, and the papers without one.

    Of the latter only the title can be told; a paper without a title keeps what it has.
    """
    everything = [sentence for paper in reading.papers for sentence in reading.sentences[paper.id]]
    usable = [sentence for sentence in everything if sentence.usable]
    vectors = [tf_idf(sentence.terms, idf) for sentence in usable]
    worths = rank_sentences(usable, vectors, draft, idf, parameters)
    options = options_of(counted(usable, progress, "ranking"), vectors, worths)
    if theme:
        options = options_on_theme(options, theme)
    by_title: dict[str, Paper] = {}
    for paper in reading.papers:
        best = max(filter(_is_first, options[paper.id]), key=_worth, default=None)
        if best and not (best.worth < _LEAST_SAID and says_little(best.candidate.text)):
            continue
        if best and title_statement(paper, names, 0) is None:
            continue
        told = paper.title.strip() and not is_damaged(paper.title)
        if told or is_list_of_contents(paper.abstract):
            by_title[paper.id] = paper
            options[paper.id] = []
        else:
            whole = [option.further is not Further.NOWHERE for option in options[paper.id]]
            options[paper.id] = [
                replace(option, is_first=is_whole or not any(whole))
                for option, is_whole in zip(options[paper.id], whole, strict=True)
            ]
    for paper in reading.title_alone:
        by_title[paper.id] = paper
        options[paper.id] = []
    return options, by_title


def _is_first(option: Option) -> bool:
    return option.is_first


def _worth(option: Option) -> float:
    return option.worth


def _change_worths(
    options: Mapping[str, Sequence[Option]], used: set[tuple[str, int]], seed: str
) -> dict[str, list[Option]]:
    """Return options for another version, in which sentences already used are worth less."""
    rng = random.Random(seed)
    changed: dict[str, list[Option]] = {}
    for paper, own in options.items():
        changed[paper] = []
        for option in own:
            shift = rng.uniform(0.0, 0.4)
            if (paper, option.candidate.start) in used:
                shift -= _CHANGE
            changed[paper].append(replace(option, worth=option.worth + shift, change_again=shift))
    return changed


def _write(
    groups: Sequence[Group],
    options: Mapping[str, Sequence[Option]],
    by_title: Mapping[str, Paper],
    names: NamesInTexts,
    from_titles: Sequence[Sequence[Sentence]],
    titles: Sequence[Sentence],
    task: WritingTask,
    parameters: ExtractiveParameters,
    version: int,
    least: int,
    progress: Progress,
) -> tuple[Paragraph, ...]:
    turn = task.seed + version
    leads = [
        lead(group.shared, place, len(groups), group.closest, turn)
        if group.shared and parameters.leads
        else None
        for place, group in enumerate(groups)
    ]
    order = [paper for group in groups for paper in group.papers if options.get(paper)]
    unsaid = [[by_title[paper] for paper in group.papers if paper in by_title] for group in groups]
    told = [
        (
            *told_by_title(papers, names, turn),
            *see_also([paper for paper in papers if not paper.title.strip()]),
            *others,
        )
        for papers, others in zip(unsaid, from_titles, strict=True)
    ]
    budget = None
    if task.words is not None:
        fixed = (
            *(own_lead for own_lead in leads if own_lead),
            *titles,
            *(sentence for own in told for sentence in own),
        )
        budget = max(1, task.words - sum(word_count(sentence.text) for sentence in fixed))
    chosen = dict(
        zip(
            order,
            select_options(
                [options[paper] for paper in order], budget, parameters.redundancy, least
            ),
            strict=True,
        )
    )
    places = {paper: place for place, paper in enumerate(order)}
    known = met(f"{task.draft.title} {task.draft.abstract}")
    explained = shared_explanations(
        (task.draft.abstract, *(options[paper][0].candidate.paper.abstract for paper in order))
    )
    exchangeable = _exchangeable(options, chosen)
    paragraphs: list[Paragraph] = []
    for place, (group, opening) in enumerate(zip(groups, leads, strict=True)):
        progress.stage(
            "writing", version * len(groups) + place, (task.alternatives + 1) * len(groups)
        )
        sentences = [opening] if opening else []
        statements = Statements(exchangeable, known, explained)
        for paper in group.papers:
            own = chosen.get(paper, ())
            for number, option in enumerate(own):
                again = number > 0 and not is_problem(own[number - 1])
                statements.add(option, places[paper] + turn, again, len(own) == 1)
        sentences += statements.sentences
        sentences += told[place]
        paragraphs.append(Paragraph(group.topic, tuple(sentences)))
    return tuple(paragraphs)


def _exchangeable(
    options: Mapping[str, Sequence[Option]], chosen: Mapping[str, Sequence[Option]]
) -> dict[str, list[Option]]:
    """Return what a paper's statement may be exchanged for; one of several stays."""
    return {
        paper: [option for option in options[paper] if option.is_first and len(own) == 1]
        for paper, own in chosen.items()
    }


def _with_titles(
    paragraphs: tuple[Paragraph, ...], sentences: tuple[Sentence, ...]
) -> tuple[Paragraph, ...]:
    """Add the sentences on titles to the last paragraph."""
    if not sentences:
        return paragraphs
    if not paragraphs:
        return (Paragraph("further work", sentences),)
    last = paragraphs[-1]
    return (*paragraphs[:-1], replace(last, sentences=last.sentences + sentences))


def _length_warnings(paragraphs: Sequence[Paragraph], words: int | None) -> tuple[str, ...]:
    if words is None:
        return ()
    length = sum(word_count(sentence.text) for part in paragraphs for sentence in part.sentences)
    if length > 1.15 * words:
        return (
            f"The text has {length} words, more than the {words} asked for: citing every "
            "reference takes that many.",
        )
    if length < 0.8 * words:
        return (f"The text has {length} of the {words} words asked for: the abstracts hold no "
                "more statements that are fit to be taken.",)  # fmt: skip
    return ()


def _trace(groups: Sequence[Group], options: Mapping[str, Sequence[Option]]) -> dict[str, Any]:
    return {
        "groups": [{"topic": group.topic, "papers": list(group.papers)} for group in groups],
        "candidates": [
            {
                "paper": paper,
                "start": option.candidate.start,
                "end": option.candidate.end,
                "role": option.candidate.role.value,
                "score": round(option.worth, 6),
            }
            for paper, own in options.items()
            for option in own
        ],
    }
