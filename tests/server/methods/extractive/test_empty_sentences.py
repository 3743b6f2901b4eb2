"""Sentences that say nothing of their paper give way to what it does, or to its title."""

import asyncio

import pytest

from citeloom.grounding.words import terms
from citeloom.methods.extractive.text.usability import badness, says_little, thinness
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import shown_part
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper

EMPTY = {
    "submission": "The paper describes the submission of Melbourne to the SIGMORPHON Shared Task.",
    "participation": "We describe our participation in the multilingual task on news in Hindi.",
    "runs": "We submitted five system results in each of the tasks on medical questions.",
    "organisers": "The workshop has provided a shared task on word similarity in context.",
    "praise": "Our method outperforms the state-of-the-art unsupervised models on most tasks.",
    "better": "Our system performs better than the statistical baseline in each task.",
    "gains": "Experiments on six tasks show consistent improvements over what there was before.",
    "superior": "Experiments show that our network is superior to what was there before in Hindi.",
    "place": "Our translations of news won 1st place for Czech and 2nd place for Spanish in May.",
    "rank": "The classifier obtained the top rank in both subtasks on English and Spanish.",
    "strategy": "A popular strategy is to represent samples by binary codes through hashing.",
    "recent": "Recent methods for learning vectors of words have captured fine regularities.",
    "insight": "The challenge provided great insight into the modeling of physical effects.",
    "results": "The article presents experimental results on the dynamic behavior of agents.",
    "others": "Previous techniques give good results, but fail to cope with rare words.",
    "known": "BERT is a recently popular language representation model for texts in Hindi.",
}


@pytest.mark.parametrize("sentence", EMPTY.values(), ids=EMPTY)
def test_empty_sentences_are_told(sentence: str) -> None:
    assert says_little(sentence)
    assert badness(sentence) >= 0.5


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose a system that extracts temporal relations from pathology reports in Swedish.",
        "Our system employs a recurrent network with attention to compare pairs of sentences.",
        "We present a corpus of questions that workers wrote for articles on medical treatment.",
        "An autoencoder is presented that is a recent variant of what we trained before on tweets.",
        "We present results of measurements on cyclodextrin hosts in aqueous solution.",
    ],
    ids=["proposes", "employs", "corpus", "own", "results-of"],
)
def test_what_a_paper_does_is_not_empty(sentence: str) -> None:
    assert not says_little(sentence)
    assert badness(sentence) == 0.0


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
