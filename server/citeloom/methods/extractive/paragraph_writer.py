"""Write related work by the extractive method: read, choose, group, write."""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from citeloom.grounding.vectors import Idf, Vector, cosine, tf_idf
from citeloom.methods.extractive.arranging.groups import group_count
from citeloom.methods.extractive.arranging.outline import Group, outline
from citeloom.methods.extractive.candidates import Profile, profiles
from citeloom.methods.extractive.choosing.options import Option, options_of, written
from citeloom.methods.extractive.choosing.selection import (
    Selection,
    lengthen,
    select,
    shorten,
)
from citeloom.methods.extractive.from_titles.other_languages import LANGUAGES, titles_in_language
from citeloom.methods.extractive.from_titles.shared_topics import titles_as_sentences
from citeloom.methods.extractive.from_titles.told_titles import ToldTitles
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.text.abbreviations import abbreviations_in, introduced
from citeloom.methods.extractive.usable_papers import (
    Reading,
    nothing_to_write_from,
    read_task,
    told_by_title_note,
)
from citeloom.methods.port import MethodError, Ports, Progress, counted
from citeloom.methods.result import Paragraph, Result, Sentence, Usage
from citeloom.methods.task import WritingTask
from citeloom.words import terms, word_count

_LEAST_IN_PARAGRAPH = 25
"""Words; a text of fewer than that for each paragraph has fewer paragraphs."""

_TOLD = 1.15
"""What is longer than asked by more, or shorter, is told."""

_MANY = 4
"""So many sentences are a paragraph that one of them can begin by telling its topic."""

_CHANGE = 1.5
"""What a sentence of an earlier version is worth less in another, in log-odds of being kept."""

_DRAW = 0.5
"""By up to so much a version draws the worth of each sentence."""


@dataclass(frozen=True, slots=True)
class _Material:
    """What a text is made of: the papers in groups, what can be told of each, and their titles."""

    task: WritingTask
    groups: Sequence[Group]
    options: Mapping[str, Sequence[Option]]
    titles: ToldTitles
    central: Sequence[str]
    """All papers (ids), those first that are most like the draft and the other papers."""

    vectors: Mapping[str, Vector]
    idf: Idf


async def related_work(task: WritingTask, ports: Ports) -> Result:
    """Write related work; each reference is cited, but those that nothing can be said of."""
    begun = time.perf_counter()
    if task.draft.language.lower().split("-")[0] in LANGUAGES:
        return _titles_in_its_language(task, begun)
    reading = read_task(task, ports.progress)
    bare = [paper for paper in reading.without_abstract if paper.title.strip()]
    papers = (*reading.papers, *reading.title_alone, *bare)
    if not papers:
        raise nothing_to_write_from(reading, task)
    await asyncio.sleep(0)

    found, idf = profiles(papers, task.said_in_draft)
    draft = tf_idf(terms(f"{task.draft.title}. {task.draft.abstract}"), idf)
    titles = ToldTitles(papers, task, [paper.abstract for paper in task.references])
    options: dict[str, list[Option]] = {paper.id: [] for paper in papers}
    for paper in counted(reading.papers, ports.progress, "ranking"):
        sentences = reading.sentences[paper.id]
        options[paper.id] = options_of(sentences, draft, idf)
    await asyncio.sleep(0)

    ports.progress.stage("grouping")
    sentences = [sentence for own in reading.sentences.values() for sentence in own]
    sentences += titles_as_sentences((*reading.title_alone, *bare), titles.names)
    groups = outline(found, sentences, draft, _paragraphs(task, len(found)), ports.progress)
    vectors = {profile.paper.id: profile.vector for profile in found}
    material = _Material(task, groups, options, titles, _central(found, draft), vectors, idf)
    await asyncio.sleep(0)

    versions: list[tuple[Paragraph, ...]] = []
    used: set[tuple[str, int]] = set()
    for version in range(task.alternatives + 1):
        own = _changed(options, used, f"{task.seed}:{version}") if version else options
        text = _write(replace(material, options=own), version, ports.progress)
        versions.append(text)
        used |= {
            (evidence.paper, evidence.start)
            for paragraph in text
            for sentence in paragraph.sentences
            for evidence in sentence.evidence
        }
        await asyncio.sleep(0)
    return Result(
        paragraphs=versions[0],
        uncited=_uncited(versions[0], task),
        without_abstract=tuple(paper.id for paper in reading.without_abstract),
        warnings=reading.warnings + _notes(versions[0], reading, task, options),
        alternatives=tuple(versions[1:]),
        usage=Usage(seconds=time.perf_counter() - begun),
    )


def _titles_in_its_language(task: WritingTask, begun: float) -> Result:
    """Return the titles in groups, for a draft in a language that no abstract is told in."""
    name, paragraphs = titles_in_language(task)
    if not paragraphs:
        raise MethodError("No reference has a title, so there is nothing to write about.")
    return Result(
        paragraphs=paragraphs,
        uncited=_uncited(paragraphs, task),
        without_abstract=tuple(
            dict.fromkeys(paper.id for paper in task.references if not paper.abstract)
        ),
        warnings=(f"The draft is in {name}, so papers are mentioned by their titles alone.",),
        usage=Usage(seconds=time.perf_counter() - begun),
    )


def _paragraphs(task: WritingTask, papers: int) -> int | None:
    """Return how many paragraphs are asked for: fewer than usual for a text of few words."""
    if task.paragraphs is not None or task.words is None:
        return task.paragraphs
    fitting = max(1, task.words // _LEAST_IN_PARAGRAPH)
    return fitting if fitting < group_count(papers, None) else None


def _central(papers: Sequence[Profile], draft: Vector) -> list[str]:
    """Return the ids of papers, those first that are most like the draft."""
    close = sorted(papers, key=lambda profile: -round(cosine(profile.vector, draft), 9))
    return [profile.paper.id for profile in close]


def _changed(
    options: Mapping[str, Sequence[Option]], used: set[tuple[str, int]], seed: str
) -> dict[str, list[Option]]:
    """Return options for another version, in which sentences already used are worth less."""
    rng = random.Random(seed)
    changed: dict[str, list[Option]] = {}
    for paper, own in options.items():
        again = [_CHANGE * ((paper, option.candidate.start) in used) for option in own]
        worths = [
            option.worth + rng.uniform(0.0, _DRAW) - less
            for option, less in zip(own, again, strict=True)
        ]
        moved = [replace(it, worth=worth) for it, worth in zip(own, worths, strict=True)]
        changed[paper] = sorted(moved, key=lambda option: -option.worth)
    return changed


def _write(material: _Material, version: int, progress: Progress) -> tuple[Paragraph, ...]:
    task, options = material.task, material.options
    selection = select(options)

    def length(selection: Selection) -> int:
        told = sum(it.words for own in selection.told.values() for it in own)
        rest = (_rest_of(material, group, selection) for group in material.groups)
        return told + sum(word_count(it.text) for own in rest for it in own)

    if task.words is not None:
        selection = shorten(selection, task.words, length, material.central)
        lengthen(selection, task.words, length(selection), options)
    known = abbreviations_in(f"{task.draft.title} {task.draft.abstract}")
    paragraphs: list[Paragraph] = []
    every = len(material.groups)
    for place, group in enumerate(material.groups):
        progress.stage("writing", version * every + place, (task.alternatives + 1) * every)
        rest = _rest_of(material, group, selection)
        sentences: list[Sentence] = []
        for paper in _in_order(group, selection, material):
            own = sorted(selection.told[paper], key=lambda it: it.candidate.place)
            subject = first_mention(own[0].candidate.paper)
            for option in own:
                sentence = written(option, subject, known)
                known |= introduced(sentence.text)
                sentences.append(sentence)
                subject = next_mention(option.candidate.paper)
        if sentences or rest:
            paragraphs.append(Paragraph(group.topic, (*sentences, *rest)))
    return tuple(paragraphs)


def _rest_of(material: _Material, group: Group, selection: Selection) -> list[Sentence]:
    """Return sentences on the papers of a group that are not told by their abstracts."""
    left = [paper for paper in group.papers if paper not in selection.told]
    return material.titles.sentences(left, selection.briefly)


def _in_order(group: Group, selection: Selection, material: _Material) -> list[str]:
    """Return the papers of a group that are told, that first which tells its topic best."""
    told = [paper for paper in group.papers if paper in selection.told]
    if len(told) < _MANY:
        return told

    def likeness(paper: str) -> float:
        own = tf_idf(selection.told[paper][0].candidate.terms, material.idf)
        return sum(cosine(own, material.vectors[other]) for other in group.papers)

    best = max(told, key=lambda paper: round(likeness(paper), 9))
    return [best, *(paper for paper in told if paper != best)]


def _uncited(paragraphs: Sequence[Paragraph], task: WritingTask) -> tuple[str, ...]:
    cited = {paper for it in paragraphs for sentence in it.sentences for paper in sentence.cites}
    return tuple(dict.fromkeys(paper.id for paper in task.references if paper.id not in cited))


def _notes(
    paragraphs: Sequence[Paragraph],
    reading: Reading,
    task: WritingTask,
    options: Mapping[str, Sequence[Option]],
) -> tuple[str, ...]:
    """Return what the author should know of a text: titles, its length."""
    sentences = [sentence for it in paragraphs for sentence in it.sentences]
    known = (paper for paper in (*reading.papers, *reading.title_alone) if paper.title.strip())
    titled = [paper for paper in known if all(it.follows for it in options[paper.id])]
    return told_by_title_note(titled) + _length_note(sentences, task.words)


def _length_note(sentences: Sequence[Sentence], words: int | None) -> tuple[str, ...]:
    if words is None:
        return ()
    length = sum(word_count(sentence.text) for sentence in sentences)
    if length > _TOLD * words:
        return (
            f"The text has {length} words, more than the {words} asked for: citing every "
            "reference takes that many.",
        )
    if length * _TOLD < words:
        return (f"The text has {length} of the {words} words asked for: the abstracts have no more "
        "usable statements.",)  # fmt: skip
    return ()
