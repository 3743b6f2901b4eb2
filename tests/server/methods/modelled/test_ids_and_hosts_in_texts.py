"""Ids that a model writes in other forms, and links that nobody asked for."""

import pytest
from families import families

from citeloom.methods.modelled.clean_words import (
    known_names,
    left_out_warnings,
    visible_words,
    without_commands,
)
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.task import DraftSection, DraftText, WritingTask
from citeloom.papers.paper import Paper

FAMILIES = families(__file__)


def test_ids_are_read_in_the_forms_that_models_use() -> None:
    assert ids_in("[P1] and [P2, P3], [P4; P5], [P6 and P7], [P8 & P9]") == tuple(
        f"P{number}" for number in range(1, 10)
    )
    assert ids_in("[P1, see above] (P2) [12]") == ()


@pytest.mark.parametrize(("words", "left"), FAMILIES["links_hosts_and_commands_are_left_out"])
def test_links_hosts_and_commands_are_left_out(words: str, left: str) -> None:
    assert " ".join(without_commands(words, {"booking.com"}).split()) == left


def test_a_warning_names_the_sentence_that_lost_something() -> None:
    texts = [
        "Parsers are fast.",
        "See evil.example now.",
        r"An $\alpha$-test.",
        r"\emph{Fast} fast.ai.",
    ]
    (warning,) = left_out_warnings(texts, ())
    assert warning.endswith(": See now.")
    *_, last = left_out_warnings(["See evil.example now."] * 8, ())
    assert "3 more sentences" in last


def test_dotted_names_of_the_draft_and_of_titles_are_known() -> None:
    draft = DraftText(
        "A", "B", "abstract", (DraftSection("Methods", "We use Our.io and a.com/x."),)
    )
    paper = Paper("doi:1", title="The Thing.ai system", abstract="It runs on Host.net.")
    given = WritingTask(draft, (paper,), titles=("{Other.ai}: A Library",))
    assert known_names(given) == {"our.io", "thing.ai", "other.ai"}


def test_what_is_not_seen_is_left_out() -> None:
    assert visible_words("a\u202eb\u200bc\x00 \n\n d\ud800\u00e9\t") == "abc d\u00e9"
