"""Whether a claim is about something else than its papers: what is weighed, and the weights."""

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

import numpy as np
import pytest

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import SourceText, full_text_sentences, source_text
from citeloom.grounding.support.topic.off_topic import (
    FEATURES,
    Common,
    OffTopicWeightsError,
    off_topic_score,
    shipped_weights,
    weights_of,
)
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Paper

ROOT = Path(__file__).parents[4]
BREAD = Paper(
    "p:bread",
    title="Rising dough",
    abstract=(
        "Sourdough bread is leavened by wild yeast and bacteria. We measure how fast dough rises "
        "at five temperatures in a bakery, and which acids give its crust an aroma."
    ),
)
BEES = Paper(
    "p:bees",
    title="Dances of bees",
    abstract=(
        "Honey bees dance to tell the direction of flowers. We film a hive in a garden and read "
        "from the angle of each dance where nectar was found."
    ),
)
CLAIM = "Tectonic plates measured by satellites drift apart along volcanic ridges below oceans."
"""One word of it, measured, is in what is known of the bread."""


def _doubts(text: str, *sources: SourceText) -> list[tuple[DoubtKind, str]]:
    checked = SupportChecker(sources).check(Claim(text, (BREAD.id,)))
    return [(doubt.kind, doubt.reason) for doubt in checked.doubts]


def test_what_is_weighed_is_counted_as_by_hand() -> None:
    common = Common(said=0.25, telling=0.5, known=3, words=12, others=(0.5, 0.0, 0.25, 0.0))
    features = dict(zip(FEATURES, common.features, strict=True))

    assert features == {
        "always": 1.0,
        "said": 0.25,
        "nothing said": 0.0,
        "telling": 0.5,
        "share of words known": 0.25,
        "words known": 0.25,
        "words unknown": 0.75,
        "best other": 0.5,
        "others with less": 0.5,
        "others": 0.2,
    }
    weights = dict.fromkeys(FEATURES, 0) | {"always": 100, "said": -600, "words unknown": 200}
    assert off_topic_score(common, weights) == 1.0 - 1.5 + 1.5


def test_without_other_papers_nothing_is_beside() -> None:
    features = dict(zip(FEATURES, Common(0.0, 0.0, 1, 8).features, strict=True))

    assert features["best other"] == features["others"] == 0.0
    assert features["others with less"] == 0.5
    assert features["nothing said"] == 1.0


def test_a_word_is_known_by_how_it_begins() -> None:
    claim = Claim("Bacterial toxins invade lungs, livers, kidneys and hearts.", (BREAD.id,))
    common = SupportChecker([source_text(BREAD)]).common(claim, claim.papers)

    assert common is not None
    assert (common.said, common.known, common.is_nothing) == (0.0, 1, False)


def test_a_claim_with_one_word_of_its_paper_is_off_topic() -> None:
    found = _doubts(CLAIM, source_text(BREAD), source_text(BEES))

    assert found == [(DoubtKind.NOTHING_OF_IT, "its abstract has no more of this than “measured”")]
    checked = SupportChecker([source_text(BREAD)]).check(Claim(CLAIM, (BREAD.id,)))
    assert checked.verdict is SupportVerdict.NOT_SUPPORTED


@pytest.mark.parametrize(
    "text",
    [
        "Bakers let dough with wild yeast rest overnight in cool cellars before shaping loaves.",
        "Rising prices made dough for pizza more expensive in Italian restaurants last winter.",
        "Our satellites measured tectonic plates that drift apart along volcanic ridges.",
        "Plates measured apart.",
        "As temperaturas medias sobem durante secas, cheias, geadas, incendios florestais.",
    ],
    ids=["in other words", "two words of the title", "of our own", "too little", "Portuguese"],
)
def test_a_claim_that_may_be_on_its_papers_topic_is_let_go(text: str) -> None:
    assert not _doubts(text, source_text(BREAD), source_text(BEES))


def test_of_a_full_text_nothing_was_learnt() -> None:
    paragraph = TextParagraph("The loaves were measured by hand and weighed twice.", (), ())
    text = FullText(Form.PDF, sections=(TextSection("Methods", 1, (paragraph,)),))
    whole = source_text(BREAD, tuple(full_text_sentences(text)))

    assert not _doubts(CLAIM, whole, source_text(BEES))


def test_the_shipped_weights_are_of_all_features() -> None:
    weights = shipped_weights()

    assert tuple(weights) == FEATURES
    assert weights["said"] < 0 < weights["always"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "always\t1\n",
        "".join(f"{name}\t1.5\n" for name in FEATURES),
        "".join(f"{name}\n" for name in FEATURES),
        "".join(f"{name}\t1\n" for name in reversed(FEATURES)),
        "".join(f"{name}\t1\n" for name in (*FEATURES, "said")),
    ],
    ids=["empty", "cut", "fractions", "no numbers", "another order", "twice"],
)
def test_a_broken_file_is_told(text: str) -> None:
    with pytest.raises(OffTopicWeightsError, match="install Citeloom again"):
        weights_of(text)


def test_what_is_learnt_lets_so_many_right_claims_be_wrong_and_no_more() -> None:
    loader = SourceFileLoader("train_support", str(ROOT / "tools/train-support"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    tool = importlib.util.module_from_spec(spec)
    loader.exec_module(tool)
    right = np.array([[1.0, said / 10] for said in range(1, 11)])
    wrong = np.array([[1.0, said / 40] for said in range(10)])

    for most in (0, 2):
        weights = tool.learnt(right, wrong, most)
        assert all(isinstance(weight, int) for weight in weights)
        assert int((right @ weights > 0).sum()) == most
        assert int((wrong @ weights > 0).sum()) > most
