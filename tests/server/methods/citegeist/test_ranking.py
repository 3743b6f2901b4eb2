"""Batches of references, the nearest to the draft first, with the pages that are read."""

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_samples import Texts, sample

from citeloom.methods.citegeist.likeness import PAGE, pages_of, word_likeness
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import Ranked, batches_by_theme
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Paper

DRAFT = DraftText("Parsing trees", "We parse dependency trees of sentences.", "abstract")
NEAR = Paper("near", title="Trees", abstract="We parse dependency trees quickly.")
FAR = Paper("far", title="Stars", abstract="We watch distant galaxies at night.")
BETWEEN = Paper("between", title="Night trees", abstract="We parse galaxies at night.")
PAPERS = (FAR, BETWEEN, NEAR)


def section(heading: str, text: str, level: int = 1) -> TextSection:
    return TextSection(heading, level, (TextParagraph(text),))


def by_words(
    task: WritingTask, texts: Texts, parameters: CitegeistParameters
) -> list[list[Ranked]]:
    likeness = word_likeness(task, texts)
    return batches_by_theme(task.references, parameters, likeness)


def order(task: WritingTask, texts: Texts, **given: object) -> list[list[str]]:
    parameters = CitegeistParameters.model_validate(given)
    return [[own.paper.id for own in batch] for batch in by_words(task, texts, parameters)]


def test_the_nearest_come_first() -> None:
    assert order(WritingTask(DRAFT, PAPERS), Texts({})) == [["near", "between", "far"]]
    assert order(WritingTask(DRAFT, PAPERS), Texts({}), breadth=2) == [["near", "between"], ["far"]]


def test_alike_papers_are_in_one_batch_whatever_their_rank() -> None:
    likes = (("trees", "We parse dependency trees"), ("stars", "We watch distant galaxies"))
    papers = tuple(
        Paper(f"{name}{at}", title=f"{said} of sentences", abstract="word " * at)
        for at in range(3)
        for name, said in likes
    )
    found = order(WritingTask(DRAFT, papers), Texts({}), breadth=3)
    assert found == [["trees0", "trees1", "trees2"], ["stars0", "stars1", "stars2"]]
    assert order(WritingTask(DRAFT, papers), Texts({}), breadth=3, diversity=1.0) != found


def test_pages_bring_a_paper_forward() -> None:
    page = section("Parsing", "We parse dependency trees of sentences and nothing else.")
    texts = Texts({"far": FullText(Form.PDF, sections=(page,))})
    task = WritingTask(DRAFT, PAPERS)
    assert order(task, texts) == [["near", "far", "between"]]
    assert order(task, texts, depth=0) == [["near", "between", "far"]]


def test_pages_are_whole_sentences_without_lists_and_appendices() -> None:
    long = "It says something about trees here. " * 200
    text = FullText(
        Form.LATEX,
        sections=(
            section("Introduction", "First words."),
            section("References", "Smith 2020."),
            section("Method", long),
            section("Appendix A", "Proofs."),
            section("Details", "More proofs.", 2),
            section("Acknowledgements", "Thanks."),
            section("Conclusion", "Last words."),
        ),
    )
    pages = pages_of(NEAR, Texts({"near": text}))
    headings = [page.heading for page in pages]
    assert headings == ["Introduction", *["Method"] * (len(pages) - 2), "Conclusion"]
    assert len(pages) >= 4
    assert all(len(page.text) <= PAGE and page.text.endswith(".") for page in pages)
    assert " ".join(page.text for page in pages[1:-1]) == long.strip()


def test_a_paper_of_which_nothing_is_known_comes_last() -> None:
    task = WritingTask(DRAFT, (Paper("bare"), NEAR))
    assert order(task, Texts({})) == [["near", "bare"]]


@given(st.integers(0, 14), st.integers(0, 14), st.integers(1, 5), st.sampled_from([0.0, 0.3, 1.0]))
def test_each_reference_is_in_one_batch(
    number: int, with_text: int, breadth: int, diversity: float
) -> None:
    task, texts = sample(number, with_text)
    parameters = CitegeistParameters(breadth=breadth, diversity=diversity)
    batches = by_words(task, texts, parameters)
    found = [own.paper.id for batch in batches for own in batch]
    assert sorted(found) == sorted(paper.id for paper in task.references)
    assert len(batches) == ceil(number / breadth)
    assert {len(batch) for batch in batches[:-1]} <= {ceil(number / max(1, len(batches)))}
    assert all(0 < len(batch) <= breadth for batch in batches)
    assert [batch[0].score for batch in batches] == sorted(
        (batch[0].score for batch in batches), reverse=True
    )
    for batch in batches:
        scores = [own.score for own in batch]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("depth", [0, 1, 2, 9])
def test_so_many_pages_are_read(depth: int) -> None:
    task, texts = sample(2, 1)
    parameters = CitegeistParameters(depth=depth)
    pages = {own.paper.id: own.pages for own in by_words(task, texts, parameters)[0]}
    assert [len(pages[paper.id]) for paper in task.references] == [min(depth, 3), 0]
