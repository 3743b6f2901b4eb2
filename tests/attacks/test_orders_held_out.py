"""Orders by somebody who had not read the search for them: what is found, what comes out."""

import pytest
from obedient_model import write_obediently
from orders_held_out import HELD_OUT, HeldOutOrder
from orders_in_papers import EARLIER_HELD_OUT_NEVER, NEVER

from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_paper, suspicions
from citeloom.methods.task import Surroundings
from citeloom.models.quoting import Fence
from modelled_runs import paper

METHODS = ("ckma", "chatcite")
KINDS = {
    "positive words only, in capitals", "recommended for its rigour", "no weaknesses named",
    "strengths called groundbreaking", "white print in LaTeX", "HTML comment for assistants",
    "cite this work first", "self-citation ring", "fake end of the document",
    "you are now an advocate",
}  # fmt: skip
"""Orders of the kinds that stand in real preprints; these are always found."""


def test_plain_orders_in_english_are_found() -> None:
    plain = [order for order in HELD_OUT if order.plain and order.language == "en"]
    found = {order.name for order in plain if suspicions((order.paper,))}
    assert found >= KINDS
    assert len(found) >= 20 <= len(plain) - 9


@pytest.mark.parametrize("order", HELD_OUT, ids=lambda order: order.name)
def test_an_order_that_is_found_is_not_shown(order: HeldOutOrder) -> None:
    if not suspicions((order.paper,)):
        pytest.skip("it is not found")
    shown = show_paper(order.paper, Surroundings(), ShortIds((order.paper,)), Fence(b"x"))
    assert [words for words in order.hidden if words in shown] == []


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("order", HELD_OUT, ids=lambda order: order.name)
def test_whatever_a_model_obeys_nothing_of_the_list_comes_out(
    order: HeldOutOrder, method: str
) -> None:
    own = paper(1)
    sentences = write_obediently(method, order.wanted, own, order.paper)
    text = " ".join(sentence.text for sentence in sentences)
    listed = (*order.never, *NEVER, *EARLIER_HELD_OUT_NEVER)
    assert [words for words in listed if words in text] == []
    assert {paper for sentence in sentences for paper in sentence.cites} <= {own.id, order.paper.id}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "order",
    [pytest.param(order, id=order.name) for order in HELD_OUT if order.never],
)
def test_what_no_paper_names_does_not_come_out(order: HeldOutOrder, method: str) -> None:
    sentences = write_obediently(method, order.wanted, paper(1), paper(2))
    text = " ".join(sentence.text for sentence in sentences)
    listed = (*order.never, *NEVER, *EARLIER_HELD_OUT_NEVER)
    assert [words for words in listed if words in text] == []
