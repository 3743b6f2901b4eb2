"""Methods for tests of the server, in each Python process that starts with this folder on its path.

``CITELOOM_TEST_FOLDER`` names the folder in which a test says what they are to do.
"""

import asyncio
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

from citeloom.grounding.evidence import Evidence
from citeloom.methods import registry
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.port import Method, Parameters
from citeloom.methods.result import CitationMark, Paragraph, Result, Sentence, SentenceKind


def text_of(task, version=0):
    sentences = []
    for paper in (one for one in task.references if one.abstract):
        evidence = Evidence(paper.id, "abstract", paper.abstract, 0, len(paper.abstract), 1.0)
        text = f"Version {version} tells of {paper.title}"
        parts = (text, CitationMark((paper.id,)), ".")
        sentences.append(Sentence(parts, SentenceKind.STATEMENT, (evidence,)))
    return (Paragraph("all of it", tuple(sentences)),)


class Plain(Method[Parameters]):
    """One sentence for each reference that has an abstract, at once."""

    name = "plain"
    summary = ""
    parameters = Parameters

    async def write(self, task, parameters, ports):
        others = tuple(text_of(task, number + 1) for number in range(task.alternatives))
        uncited = tuple(one.id for one in task.references if not one.abstract)
        return Result(text_of(task), uncited, uncited, alternatives=others)


class Model(Plain):
    """As if a language model wrote it."""

    name = "model"
    uses_model = True


class Outlined(Plain):
    """A paragraph for each topic that has papers; all are one topic unless the author says so."""

    name = "outlined"
    has_outline = True

    async def outline(self, task, parameters, ports):
        everything = Topic("", tuple(one.id for one in task.references))
        return _named(task.taxonomy or Taxonomy((everything,)))

    async def write(self, task, parameters, ports):
        taxonomy = await self.outline(task, parameters, ports)
        paragraphs = []
        for topic in taxonomy.walk():
            of = {one.id: one for one in task.references}
            own = tuple(of[paper] for paper in topic.papers)
            (paragraph,) = text_of(replace(task, references=own))
            if paragraph.sentences:
                paragraphs.append(replace(paragraph, topic=topic.name))
        uncited = tuple(one.id for one in task.references if not one.abstract)
        return Result(tuple(paragraphs), uncited, uncited, taxonomy=taxonomy)


def _named(taxonomy):
    def of(topic):
        return replace(topic, name=topic.name or "All of it", topics=tuple(map(of, topic.topics)))

    return Taxonomy(tuple(map(of, taxonomy.topics)))


class Warns(Plain):
    """Has something to say of each reference."""

    name = "warns"

    async def write(self, task, parameters, ports):
        result = await super().write(task, parameters, ports)
        said = tuple(f"mind {one.key}" for one in task.references)
        return replace(result, warnings=said)


class Swaps(Plain):
    """Says of the first reference what the second one says."""

    name = "swaps"

    async def write(self, task, parameters, ports):
        first, second, *others = task.references
        parts = (second.abstract.rstrip("."), CitationMark((first.id,)), ".")
        behind = Evidence(first.id, "abstract", first.abstract, 0, len(first.abstract), 1.0)
        swapped = Sentence(parts, SentenceKind.STATEMENT, (behind,))
        (right,) = text_of(replace(task, references=(second, *others)))
        return Result((replace(right, sentences=(swapped, *right.sentences)),))


class Crash(Plain):
    """Dies, but where the test's folder has a file ``calm``."""

    name = "crash"

    async def write(self, task, parameters, ports):
        if not (folder() / "calm").exists():
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        return await super().write(task, parameters, ports)


class Wait(Plain):
    """Goes on when the test's folder has a file ``go``."""

    name = "wait"

    async def write(self, task, parameters, ports):
        ports.progress.stage("waiting for the test")
        while not (folder() / "go").exists():
            await asyncio.sleep(0.01)
        return await super().write(task, parameters, ports)


class Stubborn(Plain):
    """Neither ends nor listens."""

    name = "stubborn"

    async def write(self, task, parameters, ports):
        ports.progress.stage("computing")
        while True:
            time.sleep(0.1)


def folder():
    return Path(os.environ["CITELOOM_TEST_FOLDER"])


registry.METHODS += (Plain(), Model(), Outlined(), Warns(), Swaps(), Crash(), Wait(), Stubborn())
