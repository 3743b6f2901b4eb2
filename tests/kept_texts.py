"""Full texts of some references of the example, which cite each other: made, as if fetched before.

``python -m kept_texts DATA`` keeps them in a data folder.
"""

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.cache_names import names_in_cache
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    Reference,
    TextMention,
    TextParagraph,
    TextSection,
)
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store
from citeloom.settings import UserSettings

MAIN = Path(__file__).parents[1] / "examples/main.tex"
CITES = {
    "li2024chatcite": ("chen2021capturing", "lu2020multixscience"),
    "liu2025select": ("li2024chatcite", "hu2024hireview"),
    "hu2024hireview": ("lu2020multixscience",),
    "chen2021capturing": ("lu2020multixscience", "xing2020automatic"),
    "xing2020automatic": ("wang2018neural",),
}
"""Whom the texts cite; all others have no full text."""


def keep_texts(data: Path) -> None:
    """Keep the texts where a project that cites these papers finds them."""
    context = Context(user=UserSettings(data_folder=data))
    project = open_project(MAIN, context).project
    entries = [entry for key in project.entry_of if (entry := project.entry(key)) is not None]
    papers = {paper.key: paper for paper in papers_of(tuple(entries))}
    cache = FullTextCache(context.user.full_texts)
    for key, cited in CITES.items():
        paper = papers[key]
        text = _text_of(paper, [papers[other] for other in cited])
        name = names_in_cache(Outcome(paper, Status.NOT_FOUND))[0]
        assert cache.put(Kept(name, date(2026, 1, 1), TextSearch(text)))
    Store.open(context.user.store).close()


def _text_of(paper: Paper, cited: Sequence[Paper]) -> FullText:
    aim, *rest = paper.abstract.split(". ")
    references = tuple(
        Reference(str(number), _entry_of(other), other.title, other.doi, other.arxiv_id)
        for number, other in enumerate(cited, start=1)
    )
    words = f"Earlier work looked at {cited[0].title} "
    marks = f"[{', '.join(own.label for own in references)}]"
    labels = tuple(own.label for own in references)
    mention = TextMention(len(words), len(words) + len(marks), labels)
    related = TextParagraph(f"{words}{marks}.", (mention,))
    return FullText(
        Form.LATEX,
        paper.title,
        paper.abstract,
        (
            TextSection("Introduction", 1, (TextParagraph(f"{aim}. {'. '.join(rest[:2])}."),)),
            TextSection("Related Work", 1, (related,)),
            TextSection("Results", 1, (TextParagraph(". ".join(rest[2:]) or aim),)),
        ),
        references,
    )


def _entry_of(paper: Paper) -> str:
    """Return what a list of references says of a paper."""
    return f"{', '.join(author.family for author in paper.authors)}. {paper.title}. {paper.year}."


if __name__ == "__main__":
    keep_texts(Path(sys.argv[1]))
