"""The reader takes from an answer of any form the text that a person would take from it."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.papers.paper import Author, Paper

ANSWERS = families(__file__)
ALWAYS = ("uncertain", "words_of_the_prompt")
"""Families of which every answer is read as it should be: the others may lose a sentence."""

FLOOR = 97
"""Of 100 answers."""

EXAMPLE = "Incremental parsers keep an editor responsive while its user types [P901, P903]."


def paper(number: int, title: str, year: int, key: str, *names: str) -> Paper:
    authors = tuple(map(Author, names))
    return Paper(f"p{number}", (key,), title=title, authors=authors, year=year)


IDS = ShortIds(
    (
        paper(1, "Incremental parsing of trees", 2020, "smith2020trees", "Smith", "Lee"),
        paper(2, "Tagging as search", 2019, "doe19", "Doe"),
        paper(3, "Neural rankers for code", 2021, "roe", "Roe", "Poe", "Moe"),
        paper(4, "A survey of editors", 2018, "vdb", "van der Berg"),
        paper(5, "Fast lexers in practice", 2020, "smith2020fast", "Smith", "Young"),
        paper(6, "Formulas in running text", 2022, "garcia", "García", "Roe", "Kim", "Ng"),
        paper(7, "Search without any labels", 2021, "doe21", "Doe"),
        paper(8, "Undo in shared editors", 2017, "mueller", "Müller", "Östlund"),
    )
)
READER = AnswerTextReader(IDS, IDS.all, f"Write a text. For example:\n\n{EXAMPLE}")


def as_text(found: WrittenText) -> str:
    return "\n\n".join(" ".join(part.sentences) for part in found.paragraphs)


def wrong_of(family: str) -> list[str]:
    found = []
    for name, answer, expected in ANSWERS[family]:
        read = as_text(READER.text_of(answer, cut_off=family == "cut_off"))
        if read != expected:
            found.append(f"{family}, {name}: {read!r} for {expected!r}")
    return found


def test_lines_that_repeat_the_head_of_a_paper_are_left_out() -> None:
    head = "Smith and Lee, 2020\nIncremental parsing of trees\nProceedings of Trees"
    asked = f'Write.\n\n<quoted-0a id="P1">\n{head}\nWe rebuild trees.\n</quoted-0a>'
    answer = f"P1:\n{head}\nTrees are rebuilt fast [P1]."
    found = AnswerTextReader(IDS, IDS.all, asked).text_of(answer, cut_off=False)
    assert as_text(found) == "Trees are rebuilt fast [P1]."


def test_nearly_all_answers_are_read_as_a_person_would() -> None:
    number = sum(map(len, ANSWERS.values()))
    wrong = [own for family in ANSWERS for own in wrong_of(family)]
    assert number >= 100
    assert number - len(wrong) >= FLOOR * number / 100, "\n".join(wrong)


@pytest.mark.parametrize("family", ALWAYS)
def test_nothing_uncertain_is_cited_and_no_word_of_a_prompt_comes_out(family: str) -> None:
    assert wrong_of(family) == []


def test_what_is_taken_out_is_told() -> None:
    found = READER.text_of(
        "Trees grow [P1, P9] (Brown, 2020). Author (Year) rebuilds.", cut_off=False
    )
    assert (found.unknown, len(found.left_out)) == (("P9", "Brown, 2020"), 1)


@pytest.mark.parametrize("answer", ["", "…", "<think>hm", "Trees grow fast.", "Trees grow [P9]."])
def test_an_answer_that_cites_no_paper_is_a_wrong_one(answer: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        READER.read(answer, cut_off=False)


PIECES = st.sampled_from(
    [own for family in ANSWERS.values() for _, answer, _ in family for own in answer.split(" ")]
)
SIGNS = st.sampled_from(
    ['{"', '"}', "[", "]", "[1]", "```", "\\", "$", "(", "P3", "<think>", "\n\n"]
)
SAID = st.lists(st.one_of(PIECES, SIGNS, st.text(max_size=9)), max_size=30).map(" ".join)


@given(answer=SAID, cut_off=st.booleans(), shown=st.integers(1, 8))
def test_no_answer_makes_an_id_that_was_not_shown(answer: str, cut_off: bool, shown: int) -> None:
    reader = AnswerTextReader(IDS, IDS.all[:shown])
    try:
        found = reader.read(answer, cut_off=cut_off)
    except ValueError:
        return
    named = {i for part in found.paragraphs for own in part.sentences for i in ids_in(own)}
    assert named <= set(IDS.all)
    for part in found.paragraphs:
        for sentence in part.sentences:
            assert not any("\ue000" <= sign <= "\uf8ff" for sign in sentence)
