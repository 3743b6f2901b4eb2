"""Tell papers by their titles in drafts whose language no abstract is told in."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.vectors import tf_idf
from citeloom.methods.extractive.arranging.outline import outline
from citeloom.methods.extractive.candidates import profiles
from citeloom.methods.extractive.from_titles.shared_topics import titles_as_sentences
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.told_titles import title_evidence
from citeloom.methods.result import CitationMark, Heading, Paragraph, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from citeloom.words import terms

_A_SENTENCE = 3
_LEVEL = 3
"""Of the headings over titles, which are too few for a section."""


@dataclass(frozen=True, slots=True)
class LanguageOfTitles:
    """How a language tells titles: of one paper and of several, at first and then further ones."""

    name: str
    one: tuple[str, str]
    several: tuple[str, str]
    conjunction: str
    quotes: tuple[str, str] = ("«", "»")


LANGUAGES = {
    "de": LanguageOfTitles(
        "German",
        ("Eine verwandte Arbeit ist ", "Eine weitere Arbeit ist "),
        ("Verwandte Arbeiten sind ", "Weitere Arbeiten sind "),
        " und ",
        ("„", "“"),
    ),
    "fr": LanguageOfTitles(
        "French",
        ("Parmi les travaux connexes figure ", "On peut citer aussi "),
        ("Parmi les travaux connexes figurent ", "On peut citer aussi "),
        " et ",
        ("«\u00a0", "\u00a0»"),
    ),
    "es": LanguageOfTitles(
        "Spanish",
        ("Entre los trabajos relacionados está ", "También cabe citar "),
        ("Entre los trabajos relacionados están ", "También cabe citar "),
        " y ",
    ),
    "pt": LanguageOfTitles(
        "Portuguese",
        ("Entre os trabalhos relacionados está ", "Pode-se citar também "),
        ("Entre os trabalhos relacionados estão ", "Podem-se citar também "),
        " e ",
    ),
    "it": LanguageOfTitles(
        "Italian",
        ("Tra i lavori correlati figura ", "Si può citare anche "),
        ("Tra i lavori correlati figurano ", "Si possono citare anche "),
        " e ",
    ),
    "ru": LanguageOfTitles(
        "Russian",
        ("К смежным работам относится ", "Можно назвать также "),
        ("К смежным работам относятся ", "Можно назвать также "),
        " и ",
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
            tuple(_sentences([papers[name] for name in group.papers], language, place > 0)),
            (Heading(group.topic, _LEVEL),) if group.topic and len(groups) > 1 else (),
        )
        for place, group in enumerate(groups)
    )


def _sentences(papers: Sequence[Paper], language: LanguageOfTitles, later: bool) -> list[Sentence]:
    chunks = [papers[at : at + _A_SENTENCE] for at in range(0, len(papers), _A_SENTENCE)]
    return [_sentence(chunk, language, later or at > 0) for at, chunk in enumerate(chunks)]


def _sentence(papers: Sequence[Paper], language: LanguageOfTitles, later: bool) -> Sentence:
    start = (language.one if len(papers) == 1 else language.several)[later]
    parts: list[str | CitationMark] = []
    for at, paper in enumerate(papers):
        last = at == len(papers) - 1
        before = start if at == 0 else language.conjunction if last else ", "
        title = " ".join(paper.title.split()).rstrip(".")
        parts += [before + title.join(language.quotes)]
        parts += [CitationMark((paper.id,))]
    evidence = title_evidence(papers)
    return Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)
