"""A paper is taken for withdrawn where its own words say so of itself."""

import tomllib

from citeloom.papers.withdrawal import (
    is_keyword_of_a_retraction,
    says_retracted,
    says_taken_back,
    says_withdrawn,
    without_mark,
)
from corpus import EXCERPTS

SENTENCES = tomllib.loads((EXCERPTS / "withdrawal.toml").read_text(encoding="utf-8"))
SAID = "We read stripes by grammars. It reads 99 percent of all stripes."


def test_a_comment_says_so() -> None:
    assert [it for it in SENTENCES["comments"] if not says_withdrawn(it)] == []
    assert [it for it in SENTENCES["other_comments"] if says_withdrawn(it)] == []


def test_an_abstract_that_takes_its_paper_back_is_known() -> None:
    before = [f"{it} {SAID}" for it in SENTENCES["before"]]
    after = [f"{SAID} {it}" for it in SENTENCES["after"]]
    abstracts = [*before, *after, *SENTENCES["instead"]]
    assert [it for it in abstracts if not says_taken_back(it)] == []


def test_what_is_said_of_other_papers_and_things_takes_nothing_back() -> None:
    of_others = SENTENCES["of_others"]
    within = [f"We read on. {it} We count them." for it in of_others]
    assert [it for it in (*of_others, *within) if says_taken_back(it)] == []


def test_an_abstract_on_the_retraction_of_another_paper_is_no_notice() -> None:
    assert says_taken_back("We prove a theorem. This article has been retracted.")
    for said in ("The article was retracted in 2010.", "The study paper has been retracted."):
        assert not says_taken_back(f"A study linked vaccines to moods. {said} We count citations.")


def test_a_compound_is_no_mark_of_retraction() -> None:
    titles = SENTENCES["titles"]
    assert {title: says_retracted(title) for title in titles} == titles


def test_a_title_loses_the_mark_of_its_retraction() -> None:
    titles = SENTENCES["unmarked"]
    assert {title: without_mark(title) for title in titles} == titles


def test_a_title_of_spaces_loses_nothing_and_takes_little() -> None:
    title = "Retracted" + " " * 200_000 + "papers"
    assert without_mark(title) == title
    assert not says_retracted(title)


def test_a_keyword_takes_back_only_where_it_is_nothing_else() -> None:
    for keywords in ("Retracted Publication, birds", "birds; retracted", "WITHDRAWN"):
        assert is_keyword_of_a_retraction(keywords)
    for keywords in ("retracted papers in law", "retraction, citations", "drug withdrawal"):
        assert not is_keyword_of_a_retraction(keywords)


def test_what_arxiv_writes_of_a_paper_says_so_wherever_it_stands() -> None:
    words = SENTENCES["of_arxiv"]
    first = [f"{it.rstrip('.')}. We read stripes by grammars." for it in words]
    last = [f"We read stripes by grammars. {it}" for it in words]
    assert [it for it in words if not says_withdrawn(it)] == []
    assert [it for it in (*first, *last) if not says_taken_back(it)] == []


def test_what_may_be_of_a_paper_that_is_studied_says_so_at_an_end() -> None:
    for words in SENTENCES["at_an_end_of_arxiv"]:
        assert says_taken_back(words)
        assert says_taken_back(f"{SAID} {words}")
        assert not says_taken_back(f"We read stripes. {words} We ask why.")


def test_a_paper_on_those_that_were_withdrawn_from_arxiv_is_not() -> None:
    words = SENTENCES["on_withdrawn_papers"]
    assert [it for it in words if says_withdrawn(it)] == []
    assert [it for it in (*words, *(f"{SAID} {it}" for it in words)) if says_taken_back(it)] == []
