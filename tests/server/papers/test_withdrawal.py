"""A paper is taken for withdrawn where its own words say so of itself."""

import pytest

from citeloom.papers.withdrawal import (
    is_keyword_of_a_retraction,
    says_retracted,
    says_taken_back,
    says_withdrawn,
    without_mark,
)


@pytest.mark.parametrize(
    "comment",
    [
        "This paper has been withdrawn",
        "Withdrawn by the authors because of an error in Lemma 2",
        "withdrawn",
        "[Withdrawn]",
        "Paper withdrawn due to a missing proof",
        "12 pages, 3 figures. This paper has been withdrawn by the author due to a sign error",
        "5 pages, This submission was withdrawn by arXiv administrators",
        "The manuscript is withdrawn.",
        "This 5-page paper has been withdrawn",
    ],
)
def test_a_comment_says_so(comment: str) -> None:
    assert says_withdrawn(comment)


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "12 pages, 3 figures",
        "An earlier version of this paper was withdrawn; this one is corrected",
        "Replaces a withdrawn paper of the same authors",
        "Supersedes arXiv:1001.0001, which has been withdrawn",
        "This paper was withdrawn from the conference and is to appear in a journal",
        "Section 4 is withdrawn",
        "We study how many papers are withdrawn",
    ],
)
def test_a_comment_on_something_else_does_not(comment: str) -> None:
    assert not says_withdrawn(comment)


SAID = "We read stripes by grammars. It reads 99 percent of all stripes."
BEFORE = (
    "RETRACTED:",
    "RETRACTED.",
    "RETRACTED ARTICLE:",
    "[RETRACTED]",
    "(Retracted)",
    "WITHDRAWN:",
    "WITHDRAWN.",
    "*** WITHDRAWN ***",
    "Withdrawn by the authors.",
    "Retraction notice:",
    "Retraction Notice.",
    "RETRACTION:",
    "Notice of Violation of IEEE Publication Principles.",
    "Withdrawal notice:",
    "This article has been retracted by the publisher.",
    "This article has been retracted: please see Elsevier Policy on Article Withdrawal.",
    "ZURÜCKGEZOGEN:",
    "RÉTRACTÉ:",
    "RETRACTADO:",
    "Retracted Paper:",
    "Retracted article -",
    "Retracted –",
    "THIS PAPER IS RETRACTED",
    "RETRACTED",
    "WITHDRAWN",
    "This version withdrawn by arXiv administrators because of a licence.",
)
AFTER = (
    "This paper has been withdrawn by the author due to a crucial error in Theorem 3.",
    "This article has been retracted at the request of the editors.",
    "We withdraw this paper because of an error.",
    "We retract this paper because of an error.",
    "This paper, which appeared in 2010, has been retracted.",
    "This paper by Smith et al. has been retracted at the request of the editor.",
    "This paper contains a crucial error in Theorem 3 and has been withdrawn.",
    "This version of the paper was later withdrawn.",
    "Due to an error, this paper (v1) is hereby withdrawn.",
    "This article has been retracted.",
    "This article has since been retracted.",
    "(This article has been retracted.)",
    "[This article was retracted in 2019.]",
    "[Retracted]",
    "RETRACTED.",
    "The authors have retracted this article.",
    "The authors retract this article.",
    "The authors wish to retract this paper.",
    "The Editor-in-Chief has retracted this article because of overlap.",
    "The publisher has withdrawn this article.",
    "The publisher has retracted the article.",
    "We hereby retract this paper.",
    "We retract this paper because the proof is wrong.",
    "We are retracting this article.",
    "This paper is being withdrawn.",
    "This paper is hereby withdrawn by the authors.",
    "The above article has been retracted by agreement between the authors and Wiley.",
    (
        "The above article from Journal of X, published online on 1 May 2010 in Wiley Online "
        "Library, has been retracted by agreement between the authors."
    ),
    'The article "Parsing stripes" has been retracted.',
    "This publication has been retracted.",
    "This study has been retracted.",
    "This work has been withdrawn.",
    "This conference paper has been retracted.",
    "This contribution was withdrawn.",
    "This chapter has been retracted.",
    "Paper withdrawn.",
    "Article retracted.",
    "Withdrawn.",
    "Withdrawn due to an error in Lemma 2.",
    "Paper withdrawn due to an error in Lemma 2.",
    "Retracted due to an error.",
    "Status: retracted.",
    "Note: This paper was withdrawn.",
    "NOTE: this paper has been withdrawn by the authors.",
    "Note added: this paper has been withdrawn.",
    "Unfortunately, this paper has been withdrawn.",
    "Following an investigation, this article has been retracted.",
    "At the request of the authors, this article has been retracted.",
    "Due to an error, this paper has been withdrawn.",
    "The paper has been withdrawn by the author.",
    "The paper is withdrawn.",
    "The submission was withdrawn.",
    "This manuscript has been formally retracted.",
    "This paper (arXiv:1234.5678) has been withdrawn.",
    "This arXiv preprint has been withdrawn.",
    "This\u00a0article has been\u00a0retracted.",
    "THIS ARTICLE HAS BEEN RETRACTED.",
    "Th\u200bis article has been retr\u200bacted.",
    "Dieser Artikel wurde zurückgezogen.",
    "Diese Arbeit wurde zurückgezogen.",
    "Der Artikel wurde von den Autoren zurückgezogen.",
    "Cet article a été rétracté.",
    "Cet article a été retiré par ses auteurs.",
    "Este artículo ha sido retractado.",
    "Este artículo ha sido retirado.",
    "Este artigo foi retratado.",
    "Questo articolo è stato ritirato.",
    "The arXiv preprint was withdrawn.",
    "This submission has now been withdrawn.",
    "该论文已被撤回。",
    "Please note that this article has been retracted.",
)
INSTEAD = (
    'Retraction of "Parsing stripes". The editors retract this article.',
    (
        "Notice of Retraction. After careful review, this paper has been found to be in "
        "violation of IEEE's Publication Principles. We hereby retract the content of this "
        "paper."
    ),
)
OF_OTHERS = (
    "Withdrawn patients were left out of the analysis.",
    "This paper has not been withdrawn.",
    "This paper hasn't yet been withdrawn by its authors.",
    "Contrary to rumours, this paper has in no way been retracted.",
    "It is not true that this paper has been withdrawn.",
    "We asked whether this paper was retracted.",
    "We never withdraw our papers.",
    "This paper was nearly withdrawn.",
    "This paper studies papers that were retracted.",
    "This paper is about trials which were retracted.",
    "This paper reports on patients whose consent was withdrawn.",
    "This article reports that funding has been withdrawn.",
    "In this letter, support was withdrawn.",
    "In our paper, samples were withdrawn at fixed times.",
    "Retracted article numbers grow.",
    "Retracted-paper detection is studied.",
    "Withdrawal of opioids is measured in 99 percent of patients.",
    "We count 99 percent of the articles that were withdrawn from journals.",
    "We present a model of landing gear, which was retracted in 99 percent of planes.",
    "Retraction of articles is rising. We count 99 notices.",
    "Retraction notices are often opaque. We read 99 of them.",
    "Retracted articles are still cited. We count 99 citations.",
    "Withdrawn drugs are still sold. We count 99 of them.",
    "Withdrawn patients have lower moods. We ask 99 of them.",
    "Retracted landing gear lowers drag. We measure 99 percent.",
    "This paper has never been retracted. We count 99 of them.",
    "The paper studies how often articles have been withdrawn.",
    "This paper studies articles that have been retracted.",
    "This paper asks why the article was retracted.",
    "We retract the fibre into the needle.",
    "Our work shows that drugs that were withdrawn are still sold.",
    "If this article is retracted, readers are told by the system.",
    "Readers are told whether this article has been retracted by a banner.",
    (
        "The Lancet published the paper in 1998. The journal has retracted the article. We "
        "trace its citations."
    ),
    "The authors have retracted papers before. We count them.",
    "This paper was withdrawn from the conference and appears here.",
    "An earlier version of this paper was withdrawn.",
    "Parents wonder why the vaccine study was retracted. This study was not retracted.",
    "This work has not been withdrawn.",
    "The authors withdrew consent. We find 99 percent.",
    "The Editor has retracted forty articles because of overlap.",
    "The publisher has withdrawn the drug.",
    "Le médicament a été retiré du marché.",
    "Das Medikament wurde vom Markt zurückgezogen.",
    "Die Truppen wurden zurückgezogen.",
    "El medicamento ha sido retirado del mercado.",
    "We study why articles are retracted and withdrawn.",
    "This paper studies retracted articles.",
    "Support was withdrawn from the villages.",
    "In this article, troops that were withdrawn from the border are counted.",
    "The article has been read, and the drug was withdrawn from the market.",
    "Authors go on citing an article after the article has been retracted.",
    "We ask how often the paper was withdrawn by its journal.",
    "The first version of this paper was withdrawn because of an error that is mended here.",
    (
        "A study linked vaccines to moods. The journal has retracted the article. We trace its "
        "citations."
    ),
)


@pytest.mark.parametrize(
    "abstract",
    [*(f"{it} {SAID}" for it in BEFORE), *(f"{SAID} {it}" for it in AFTER), *INSTEAD],
    ids=range(len(BEFORE + AFTER + INSTEAD)),
)
def test_an_abstract_that_takes_its_paper_back_is_known(abstract: str) -> None:
    assert says_taken_back(abstract)


@pytest.mark.parametrize("said", OF_OTHERS, ids=range(len(OF_OTHERS)))
def test_what_is_said_of_other_papers_and_things_takes_nothing_back(said: str) -> None:
    assert not says_taken_back(said)
    assert not says_taken_back(f"We read on. {said} We count them.")


def test_an_abstract_on_the_retraction_of_another_paper_is_no_notice() -> None:
    assert says_taken_back("We prove a theorem. This article has been retracted.")
    assert says_taken_back("The article was retracted.")
    for said in ("The article was retracted in 2010.", "The study paper has been retracted."):
        assert not says_taken_back(f"A study linked vaccines to moods. {said} We count citations.")


@pytest.mark.parametrize(
    ("title", "marked"),
    [
        ("[Retracted] Moods of Vaccines", True),
        ("Retracted - Moods of Vaccines", True),
        ("RETRACTED ARTICLE: Moods of Vaccines", True),
        ("RETRACTED Moods of Vaccines", True),
        ("Moods of Vaccines (Retracted article. See vol. 12, pg 3, 2010)", True),
        ("Moods of Vaccines [retracted]", True),
        ("ZURÜCKGEZOGEN: Launen und Impfungen", True),
        ("Rétracté : humeurs des vaccins", True),
        ("Retracted Articles and Their Citations", False),
        ("Why articles are cited (and retracted) so often", False),
        ("Retracted-Paper Detection", False),
        ("Withdrawn-Drug Effects on Moods", False),
    ],
)
def test_a_compound_is_no_mark_of_retraction(title: str, marked: bool) -> None:
    assert says_retracted(title) is marked


@pytest.mark.parametrize(
    ("title", "unmarked"),
    [
        ("RETRACTED ARTICLE: Moods of Vaccines", "Moods of Vaccines"),
        ("[Retracted] Moods of Vaccines", "Moods of Vaccines"),
        ("Moods of Vaccines (Retracted article. See vol. 12)", "Moods of Vaccines"),
        ("Retracted-Paper Detection", "Retracted-Paper Detection"),
        ("Withdrawn.", "Withdrawn."),
    ],
)
def test_a_title_loses_the_mark_of_its_retraction(title: str, unmarked: str) -> None:
    assert without_mark(title) == unmarked


def test_a_title_of_spaces_loses_nothing_and_takes_little() -> None:
    title = "Retracted" + " " * 200_000 + "papers"
    assert without_mark(title) == title
    assert not says_retracted(title)


def test_a_keyword_takes_back_only_where_it_is_nothing_else() -> None:
    for keywords in ("Retracted Publication, birds", "birds; retracted", "WITHDRAWN"):
        assert is_keyword_of_a_retraction(keywords)
    for keywords in ("retracted papers in law", "retraction, citations", "drug withdrawal"):
        assert not is_keyword_of_a_retraction(keywords)


@pytest.mark.parametrize(
    "abstract",
    [
        "The authors have requested that this preprint be withdrawn from Research Square.",
        "bioRxiv has withdrawn this preprint because it was posted twice.",
        "The full text of this preprint has been withdrawn by the authors.",
    ],
)
def test_what_servers_of_preprints_put_in_the_place_of_an_abstract_says_so(abstract: str) -> None:
    assert says_taken_back(abstract)


@pytest.mark.parametrize(
    "abstract",
    [
        "arXiv has withdrawn papers on physics, which we count.",
        "The authors have asked that this paper be read with care.",
        "The full text of this article was withdrawn from the library.",
    ],
)
def test_what_such_servers_do_besides_does_not(abstract: str) -> None:
    assert not says_taken_back(abstract)


OF_ARXIV = (
    "This paper has been withdrawn from arXiv.",
    "This paper was withdrawn from arXiv by its authors.",
    "This submission has been withdrawn by arXiv administrators.",
    "This paper has been removed by arXiv administrators because it copies another.",
    "This paper has been removed from arXiv.",
    "This preprint has been withdrawn from bioRxiv.",
    "Withdrawn from arXiv.",
    "Withdrawn from arXiv because of an error.",
    "Withdrawn by arXiv administrators.",
    "Removed by arXiv administrators because of plagiarism.",
    "arXiv admin note: withdrawn due to inappropriate text overlap with external source",
    "arXiv admin note: submission has been withdrawn by arXiv administrators due to text reuse",
    "arXiv admin note: this version has been removed by arXiv administrators due to its licence",
    "arXiv admin comment: This version has been removed by arXiv administrators.",
)
AT_AN_END_OF_ARXIV = (
    "The paper has been withdrawn from arXiv.",
    "The authors have withdrawn their manuscript from bioRxiv owing to an error.",
)
ON_WITHDRAWN_PAPERS = (
    "We study why preprints are withdrawn from arXiv.",
    "We collect papers that were withdrawn from arXiv and classify the reasons.",
    "Papers withdrawn by arXiv administrators are rare.",
    "Withdrawn preprints on arXiv: we study 14,000 of them.",
    "Withdrawn from arXiv are 0.5% of all papers, and we ask why.",
    "This paper studies papers that have been withdrawn by arXiv administrators.",
    "In this paper, articles removed by arXiv administrators are compared.",
    "This article analyses how arXiv has withdrawn papers.",
    "arXiv administrators have withdrawn hundreds of papers; we study them.",
    "This work removed noise from arXiv abstracts.",
    "This paper replaces 0704.1234, which has been withdrawn by arXiv administrators.",
    "A previous version of this paper was withdrawn from arXiv.",
    "arXiv admin note: text overlap with arXiv:1234.5678",
    "arXiv admin note: text overlap with arXiv:1234.5678, which was withdrawn",
)


@pytest.mark.parametrize("words", OF_ARXIV)
def test_what_arxiv_writes_of_a_paper_says_so_wherever_it_stands(words: str) -> None:
    assert says_withdrawn(words)
    assert says_taken_back(f"We read stripes by grammars. {words}")
    assert says_taken_back(f"{words.rstrip('.')}. We read stripes by grammars.")


@pytest.mark.parametrize("words", AT_AN_END_OF_ARXIV)
def test_what_may_be_of_a_paper_that_is_studied_says_so_at_an_end(words: str) -> None:
    assert says_taken_back(words)
    assert says_taken_back(f"{SAID} {words}")
    assert not says_taken_back(f"We read stripes. {words} We ask why.")


@pytest.mark.parametrize("words", ON_WITHDRAWN_PAPERS)
def test_a_paper_on_those_that_were_withdrawn_from_arxiv_is_not(words: str) -> None:
    assert not says_withdrawn(words)
    assert not says_taken_back(words)
    assert not says_taken_back(f"{SAID} {words}")
