"""Sentences that say nothing of their paper give way to what it does, or to its title."""

import asyncio

from citeloom.grounding.words import terms
from citeloom.methods.extractive.text.usability import thinness
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import shown_part
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper


def test_common_words_say_nothing() -> None:
    thin = thinness(terms("We propose a novel neural network for processing sequences."))
    full = thinness(terms("We compress sentences by deleting words that carry no new meaning."))
    assert thin > 0.3
    assert full == 0.0


def written(title: str, *sentences: str) -> str:
    paper = Paper("p", title=title, abstract=" ".join(sentences), authors=(Author("Li"),))
    method = method_named("extractive")
    draft = DraftText("Sentence similarity", "We compare sentences by their meaning.", "abstract")
    result = asyncio.run(
        method.write(WritingTask(draft, (paper,), words=10), method.parameters(), Ports())
    )
    return " ".join(
        "".join(shown_part(part) for part in sentence.parts)
        for paragraph in result.paragraphs
        for sentence in paragraph.sentences
    )


def test_a_system_is_told_of_rather_than_who_took_part_where() -> None:
    text = written(
        "Neobility at SemEval-2017 Task 1: Sentence Similarity",
        "In this paper, we describe our participation in the sentence similarity task.",
        "We train an attention-based recurrent network on pairs of sentences in four languages.",
    )
    assert "recurrent network" in text
    assert "participation" not in text


def test_the_title_says_more_than_praise_alone() -> None:
    text = written(
        "Unsupervised Translation with Shared Grammar",
        "Parallel texts of two languages are rare, and grammar is universal in all of them.",
        "Through experiments on typical language pairs, we demonstrate the effectiveness of our "
        "proposed approaches.",
    )
    assert "studies unsupervised translation with shared grammar" in text
    assert "effectiveness" not in text
