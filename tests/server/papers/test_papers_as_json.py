"""Papers as the store keeps them: versions of the program read each other's lines."""

import json
from types import MappingProxyType

import pytest

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Author, Paper
from citeloom.papers.paper_json import (
    field_from_column,
    field_to_column,
    found_from_json,
    found_to_json,
    outcome_from_json,
    outcome_to_json,
)

# These lines were written by version 0.1.0, which read and wrote every field by hand.
# It wrote a licence too, which is left out (see below).
PAPER_LINE = (
    '{"id":"doi:10.1/x","sources":{"title":"crossref","abstract":"s2","authors":"crossref"},'
    '"title":"Parsing “trees” — für alle","authors":[["van der Berg","Jörg"],["The Team",""]],'
    '"year":2019,"venue":"ACL","type":"article","doi":"10.1/x","arxiv_id":"1901.00001",'
    '"s2_id":"abc","pmid":"12","acl_id":"P19-1","abstract":"We parse.\\nTrees \\"well\\" \\\\o/."}'
)
CITED_LINE = '{"id":"title:cited","sources":{}}'
FOUND_LINE = (
    f'{{"paper":{PAPER_LINE},"references":[{CITED_LINE}],'
    '"notices":[["retraction","10.1/r","2020-01-02","crossref"],["correction","","",""]],'
    '"published":"10.1/pub","pdf":"https://a.example/x.pdf"}'
)
LEAST_LINE = f'{{"paper":{CITED_LINE},"references":[],"notices":[],"published":"","pdf":""}}'
OUTCOME_LINE = (
    f'{{"status":"ambiguous","how":"title","candidates":[{CITED_LINE},{PAPER_LINE}],'
    f'"misdirected":{CITED_LINE},"failures":[["s2","answers 503"]]}}'
)
NOTHING_LINE = '{"status":"failed","how":"","candidates":[],"misdirected":null,"failures":[]}'
AUTHORS_COLUMN = '[["van der Berg", "Jörg"], ["The Team", ""]]'

PAPER = Paper(
    "doi:10.1/x",
    title="Parsing “trees” — für alle",
    authors=(Author("van der Berg", "Jörg"), Author("The Team")),
    year=2019,
    venue="ACL",
    type="article",
    doi="10.1/x",
    arxiv_id="1901.00001",
    s2_id="abc",
    pmid="12",
    acl_id="P19-1",
    abstract='We parse.\nTrees "well" \\o/.',
    sources=MappingProxyType({"title": "crossref", "abstract": "s2", "authors": "crossref"}),
)
CITED = Paper("title:cited")
FOUND = Found(
    PAPER,
    (CITED,),
    (
        Notice(NoticeKind.RETRACTION, "10.1/r", "2020-01-02", "crossref"),
        Notice(NoticeKind.CORRECTION),
    ),
    "10.1/pub",
    "https://a.example/x.pdf",
)
OUTCOME = Outcome(
    PAPER,
    Status.AMBIGUOUS,
    "title",
    (FOUND,),
    (CITED, PAPER),
    CITED,
    (Failure("s2", "answers 503"),),
)
NOTHING = Outcome(CITED, Status.FAILED)


@pytest.mark.parametrize(("found", "line"), [(FOUND, FOUND_LINE), (Found(CITED), LEAST_LINE)])
def test_what_a_service_said_is_written_and_read_as_before(found: Found, line: str) -> None:
    assert found_to_json(found) == line
    assert found_from_json(line) == found


@pytest.mark.parametrize(("outcome", "line"), [(OUTCOME, OUTCOME_LINE), (NOTHING, NOTHING_LINE)])
def test_how_a_search_ended_is_written_and_read_as_before(outcome: Outcome, line: str) -> None:
    assert outcome_to_json(outcome) == line
    assert outcome_from_json(line, outcome.paper, outcome.found) == outcome


def test_authors_are_written_and_read_as_before() -> None:
    assert field_to_column(PAPER.authors) == AUTHORS_COLUMN
    assert field_from_column("authors", AUTHORS_COLUMN) == PAPER.authors


def test_what_is_read_cannot_be_changed() -> None:
    paper = found_from_json(FOUND_LINE).paper
    assert isinstance(paper.sources, MappingProxyType)
    assert isinstance(paper.authors, tuple)


def test_keys_of_a_project_are_not_written_down() -> None:
    assert found_to_json(Found(Paper("title:cited", keys=("mine",)))) == LEAST_LINE


def test_what_a_later_version_adds_is_left_out() -> None:
    line = json.dumps({**json.loads(FOUND_LINE), "of_the_future": 1})
    assert found_from_json(line) == FOUND


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        LEAST_LINE.replace('"id":', '"name":'),
        FOUND_LINE.replace('"retraction"', '"rumour"'),
        FOUND_LINE.replace("2019", '"in spring"'),
    ],
)
def test_what_is_no_such_line_is_an_error(line: str) -> None:
    with pytest.raises(ValueError):
        found_from_json(line)
