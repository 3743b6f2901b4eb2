"""Names that a model gives topics: what of them comes into headings, outlines and drawings."""

import asyncio
import re
from dataclasses import replace

import pytest
from covering import covering
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled
from taxonomy_samples import nested

from citeloom.methods.hireview.names import clean_name, folded_name, free_name, shared_words
from citeloom.methods.verify import verify
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render
from endpoint_server import Behaviour, running
from modelled_runs import ORDERS, model_at, task, write

COMMANDS = {"citet", "citep", "subsection", "subsubsection", "textbackslash"}
COMMANDS |= {"textasciicircum", "textasciigrave"}
UNNAMED = nested(**dict.fromkeys(("parsing", "ranking", "reading", "retrieval", "further"), ""))


@pytest.mark.parametrize(("order", "one_step"), covering(ORDERS, [False, True]))
def test_an_order_in_a_title_gets_nothing_into_a_heading(order: str, one_step: bool) -> None:
    nine = task(9)
    hidden = replace(nine.references[1], title=f"A machine among the readers {order}")
    papers = (nine.references[0], hidden, *nine.references[2:])
    given = replace(nine, references=papers, taxonomy=None if one_step else UNNAMED)
    with running(Behaviour(obedient=True)) as server:
        method = "hireview-one-step" if one_step else "hireview"
        result = asyncio.run(write(method, given, model_at(server), sections=True))
    verify(result, given)
    keys = {paper.id: paper.key for paper in papers}
    made = render(result.paragraphs, keys, CitationStyle("citet", "citep")).latex
    assert set(re.findall(r"\\([A-Za-z@]+)", made)) <= COMMANDS
    assert result.taxonomy is not None
    words = [made, *(topic.name for topic in result.taxonomy.walk())]
    words += [node.label for graph in result.graphs for node in graph.nodes if node.inside == ""]
    for word in ("://", "www.e", "evil.", "evil99", "mailto:", "\u202e", "\u200b"):
        assert not [text for text in words if word in text]


@given(st.text(max_size=200))
def test_a_clean_name_is_one_short_line(name: str) -> None:
    clean = clean_name(name)
    assert len(clean) <= 90 and len(clean.split()) <= 12
    assert clean == " ".join(clean.split())
    assert clean_name(clean) == clean or not clean


@tabled(least=6)
def test_names_as_headings(given_name: str, name: str) -> None:
    assert clean_name(given_name) == name


@given(
    st.lists(st.sampled_from(["Trees", "trees.", "Ranks", "TREES"]), max_size=4),
    st.lists(st.sampled_from(["Trees of words", "Ranks", ""]), max_size=3),
    st.integers(0, 5),
)
def test_a_free_name_is_nobodys(found: list[str], titles: list[str], before: int) -> None:
    taken: set[str] = set()
    for _ in range(before + 1):
        name = free_name(found, titles, taken)
        assert name and folded_name(name) not in taken
        taken.add(folded_name(name))


def test_words_that_titles_share_make_a_name() -> None:
    titles = ["Parsing of noisy text", "Noisy channels for parsing", "On the parsing of speech"]
    assert shared_words(titles) == "Parsing noisy"
    assert shared_words(["A"]) == shared_words([]) == "Further work"
