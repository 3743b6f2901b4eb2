"""What becomes of a model's text: citations where they belong, a source behind each sentence."""

from dataclasses import replace

import pytest

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import show_draft
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
    add_marks,
    as_plain,
    ids_check,
)
from citeloom.methods.result import CitationForm, CitationMark, Result, Sentence, SentenceKind
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.models.quoting import Fence
from citeloom.papers.paper import Author, Paper

ONE = Paper(
    "doi:1",
    ("smith20",),
    "Parsing quickly",
    (Author("Smith"), Author("Lee")),
    2020,
    abstract="We propose a quick parser. It reads malformed texts without errors.",
)
TWO = Paper("doi:2", ("doe21",), "Ranking sentences", (Author("Doe"),), 2021)
DRAFT_TEXT = DraftText("Our tool", "Our editor writes related work from sources.", "abstract")
TASK = WritingTask(DRAFT_TEXT, (ONE, TWO))
IDS = ShortIds(TASK.references)


def text(*sentences: tuple[str, list[str]]) -> WrittenText:
    own = [add_marks(words, cites) for words, cites in sentences]
    return WrittenText(paragraphs=[WrittenParagraph(topic="parsing", sentences=own)])


def only(*sentences: tuple[str, list[str]]) -> tuple[Sentence, ...]:
    (paragraph,) = assemble_paragraphs(text(*sentences), IDS, TASK).paragraphs
    return paragraph.sentences


def test_a_mark_behind_its_authors_names_becomes_a_textual_citation() -> None:
    (one,) = only(("Smith and Lee [P1] propose a quick parser.", ["P1"]))
    assert one.parts == (
        CitationMark(("doi:1",), CitationForm.TEXTUAL, "Smith and Lee"),
        " propose a quick parser.",
    )
    assert one.text == "Smith and Lee propose a quick parser."


def test_names_of_others_before_a_mark_are_taken_out_and_told() -> None:
    found = assemble_paragraphs(text(("Jones et al. [P1] propose it.", ["P1"])), IDS, TASK)
    assert found.paragraphs[0].sentences[0].text == "Smith and Lee propose it."
    (warning,) = found.warnings
    assert "“Jones et al.”" in warning
    many = text(*((f"Jones{'x' * n} et al. [P1] propose it.", ["P1"]) for n in range(9)))
    assert len(assemble_paragraphs(many, IDS, TASK).warnings) == 6


def test_ids_that_only_support_go_to_the_end_before_the_full_stop() -> None:
    (one,) = only(("Parsers are quick", ["P1", "P2"]))
    assert one.parts == ("Parsers are quick", CitationMark(("doi:1", "doi:2")), ".")


def test_an_id_in_the_middle_stays_there() -> None:
    (one,) = only(("Parsers [P1], and rankers [P2], abound.", []))
    assert [part for part in one.parts if isinstance(part, CitationMark)] == [
        CitationMark(("doi:1",)),
        CitationMark(("doi:2",)),
    ]
    assert one.cites == ("doi:1", "doi:2")


def test_the_closest_sentence_of_a_paper_stands_behind_a_statement() -> None:
    (one,) = only(("[P1] read malformed texts.", ["P1"]))
    assert [found.sentence for found in one.evidence] == [
        "It reads malformed texts without errors."
    ]
    (two,) = only(("Sentences are ranked.", ["P2"]))
    assert two.evidence[0].source == "title"


def test_a_sentence_on_the_draft_rests_on_the_draft() -> None:
    _, lead = only(
        ("[P1] propose a quick parser.", []),
        ("Our editor instead writes related work from its sources.", []),
    )
    assert lead.kind is SentenceKind.LEAD
    assert [found.paper for found in lead.evidence] == [DRAFT]
    paragraphs = assemble_paragraphs(text(("A quick parser [P1].", ["P2"])), IDS, TASK).paragraphs
    verify(Result(paragraphs), TASK)


def test_what_cites_nothing_stays_where_it_is_near_a_source_and_is_counted_elsewhere() -> None:
    cited = ("[P1] propose a quick parser.", ["P1"])
    near = ("Quick parsers of malformed texts are an old goal.", list[str]())
    far = ("Climate change affects all living beings.", list[str]())
    found = assemble_paragraphs(text(cited, near, far, far), IDS, TASK)
    _, lead = found.paragraphs[0].sentences
    assert (lead.kind, lead.text) == (SentenceKind.LEAD, near[0])
    assert lead.evidence[0].sentence == "It reads malformed texts without errors."
    (warning,) = found.warnings
    assert warning.startswith("2 sentences were left out")
    alone = assemble_paragraphs(text(far), IDS, TASK)
    assert not alone.paragraphs and alone.warnings[0].startswith("1 sentence was left out")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Seit vielen Jahren werden Texte auch ohne eine Grammatik zerlegt."),
        ("zh", "多年来，人们一直在研究解析器。"),
    ],
)
def test_nearness_is_not_asked_of_words_in_another_language(language: str, words: str) -> None:
    task = replace(TASK, draft=replace(DRAFT_TEXT, language=language))
    (paragraph,) = assemble_paragraphs(text((words, [])), IDS, task).paragraphs
    assert paragraph.sentences[0].kind is SentenceKind.LEAD


def test_unknown_ids_and_the_sources_own_marks_are_left_out() -> None:
    (one,) = only(("Parsers are quick [12] (Jones et al., 2019) [P9].", ["P7", "P1"]))
    assert one.cites == ("doi:1",)
    assert one.text == "Parsers are quick."


def test_the_check_names_what_a_model_can_mend() -> None:
    check = ids_check(IDS, ("P1", "P2"))
    for wrong, said in (
        (text(("All [P9].", ["P1", "P2"])), "P9"),
        (text(("All.", ["P2"])), "P1"),
    ):
        try:
            check(wrong)
        except ValueError as error:
            assert said in str(error)
        else:
            raise AssertionError(said)
    check(text(("All.", ["P1", "P2"])))


def test_a_text_is_shown_again_with_its_ids() -> None:
    assert as_plain(text(("Quick [P1].", ["P1", "P2"]), ("More.", []))) == "Quick [P1, P2]. More."


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Parsers are fast.", "Parsers are fast [P1, P2]."),
        ("Are parsers fast?!", "Are parsers fast [P1, P2]?!"),
        ("Parsers are fast", "Parsers are fast [P1, P2]"),
        ("解析器很快。", "解析器很快 [P1, P2]。"),
    ],
)
def test_ids_stand_before_the_full_stop_of_their_sentence(words: str, shown: str) -> None:
    assert as_plain(text((words, ["P1", "P2"]))) == shown


def test_the_drafts_own_citation_marks_are_not_shown() -> None:
    abstract = "We follow others [12, 14] and parse (Smith et al., 2019) as [P3] do."
    draft = DraftText("A tool", abstract, "abstract")
    shown = show_draft(draft, Fence(b"s"))
    assert "We follow others and parse as do." in shown
