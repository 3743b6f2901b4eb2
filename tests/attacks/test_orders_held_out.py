"""Orders by somebody who had not read the search for them: what is found, what comes out."""

from typing import Any

import pytest
from obedient_model import write_obediently
from orders_held_out import HELD_OUT, HeldOutOrder
from orders_in_papers import EARLIER_HELD_OUT_NEVER, NEVER

from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_paper, suspicions
from citeloom.methods.task import Surroundings
from citeloom.models.quoting import Fence
from modelled_runs import MODELLED, paper

MISSED = {
    "mail address for data", "phrase as a watermark", "Polish, policy", "Turkish, narrative",
    "a word from the editor", "publisher's licence", "a story about a helper",
    "split over sentences", "addressed to nobody", "consensus asserted",
    "defanged host and mail", "game of opposites", "delayed trigger",
}  # fmt: skip
"""The orders that are not found."""

NAMED_BY_THE_ORDER = {"mail address for data", "publisher's licence", "consensus asserted"}
"""Orders that are not found and name a host or a mail address, which a paper may do."""


def each_order(*faults: set[str]) -> Any:
    """Run a test for each order, expecting that it fails for those with a known fault."""
    xfail = pytest.mark.xfail(strict=True, reason="gets past")
    return pytest.mark.parametrize(
        "order",
        [
            pytest.param(
                order, id=order.name, marks=[xfail] * any(order.name in names for names in faults)
            )
            for order in HELD_OUT
        ],
    )


@each_order(MISSED)
def test_an_order_is_told_of(order: HeldOutOrder) -> None:
    assert suspicions((order.paper,))


@each_order(MISSED)
def test_an_order_is_not_shown(order: HeldOutOrder) -> None:
    known = ShortIds((order.paper,))
    shown = show_paper(order.paper, Surroundings(), known, Fence(b"x"))
    assert [words for words in order.hidden if words in shown] == []


@pytest.mark.parametrize("method", MODELLED)
@each_order(NAMED_BY_THE_ORDER)
def test_whatever_a_model_obeys_nothing_of_the_list_comes_out(
    order: HeldOutOrder, method: str
) -> None:
    own = paper(1)
    sentences = write_obediently(method, order.wanted, own, order.paper)
    text = " ".join(sentence.text for sentence in sentences)
    listed = (*order.never, *NEVER, *EARLIER_HELD_OUT_NEVER)
    assert [words for words in listed if words in text] == []
    assert {paper for sentence in sentences for paper in sentence.cites} <= {own.id, order.paper.id}


@pytest.mark.parametrize("method", MODELLED)
@pytest.mark.parametrize(
    "order",
    [pytest.param(order, id=order.name) for order in HELD_OUT if order.never],
)
def test_what_no_paper_names_does_not_come_out(order: HeldOutOrder, method: str) -> None:
    sentences = write_obediently(method, order.wanted, paper(1), paper(2))
    text = " ".join(sentence.text for sentence in sentences)
    listed = (*order.never, *NEVER, *EARLIER_HELD_OUT_NEVER)
    assert [words for words in listed if words in text] == []
