import pytest
from families import families
from tabled import tabled

from citeloom.grounding.citing import citing_sentences
from citeloom.papers.fulltext.reference_papers import paper_of
from citeloom.papers.fulltext.reference_text import first_family, reference_of, title_in, years_in
from citeloom.papers.fulltext.source.read import read_files
from citeloom.papers.fulltext.text import TextMention, without_marks
from citeloom.papers.paper import Author, Paper
from projects import project_files, sample

FAMILIES = families(__file__)

PAPERS = (
    Paper("attention", title="Attention Is All You Need", year=2017, arxiv_id="1706.03762",
          authors=(Author("Vaswani", "Ashish"),)),
    Paper("residual", title="Deep Residual Learning for Image Recognition", year=2016,
          authors=(Author("He", "Kaiming"),), doi="10.1109/cvpr.2016.90"),
    Paper("bert", title="BERT: Pre-training of Deep Bidirectional Transformers", year=2019,
          authors=(Author("Devlin", "Jacob"),)),
    Paper("muller", title="Über die Größe der Wälder", year=1999, authors=(Author("Müller"),)),
    Paper("nobody", title="A Title That Nobody Wrote", year=2001),
    Paper("short", title="Looms", year=2001, authors=(Author("Roe"),)),
)  # fmt: skip


def whose(text: str) -> str:
    paper = paper_of(reference_of("1", text), PAPERS)
    return paper.id if paper else ""


@pytest.mark.parametrize(("text", "paper"), FAMILIES["a_reference_is_a_paper_where_that_is_proved"])
def test_a_reference_is_a_paper_where_that_is_proved(text: str, paper: str) -> None:
    assert whose(text) == paper


@pytest.mark.parametrize("text", FAMILIES["what_is_not_proved_is_no_match"])
def test_what_is_not_proved_is_no_match(text: str) -> None:
    assert whose(text) == ""


def test_a_reference_that_may_be_two_papers_is_neither() -> None:
    twice = (PAPERS[0], Paper("copy", title=PAPERS[0].title, authors=PAPERS[0].authors, year=2017))
    reference = reference_of("1", "A. Vaswani. Attention is all you need. 2017.")
    assert paper_of(reference, twice) is None


@tabled(least=5)
def test_what_can_be_read_of_a_reference(
    text: str, title: str, family: str, years: list[str]
) -> None:
    assert (title_in(text), first_family(text), [*years_in(text)]) == (title, family, years)


def test_citing_sentences_name_the_papers_of_the_draft_and_only_those() -> None:
    files = project_files(sample("whose_reference_citing_sentences_name_papers"))
    text = read_files({name: content.encode() for name, content in files.items()})
    found = citing_sentences(text, PAPERS)
    assert [(one.text, one.paper_ids) for one in found] == [
        ("Many follow Vaswani and others.", ("attention", "residual")),
        ("Looms do, too.", ("attention",)),
    ]
    assert all(one.related_work and one.heading == "Related Work" for one in found)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (r"The approach of \citet{v} improves it.", "The approach of Vaswani improves it."),
        (r"The approach of \cite{v} improves it.", "The approach of Vaswani improves it."),
        (r"\cite{v} improves it.", "Vaswani improves it."),
        (r"\textcite{v,other} improve it.", "Vaswani and earlier work improve it."),
        (r"It improves~\citep{v}.", "It improves."),
    ],
    ids=["citet", "after a preposition", "subject", "two", "in brackets"],
)
def test_authors_stay_where_a_sentence_names_them(sentence: str, said: str) -> None:
    files = project_files(rf"""
%! main.tex
\documentclass{{article}}\begin{{document}}
\section{{Related Work}} {sentence}
\end{{document}}
%! refs.bib
@misc{{v, title={{Attention is all you need}}, author={{Vaswani, A.}}, year=2017}}
@misc{{other, title={{Something else altogether}}, author={{Roe, J.}}, year=2001}}
""")
    text = read_files({name: content.encode() for name, content in files.items()})
    assert [found.text for found in citing_sentences(text, PAPERS)] == [said]


@pytest.mark.parametrize(
    ("text", "mark", "said"),
    [
        ("As Roe and Doe (2020) say, it is.", "Roe and Doe (2020)", "As Roe and Doe say, it is."),
        ("As Roe et al. [3] show, it works.", "Roe et al. [3]", "As Roe et al. show, it works."),
        ("It works (Roe et al., 2020).", "(Roe et al., 2020)", "It works."),
        ("It works [3].", "[3]", "It works."),
    ],
    ids=["year in brackets", "number", "all in brackets", "number alone"],
)  # fmt: skip
def test_authors_stay_where_a_mark_names_them_itself(text: str, mark: str, said: str) -> None:
    at = text.index(mark)
    assert without_marks(text, (TextMention(at, at + len(mark), ("l",)),)) == said
