"""Messages in pieces, as pipes deliver them."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from citeloom.jobs.messages import Cancel, Frames, Message, Returned, RunTask, Step, frame

MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(RunTask, st.text(), st.binary()),
    st.just(Cancel()),
    st.builds(Step, st.text(), st.integers(), st.integers()),
    st.builds(Returned, st.binary()),
)


@given(st.lists(MESSAGES), st.lists(st.integers(0, 400)))
def test_messages_arrive_whole_and_in_order_however_they_are_cut(
    messages: list[Message], cuts: list[int]
) -> None:
    data = b"".join(map(frame, messages))
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    frames = Frames()
    arrived: list[Message] = []
    for start, end in itertools.pairwise(places):
        arrived += frames.feed(data[start:end])
    assert arrived == messages
