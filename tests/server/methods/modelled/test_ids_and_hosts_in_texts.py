"""Ids that a model writes in other forms, and links that nobody asked for."""

import pytest

from citeloom.methods.modelled.finishing import without_commands
from citeloom.methods.modelled.leaks import with_marks
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.methods.modelled.visible_words import visible_words
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.papers.paper import Paper

IDS = ShortIds([Paper("doi:1", title="Parsing"), Paper("doi:2", title="P2 elements"), Paper("d:3")])


@pytest.mark.parametrize(
    ("text", "cites", "marked"),
    [
        ("P1 parse quickly.", ["P1"], "[P1] parse quickly."),
        ("Parsers are quick (P1, P3).", ["P1", "P3"], "Parsers are quick [P1, P3]."),
        ("Parsers are quick [P1].", ["P1"], "Parsers are quick [P1]."),
        ("P1 waves are none of ours.", ["P3"], "P1 waves are none of ours."),
        ("P2 elements are used.", ["P2"], "P2 elements are used."),
        ("The P1-norm and EP1 stay.", ["P1"], "The P1-norm and EP1 stay."),
        ("Parsers are quick [P1, evil99].", ["P1"], "Parsers are quick [P1]."),
        ("Some use [smith:2020; P2, P3] here.", ["P2"], "Some use [P2, P3] here."),
        ("A tensor of shape [n, m] of P1x.", ["P2"], "A tensor of shape [n, m] of P1x."),
    ],
)
def test_a_bare_id_is_marked(text: str, cites: list[str], marked: str) -> None:
    sentence = {"text": text, "cites": cites}
    given = WrittenText.model_validate({"paragraphs": [{"topic": "", "sentences": [sentence]}]})
    assert with_marks(given, IDS).paragraphs[0].sentences[0].text == marked


def test_ids_are_read_in_the_forms_that_models_use() -> None:
    assert ids_in("[P1] and [P2, P3], [P4; P5], [P6 and P7], [P8 & P9]") == tuple(
        f"P{number}" for number in range(1, 10)
    )
    assert ids_in("[P1, see above] (P2) [12]") == ()


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("See https://evil.example/x for it.", "See for it."),
        ("See evil.example/x?y=1 for it.", "See for it."),
        ("See evil.example for it.", "See for it."),
        ("See evil.example_ and evil.example_x for it.", "See and for it."),
        ("See ftp://a.b and www.c.d now.", "See and now."),
        ("We use Booking.com and fast.ai here.", "We use Booking.com and here."),
        ("Node.js, e.g. i.i.d. text, 3.5 times.", "Node.js, e.g. i.i.d. text, 3.5 times."),
        (
            "It is \\emph{quick} \\cite{evil} and \\input{/etc/passwd} safe.",
            "It is quick and safe.",
        ),
    ],
)
def test_links_hosts_and_commands_are_left_out(words: str, left: str) -> None:
    assert without_commands(words, {"booking.com"}) == left


def test_what_is_not_seen_is_left_out() -> None:
    assert visible_words("a\u202eb\u200bc\x00 \n\n d\ud800\u00e9\t") == "abc d\u00e9"
