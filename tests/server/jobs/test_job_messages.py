"""Messages in pieces, as pipes deliver them."""

import itertools
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.jobs.messages import (
    Cancel,
    Frames,
    Message,
    Raised,
    Returned,
    RunTask,
    Step,
    Stopped,
    TaskAsks,
    order_bytes,
    report_bytes,
)
from citeloom.jobs.process import NoReport, read_report

CUTS = st.lists(st.integers(0, 400))
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ORDERS = st.one_of(
    st.builds(RunTask, TEXT, st.binary()),
    st.builds(RunTask, TEXT, st.binary(), st.integers(), st.tuples(TEXT)),
    st.just(Cancel()),
)
REPORTS = st.one_of(
    st.builds(Step, TEXT, st.integers(0, 2**60), st.integers(0, 2**60)),
    st.builds(Returned, TEXT),
    st.builds(TaskAsks, st.integers(0, 2**60), TEXT),
    st.builds(Raised, st.lists(TEXT).map(tuple), TEXT, TEXT, st.one_of(st.none(), TEXT)),
    st.just(Stopped()),
)


@given(st.lists(ORDERS), CUTS)
def test_orders_arrive_whole_and_in_order_however_they_are_cut(orders, cuts: list[int]) -> None:
    assert arrived(orders, cuts, order_bytes, pickle.loads) == orders


@given(st.lists(REPORTS), CUTS)
def test_reports_arrive_whole_and_in_order_however_they_are_cut(reports, cuts: list[int]) -> None:
    assert arrived(reports, cuts, report_bytes, read_report) == reports


def test_half_a_character_is_a_question_mark() -> None:
    (report,) = Frames(read_report).feed(report_bytes(Returned("a\ud800b")))
    assert report == Returned("a?b")


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"RunTask\n{}",
        b"Step\n",
        b'Step\n{"stage": 1}',
        b'Step\n{"stage": "s", "done": "7"}',
        b'Returned\n{"value": {}}',
        b"\xff\n{}",
        pickle.dumps(Returned("x")),
    ],
)
def test_what_is_no_report_is_refused(said: bytes) -> None:
    with pytest.raises(NoReport):
        read_report(said)


def arrived(
    messages: list[Message],
    cuts: list[int],
    write: Callable[[Message], bytes],
    read: Callable[[bytes], Message],
) -> list[Message]:
    data = b"".join(map(write, messages))
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    frames = Frames(read)
    return [
        message
        for start, end in itertools.pairwise(places)
        for message in frames.feed(data[start:end])
    ]
