"""Ids, names and markup in the forms in which weak models write them become usual sentences."""

import json

import pytest
from families import families

from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import left_out_warnings
from citeloom.methods.modelled.finishing import clean_text
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.result import shown_part
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper

FAMILIES = families(__file__)


def paper(number: int, *families: str) -> Paper:
    authors = tuple(map(Author, families))
    return Paper(f"p{number}", title=f"Title {number}", authors=authors, year=2020, abstract="We.")


PAPERS = (paper(1, "Smith", "Lee"), paper(2, "Doe"), paper(3, "Roe", "Poe", "Moe"))
IDS = ShortIds(PAPERS)
TASK = WritingTask(DraftText("A", "B.", "abstract"), PAPERS)


def written(text: str, *cites: str) -> WrittenText:
    """Read a sentence as models give it: in JSON, with what it cites beside it."""
    answer = {"paragraphs": [{"topic": "", "sentences": [{"text": text, "cites": list(cites)}]}]}
    return AnswerTextReader(IDS, IDS.all).text_of(json.dumps(answer), cut_off=False)


def read(text: str, *cites: str) -> str:
    """Return a sentence as it is placed: names between angles, groups in parentheses."""
    clean = clean_text(written(text, *cites), ())
    (paragraph,) = assemble_paragraphs(clean, IDS, TASK).paragraphs
    return "".join(
        part
        if isinstance(part, str)
        else shown_part(part)
        if not hasattr(part, "papers")
        else f"<{part.names}>"
        if part.names
        else f" ({f'{part.note} ' * bool(part.note)}{', '.join(part.papers)})"
        for part in paragraph.sentences[0].parts
    ).replace("  ", " ")


@pytest.mark.parametrize("text", FAMILIES["an_id_in_any_form_is_a_name_where_one_can_stand"])
def test_an_id_in_any_form_is_a_name_where_one_can_stand(text: str) -> None:
    assert read(text, "P1") == "<Smith and Lee> propose a quick parser."


@pytest.mark.parametrize("text", FAMILIES["ids_in_any_form_are_one_group_elsewhere"])
def test_ids_in_any_form_are_one_group_elsewhere(text: str) -> None:
    assert read(text, "P1", "P2") == "It is fast (p1, p2)."


@pytest.mark.parametrize(("text", "shown"), FAMILIES["words_before_an_id_in_brackets_are_a_note"])
def test_words_before_an_id_in_brackets_are_a_note(text: str, shown: str) -> None:
    assert read(text, "P1") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The [P9 amplitude] of it.", "The [P9 amplitude] of it (p1)."),
        ("It is fast (CoNLL shared task; Doe).", "It is fast (CoNLL shared task; Doe) (p1)."),
        ("It takes a P1-P3 transition.", "It takes a P1-P3 transition (p1)."),
    ],
)
def test_what_is_no_list_of_ids_or_names_stays(text: str, shown: str) -> None:
    assert read(text, "P1") == shown


@pytest.mark.parametrize(
    ("text", "shown"), FAMILIES["markup_of_other_programs_goes_and_its_words_stay"]
)
def test_markup_of_other_programs_goes_and_its_words_stay(text: str, shown: str) -> None:
    assert read(text, "P1") == shown


def test_where_a_link_of_markdown_leads_goes_and_is_told() -> None:
    (sentence,) = written("See [it](https://evil.example/a).", "P1").paragraphs[0].sentences
    assert len(list(left_out_warnings([sentence], ()))) == 1
    assert read("See [it](https://evil.example/a).", "P1") == "See it (p1)."


def test_a_sentence_with_an_address_goes_and_is_cut_where_no_other_cites_its_paper() -> None:
    assert read("They parse quickly [P1]. Read more at evil.example.") == "They parse quickly (p1)."
    assert read("They serve evil.example well.", "P1") == "They serve well (p1)."


@pytest.mark.parametrize(
    "cites",
    [["[P1]", "P2"], ["P1, P2"], ["p1", "@P2"], ["P1: Smith and Lee, 2020", "(P2)"]],
    ids=str,
)
def test_ids_of_a_list_may_have_other_forms(cites: list[str]) -> None:
    assert read("It is fast.", *cites) == "It is fast (p1, p2)."
