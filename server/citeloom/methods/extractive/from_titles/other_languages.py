"""Tell papers by their titles in drafts whose language no abstract is told in."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.methods.extractive.from_titles.sentences_on_topics import title_evidence
from citeloom.methods.extractive.from_titles.title_outline import group_by_titles
from citeloom.methods.result import CitationMark, Paragraph, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

_A_SENTENCE = 3


@dataclass(frozen=True, slots=True)
class LanguageOfTitles:
    """How a language tells titles: of one paper and of several, at first and then further ones."""

    name: str
    one: tuple[str, str]
    several: tuple[str, str]
    conjunction: str


LANGUAGES = {
    "de": LanguageOfTitles(
        "German",
        ("Eine verwandte Arbeit ist ", "Eine weitere Arbeit ist "),
        ("Verwandte Arbeiten sind ", "Weitere Arbeiten sind "),
        " und ",
    ),
    "fr": LanguageOfTitles(
        "French",
        ("Parmi les travaux connexes figure ", "On peut citer aussi "),
        ("Parmi les travaux connexes figurent ", "On peut citer aussi "),
        " et ",
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
    groups, _ = group_by_titles([papers[name] for name in names], task)
    return language.name, tuple(
        Paragraph("", tuple(_sentences(group, language, place > 0)))
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
        parts += [f"{before}“{' '.join(paper.title.split()).rstrip('.')}”"]
        parts += [CitationMark((paper.id,))]
    evidence = tuple(map(title_evidence, papers))
    return Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)
