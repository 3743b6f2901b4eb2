"""From a task to related work: read, rank, group, choose, write."""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from citeloom.grounding.closeness import closeness
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    grouped,
    reading_order,
    without_loners,
)
from citeloom.methods.extractive.arranging.leads import lead
from citeloom.methods.extractive.arranging.nouns import is_noun_phrase
from citeloom.methods.extractive.arranging.phrases import SharedPhrase, phrases_of, shared_phrases
from citeloom.methods.extractive.arranging.selection import Option, selected
from citeloom.methods.extractive.candidates import Candidate, Profile, profiles
from citeloom.methods.extractive.parameters import Parameters
from citeloom.methods.extractive.ranking.own import ranked
from citeloom.methods.extractive.ranking.vectors import Vector, tf_idf
from citeloom.methods.extractive.reading import Reading, nothing_to_write_from, read
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewritten
from citeloom.methods.extractive.text.words import stem, terms, word_count, words
from citeloom.methods.extractive.titles import title_sentences
from citeloom.methods.port import Ports
from citeloom.methods.result import Paragraph, Result, Sentence, SentenceKind, Usage
from citeloom.methods.task import WritingTask

_AWKWARDNESS = 1.0
_CHANGE = 0.9
_TOPIC_WORDS = 3


@dataclass(frozen=True, slots=True)
class _Group:
    """The papers of a paragraph, in order, and what they share."""

    papers: tuple[str, ...]
    topic: str
    shared: SharedPhrase | None
    closest: bool


async def related_work(task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
    """Return the related work of a task; see ``Extractive.write``."""
    begun = time.perf_counter()
    ports.progress.stage("reading", 0, len(task.references))
    reading = read(task)
    titled = reading.without_abstract if parameters.cite_without_abstract else ()
    if not reading.papers and not titled:
        raise nothing_to_write_from(reading, task)
    await asyncio.sleep(0)

    ports.progress.stage("ranking")
    papers, idf = profiles(reading.papers)
    draft = tf_idf(terms(f"{task.draft.title}. {task.draft.abstract}"), idf)
    options = _options(reading, draft, idf, parameters)
    await asyncio.sleep(0)

    ports.progress.stage("grouping")
    groups = _groups(papers, reading, draft, task, parameters)
    await asyncio.sleep(0)

    titles = title_sentences(titled)
    versions: list[tuple[Paragraph, ...]] = []
    used: set[tuple[str, int]] = set()
    for version in range(task.alternatives + 1):
        ports.progress.stage("writing", version, task.alternatives + 1)
        changed = _changed(options, used, f"{task.seed}:{version}") if version else options
        text = _written(groups, changed, titles, task, parameters, task.seed + version)
        versions.append(_with_titles(text, titles))
        used |= {
            (one.paper, one.start)
            for paragraph in text
            for sentence in paragraph.sentences
            if sentence.kind is SentenceKind.STATEMENT
            for one in sentence.evidence
        }
        await asyncio.sleep(0)

    cited = {p for one in versions[0] for sentence in one.sentences for p in sentence.cites}
    return Result(
        paragraphs=versions[0],
        uncited=tuple(
            dict.fromkeys(paper.id for paper in task.references if paper.id not in cited)
        ),
        without_abstract=tuple(paper.id for paper in reading.without_abstract),
        warnings=reading.warnings + _length_warnings(versions[0], task.words),
        alternatives=tuple(versions[1:]),
        usage=Usage(seconds=time.perf_counter() - begun),
        trace=_trace(groups, options),
    )


def _options(
    reading: Reading, draft: Vector, idf: Mapping[str, float], parameters: Parameters
) -> dict[str, list[Option]]:
    """Return for each paper what could be written of it."""
    everything = [one for paper in reading.papers for one in reading.sentences[paper.id]]
    usable = [one for one in everything if one.usable]
    options: dict[str, list[Option]] = {paper.id: [] for paper in reading.papers}
    for one, worth in zip(usable, ranked(usable, draft, idf, parameters), strict=True):
        first = rewritten(one.text, first_mention(one.paper, 0), one.role)
        again = rewritten(one.text, next_mention(one.paper), one.role)
        options[one.paper.id].append(
            Option(
                one,
                tf_idf(one.terms, idf),
                worth - _AWKWARDNESS * first.awkwardness,
                worth - _AWKWARDNESS * again.awkwardness,
                one.words,
            )
        )
    return options


def _groups(
    papers: Sequence[Profile],
    reading: Reading,
    draft: Vector,
    task: WritingTask,
    parameters: Parameters,
) -> list[_Group]:
    if not papers:
        return []
    parts = grouped(papers, group_count(len(papers), task.paragraphs))
    if task.paragraphs is None:
        parts = without_loners(parts, papers)
    parts = by_closeness(parts, papers, draft)
    phrases = phrases_of(one for own in reading.sentences.values() for one in own)
    groups: list[_Group] = []
    taken: set[tuple[str, ...]] = set()
    for place, part in enumerate(parts):
        names = tuple(papers[at].paper.id for at in reading_order(part, papers))
        shared = None
        if len(names) > 1:
            fresh = (one for one in shared_phrases(names, phrases, len(papers))
                     if one.stems not in taken)  # fmt: skip
            shared = next(fresh, None)
        if shared is not None:
            taken.add(shared.stems)
        closest = (
            place == len(parts) - 1
            and shared is not None
            and all(term in draft for term in shared.stems)
        )
        topic = shared.text if shared else _topic([papers[at] for at in part])
        groups.append(_Group(names, topic, shared if parameters.leads else None, closest))
    return groups


def _topic(group: Sequence[Profile]) -> str:
    """Return the two or three nouns that weigh most in a group, those of one paper last."""
    weights: dict[str, list[float]] = {}
    forms: Counter[str] = Counter()
    for profile in group:
        forms.update(words(f"{profile.paper.title} {profile.paper.abstract}"))
        for term, weight in profile.vector.items():
            weights.setdefault(term, []).append(weight)
    best = sorted(
        weights,
        key=lambda term: (len(weights[term]) == 1, -round(math.fsum(weights[term]), 9), term),
    )
    shown: dict[str, str] = {}
    for form in sorted(forms, key=lambda form: (-forms[form], form)):
        if is_noun_phrase([form]):
            shown.setdefault(stem(form), form)
    return ", ".join([shown[term] for term in best if term in shown][:_TOPIC_WORDS])


def _changed(
    options: Mapping[str, Sequence[Option]], used: set[tuple[str, int]], seed: str
) -> dict[str, list[Option]]:
    """Return the options for another version: other sentences are preferred to those used."""
    rng = random.Random(seed)
    changed: dict[str, list[Option]] = {}
    for paper, own in options.items():
        changed[paper] = []
        for option in own:
            shift = rng.uniform(0.0, 0.4)
            if (paper, option.candidate.start) in used:
                shift -= _CHANGE
            changed[paper].append(
                replace(option, worth=option.worth + shift, worth_again=option.worth_again + shift)
            )
    return changed


def _written(
    groups: Sequence[_Group],
    options: Mapping[str, Sequence[Option]],
    titles: Sequence[Sentence],
    task: WritingTask,
    parameters: Parameters,
    turn: int,
) -> tuple[Paragraph, ...]:
    leads = [
        lead(group.shared, place, len(groups), group.closest, turn) if group.shared else None
        for place, group in enumerate(groups)
    ]
    order = [paper for group in groups for paper in group.papers]
    budget = None
    if task.words is not None:
        fixed = (*(one for one in leads if one), *titles)
        budget = max(1, task.words - sum(word_count(one.text) for one in fixed))
    chosen = dict(
        zip(
            order,
            selected([options[paper] for paper in order], budget, parameters.redundancy),
            strict=True,
        )
    )
    paragraphs: list[Paragraph] = []
    for group, opening in zip(groups, leads, strict=True):
        sentences = [opening] if opening else []
        for paper in group.papers:
            place = order.index(paper)
            for again, option in enumerate(chosen[paper]):
                sentences.append(_statement(option.candidate, place + turn, again > 0))
        paragraphs.append(Paragraph(group.topic, tuple(sentences)))
    return tuple(paragraphs)


def _statement(candidate: Candidate, turn: int, again: bool) -> Sentence:
    paper = candidate.paper
    subject = next_mention(paper) if again else first_mention(paper, turn)
    rewriting: Rewriting = rewritten(candidate.text, subject, candidate.role)
    plain = Sentence(rewriting.parts, SentenceKind.STATEMENT, ())
    score = closeness("".join(part for part in plain.parts if isinstance(part, str)),
                      candidate.text)  # fmt: skip
    return replace(plain, evidence=(candidate.evidence(round(score, 4)),))


def _with_titles(
    paragraphs: tuple[Paragraph, ...], sentences: tuple[Sentence, ...]
) -> tuple[Paragraph, ...]:
    """Return the paragraphs with the sentences on titles alone after the last of them."""
    if not sentences:
        return paragraphs
    if not paragraphs:
        return (Paragraph("further work", sentences),)
    last = paragraphs[-1]
    return (*paragraphs[:-1], replace(last, sentences=last.sentences + sentences))


def _length_warnings(paragraphs: Sequence[Paragraph], words: int | None) -> tuple[str, ...]:
    if words is None:
        return ()
    length = sum(word_count(one.text) for part in paragraphs for one in part.sentences)
    if length > 1.1 * words:
        return (
            f"The text has {length} words, more than the {words} asked for: citing every "
            "reference takes that many.",
        )
    if length < 0.8 * words:
        return (f"The text has {length} of the {words} words asked for: the abstracts hold no "
                "more statements that are fit to be taken.",)  # fmt: skip
    return ()


def _trace(groups: Sequence[_Group], options: Mapping[str, Sequence[Option]]) -> dict[str, Any]:
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
