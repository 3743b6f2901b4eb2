"""Tell papers by their titles in drafts whose language no abstract is told in."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.vectors import tf_idf
from citeloom.methods.extractive.arranging.outline import outline
from citeloom.methods.extractive.candidates import profiles
from citeloom.methods.extractive.from_titles.shared_topics import titles_as_sentences
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.told_titles import (
    in_a_list,
    title_evidence,
    title_of,
)
from citeloom.methods.result import CitationMark, Heading, Paragraph, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from citeloom.words import terms

_LEVEL = 3
"""Of the headings over titles, which are too few for a section."""


@dataclass(frozen=True, slots=True)
class LanguageOfTitles:
    """How a language tells titles: of one paper and of several."""

    name: str
    one: str
    several: str
    conjunction: str
    quotes: tuple[str, str] = ("«", "»")


LANGUAGES = {
    "de": LanguageOfTitles(
        "German", "Eine verwandte Arbeit ist ", "Verwandte Arbeiten sind ", " und ", ("„", "“")
    ),
    "fr": LanguageOfTitles(
        "French",
        "Parmi les travaux connexes figure ",
        "Parmi les travaux connexes figurent ",
        " et ",
        ("«\u00a0", "\u00a0»"),
    ),
    "es": LanguageOfTitles(
        "Spanish",
        "Entre los trabajos relacionados está ",
        "Entre los trabajos relacionados están ",
        " y ",
    ),
    "pt": LanguageOfTitles(
        "Portuguese",
        "Entre os trabalhos relacionados está ",
        "Entre os trabalhos relacionados estão ",
        " e ",
    ),
    "it": LanguageOfTitles(
        "Italian",
        "Tra i lavori correlati figura ",
        "Tra i lavori correlati figurano ",
        " e ",
    ),
    "ru": LanguageOfTitles(
        "Russian", "К смежным работам относится ", "К смежным работам относятся ", " и "
    ),
}


def titles_in_language(task: WritingTask) -> tuple[str, tuple[Paragraph, ...]]:
    """Return the English name of a draft's language, and its references in groups, by title."""
    language = LANGUAGES[task.draft.language.lower().split("-")[0]]
    papers = {paper.id: paper for paper in reversed(task.references) if paper.title.strip()}
    names = dict.fromkeys(paper.id for paper in task.references if paper.id in papers)
    if not names:
        return language.name, ()
    ordered = [papers[name] for name in names]
    found, weights = profiles(ordered, task.said_in_draft)
    draft = tf_idf(terms(f"{task.draft.title}. {task.draft.abstract}"), weights)
    titles = titles_as_sentences(ordered, NamesInTexts(paper.title for paper in ordered))
    groups = outline(found, titles, draft, task.paragraphs)
    return language.name, tuple(
        Paragraph(
            group.topic,
            (_sentence([papers[name] for name in group.papers], language),),
            (Heading(group.topic, _LEVEL),) if group.topic and len(groups) > 1 else (),
        )
        for group in groups
    )


def _sentence(papers: Sequence[Paper], language: LanguageOfTitles) -> Sentence:
    start = language.one if len(papers) == 1 else language.several

    def told(paper: Paper) -> tuple[str, CitationMark]:
        return title_of(paper).join(language.quotes), CitationMark((paper.id,))

    parts = (start, *in_a_list(papers, told, language.conjunction), ".")
    return Sentence(parts, SentenceKind.STATEMENT, title_evidence(papers))
