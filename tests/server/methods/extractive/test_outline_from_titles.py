"""The outline that is written where only the titles of papers are known."""

from hypothesis import given, settings
from hypothesis import strategies as st

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.result import Result
from citeloom.methods.task import DraftSection, DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.papers.paper import Paper
from hypothesis_profiles import examples
from rewritten_sentences import written

DRAFT = DraftText(
    "Parsing Thai",
    "We parse Thai by a graph parser. A Gaussian prior helps.",
    "abstract",
    (DraftSection("Introduction", "The Monte Carlo method is old. A power spectrum is shown."),),
)
TITLES = {
    "par1": "Graph-Based Dependency Parsing With Neural Networks",
    "par2": "A fast approach to dependency parsing",
    "par3": "Dependency Parsing of Morphologically Rich Languages",
    "cap1": "Image Captioning for Newspapers",
    "cap2": "Attention in image captioning",
    "cap3": "Image captioning without pairs of images and sentences",
    "odd1": "The Treasure of the Sierra",
}


def paper(key: str, title: str) -> Paper:
    return Paper(key, (key,), title)


PAPERS = tuple(paper(key, title) for key, title in TITLES.items())


def write(papers: tuple[Paper, ...], **asked: object) -> Result:
    task = WritingTask(DRAFT, papers, **asked)  # type: ignore[arg-type]
    result = written(task)
    verify(result, task)
    return result


def sentences(result: Result) -> dict[str, tuple[str, ...]]:
    return {
        sentence.text: sentence.cites
        for paragraph in result.paragraphs
        for sentence in paragraph.sentences
    }


def test_papers_are_grouped_by_what_their_titles_share() -> None:
    found = sentences(write(PAPERS, paragraphs=2))
    named = {words: cites for words, cites in found.items() if "captioning" in words}
    assert list(named) == ["Several papers study image captioning."]
    assert {*next(iter(named.values()))} == {"cap1", "cap2", "cap3"}
    parsing = next(cites for words, cites in found.items() if "dependency parsing" in words)
    assert {*parsing} == {"par1", "par2", "par3"}


def test_a_title_that_names_no_topic_is_quoted() -> None:
    found = sentences(write(PAPERS, paragraphs=2))
    told = next(words for words, cites in found.items() if "odd1" in cites)
    assert told.startswith("Related work includes “"), "nothing else is said of it"


def test_only_titles_stand_behind_it() -> None:
    result = write(PAPERS)
    evidence = [
        evidence
        for paragraph in result.paragraphs
        for sentence in paragraph.sentences
        for evidence in sentence.evidence
    ]
    assert {(it.source, it.sentence) for it in evidence} == {
        ("title", title) for title in TITLES.values()
    }
    assert {*result.without_abstract} == {*TITLES}


def test_what_the_draft_says_of_papers_groups_them() -> None:
    odd = tuple(paper(key, title) for key, title in (("a", "Alpha"), ("b", "Beta"), ("c", "Gamma"),
                                                    ("d", "Delta")))  # fmt: skip
    said = dict.fromkeys("ad", ("Tone sandhi matters in speech.",)) | dict.fromkeys(
        "bc", ("Treebanks are annotated by hand.",)
    )
    groups = [
        {cited for sentence in paragraph.sentences for cited in sentence.cites}
        for paragraph in write(odd, paragraphs=2, said_in_draft=said).paragraphs
    ]
    assert {frozenset(group) for group in groups} == {frozenset("ad"), frozenset("bc")}


def test_a_paper_without_a_title_is_not_cited() -> None:
    result = write((*PAPERS, paper("bare", " ")))
    assert result.uncited == ("bare",)


def test_title_case_goes_and_names_stay() -> None:
    names = NamesInTexts(["We go from Thai to Monte Carlo methods, and to trees."])
    title = "Parsing of Thai Trees With Monte Carlo Methods and a Gaussian Prior for NLP"
    assert names.in_a_sentence(title) == (
        "parsing of Thai trees with Monte Carlo methods and a Gaussian prior for NLP"
    )
    assert names.in_a_sentence("Parsing of trees in Peru") == "Parsing of trees in Peru"


def test_topics_are_plural_where_a_noun_is_counted() -> None:
    titles = ("The Power Spectrum of Noise", "Power spectrum of galaxies", "Noise in Galaxies")
    found = " ".join(sentences(write(tuple(map(paper, "abc", titles)))))
    assert "power spectra" in found or "power spectrum" in found


_WORDS = st.sampled_from(
    ["graph", "parsing", "Neural", "Networks", "of", "the", "in", "β-carotene", "T4", "NLP", "A",
     "an", "calculations", "“odd”", "$x$", "%", "Gaussian", "processes", "\textbf{x}"]
)  # fmt: skip


@settings(max_examples=examples(60))
@given(st.lists(st.lists(_WORDS, max_size=8).map(" ".join), max_size=45))
def test_every_paper_with_a_title_is_cited_once(titles: list[str]) -> None:
    papers = tuple(paper(f"p{at}", title) for at, title in enumerate(titles))
    titled = [it.id for it in papers if it.title.strip()]
    if not titled:
        return
    cited = [name for cites in sentences_of(write(papers)) for name in cites]
    assert sorted(cited) == sorted(titled)


def sentences_of(result: Result) -> list[tuple[str, ...]]:
    return [sentence.cites for part in result.paragraphs for sentence in part.sentences]
