"""Drafts and papers in other languages than English."""

import pytest

from citeloom.grounding.language import language_of
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import sentences_of, written

FRENCH = "Nous proposons un modèle pour la langue et le son, et nous le testons sur des textes."
ENGLISH = (
    "We propose a model of language and sound for texts that are read aloud. "
    "It is shown that the model of sound improves the reading of long texts."
)
DUPONT = Paper("fr", ("dupont",), "Le son", (Author("Dupont"),), abstract=FRENCH)
SMITH = Paper("en", ("smith",), "On sound", (Author("Smith"),), abstract=ENGLISH)
DRAFT = DraftText("Sound", "We study sound.", "abstract")


def write(*papers: Paper, draft: DraftText = DRAFT) -> Result:
    return written(WritingTask(draft, papers))


def test_a_paper_in_another_language_is_told_by_its_title() -> None:
    result = write(SMITH, DUPONT)
    assert result.uncited == ()
    assert sentences_of(result)[-1] == "Related work includes “Le son” by Dupont."
    assert "Abstracts that are not in English are not used: dupont (French)." in result.warnings


def test_papers_in_other_languages_alone_are_told_too() -> None:
    assert sentences_of(write(DUPONT)) == ["Related work includes “Le son” by Dupont."]


def test_of_an_abstract_in_two_languages_the_english_one_counts() -> None:
    both = Paper("fr", ("d",), "Sound", (Author("Dupont"),), abstract=f"{FRENCH} {ENGLISH}")
    result = write(both)
    assert sentences_of(result)[0].startswith("Dupont proposes a model of language and sound")
    assert not any("Nous" in sentence for sentence in sentences_of(result))
    assert result.warnings == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Wir zeigen, dass die Analyse der Sprache mit dem Modell für Texte besser ist.", "German"),
        (FRENCH, "French"),
        ("Se presenta un modelo para la lengua y los textos que son del autor.", "Spanish"),
        ("本文提出了一种新的语言模型。", "Chinese"),
        ("この論文では言語モデルを提案する。", "Japanese"),
        ("Мы предлагаем модель языка.", ""),
    ],
    ids=["German", "French", "Spanish", "Chinese", "Japanese", "unknown"],
)
def test_languages_have_names(text: str, name: str) -> None:
    assert language_of(text) == name


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Verwandte Arbeiten sind „Le son“ und „On sound“."),
        ("fr-FR", "Parmi les travaux connexes figurent « Le son » et « On sound »."),
        ("es", "Entre los trabajos relacionados están «Le son» y «On sound»."),
        ("pt-BR", "Entre os trabalhos relacionados estão «Le son» e «On sound»."),
        ("it", "Tra i lavori correlati figurano «Le son» e «On sound»."),
        ("ru", "К смежным работам относятся «Le son» и «On sound»."),
    ],
    ids=["German", "French", "Spanish", "Portuguese", "Italian", "Russian"],
)
def test_a_draft_in_another_language_tells_titles(language: str, sentence: str) -> None:
    result = write(DUPONT, SMITH, draft=DraftText("Ton", "", "nothing", language=language))
    assert sentences_of(result) == [sentence]
    assert [source.source for source in result.paragraphs[0].sentences[0].evidence] == ["title"] * 2
    (note,) = result.warnings
    assert "titles alone" in note and len(note) < 80


def test_topics_are_the_headings_of_a_list_of_titles() -> None:
    topics = ("dependency parsing", "speech synthesis")
    papers = [
        Paper(f"{topic}{at}", (f"k{at}",), f"{kind} {topic}", abstract="")
        for topic in topics
        for at, kind in enumerate(("On", "Data for", "Rules for", "Limits of"))
    ]
    draft = DraftText("Ton", "", "nothing", language="de")
    result = written(WritingTask(draft, tuple(papers), paragraphs=2))
    headings = [heading.text for part in result.paragraphs for heading in part.headings]
    assert sorted(headings) == sorted(topics)
