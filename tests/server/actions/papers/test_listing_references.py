"""The references of a project: where each is cited, what lies unused, what is known about each."""

from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.actions.papers.reference_facts import ReferenceFacts, ReferenceState, facts_of
from citeloom.actions.papers.references import ListedReference, ReferenceList, list_references
from citeloom.actions.writing.section import chosen_at
from citeloom.draft.project import Project
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import Form, FullText
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.searches import keep_outcome
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import ResolvedEntry
from projects import make_project, sample

ABSTRACT = "We plant ash trees in rows and count every one of them twice a year."
THESIS = sample("listing_references_thesis").replace("ABSTRACT", ABSTRACT)


@pytest.fixture
def context() -> Context:
    return Context()


def listed(folder: Path, fixture: str = THESIS) -> ReferenceList:
    return list_references(open_project(make_project(folder, fixture), Context()).project)


def by_key(found: ReferenceList) -> dict[str, ListedReference]:
    assert len({one.key for one in found.references}) == len(found.references)
    return {one.key: one for one in found.references}


def test_references_come_as_they_are_cited_then_the_others(tmp_path: Path) -> None:
    found = listed(tmp_path)
    keys = [one.key for one in found.references]
    assert keys == ["yew", "oak", "ash", "box", "lost", "fir", "elm"]
    assert by_key(found)["lost"].entry is None
    assert by_key(found)["fir"].nocited and not by_key(found)["fir"].cited
    assert not by_key(found)["elm"].nocited and by_key(found)["elm"].title == "Elm Trees"


def test_each_place_has_its_section_and_chapter(tmp_path: Path) -> None:
    found = listed(tmp_path)
    headings = [(one.title, one.chapter) for one in found.headings]
    assert headings == [("Trees", "Trees"), ("Rows", "Trees"), ("Rows", "Shrubs")]
    of = by_key(found)
    assert [one.heading for one in of["yew"].cited] == [None]
    assert [one.heading for one in of["oak"].cited] == [0, 1]
    assert [one.heading for one in of["ash"].cited] == [1, 1, 1], "a subsection is its section's"
    (at,) = of["box"].cited
    assert (at.heading, at.document.path.name, at.span.of(at.document.text)) == (
        2,
        "second.tex",
        "box",
    )


def test_words_of_an_entry_are_plain(tmp_path: Path) -> None:
    ash = by_key(listed(tmp_path))["ash"]
    assert (ash.title, ash.people) == ("Ash Trees", "Lee 2020")
    assert ash.keywords == ("trees", "Rows", "Ökologie")


def test_a_bibliography_by_hand_and_nocite_of_all(tmp_path: Path) -> None:
    found = listed(
        tmp_path,
        sample("listing_references_bibliography_by_hand_nocite"),
    )
    assert [one.key for one in found.references] == ["ash", "elm"]


def test_a_bib_file_alone_has_references_that_nothing_cites(tmp_path: Path) -> None:
    bib = tmp_path / "refs.bib"
    bib.write_text("@misc{ash, title = {Ash}}\n@misc{, title = {No key}}\n")
    found = list_references(open_project(bib, Context()).project)
    assert [(one.key, one.cited) for one in found.references] == [("ash", ())]


def test_what_would_be_written_about_at_a_place(tmp_path: Path) -> None:
    main = make_project(tmp_path, THESIS)
    opened = open_project(main, Context())
    source = opened.project.documents[main]
    at = chosen_at(opened, source, offset=source.text.index("In rows"))
    assert (at.origin, at.keys, at.in_own_text) == ("chapter", (), ("oak", "ash", "ASH"))
    whole = chosen_at(opened, source)
    assert whole.origin == "document" and "box" in whole.keys


def facts(entry: ResolvedEntry, project: Project, context: Context) -> ReferenceFacts:
    with closing(PaperReader(context.user.store, project.root)) as reader:
        return facts_of((entry,), project, context, reader)[entry.entry.key]


def known(folder: Path, outcome: Outcome | None = None, form: Form | None = None) -> ReferenceFacts:
    fixture = THESIS.replace("{Oak Trees}", "{Oak Trees}, doi = {10.1000/oak}, eprint = {x}")
    project = open_project(make_project(folder, fixture), Context()).project
    entry = project.entry("oak")
    assert entry is not None
    context = Context()
    (paper,) = papers_of((entry,))
    with Store.open(context.user.store) as store:
        if outcome is not None:
            store.write(keep_outcome, paper, replace(outcome, paper=paper))
    if form is not None:
        search = TextSearch(FullText(form))
        FullTextCache(context.user.full_texts).put(Kept(paper.id, date(2026, 1, 1), search))
    return facts(entry, project, context)


OTHER = Paper("doi:10.1000/other", title="Another Tree", doi="10.1000/other")
OAK = Paper("doi:10.1000/oak", title="Oak Trees", doi="10.1000/oak", sources={"title": "crossref"})


def found_with(*notices: Notice) -> Outcome:
    return Outcome(OAK, Status.MATCHED, "DOI", (Found(OAK, notices=notices),))


@pytest.mark.parametrize(
    ("outcome", "state"),
    [
        (None, ReferenceState.NO_ABSTRACT),
        (found_with(Notice(NoticeKind.RETRACTION, source="crossref")), ReferenceState.RETRACTED),
        (found_with(Notice(NoticeKind.CORRECTION, source="crossref")), ReferenceState.NO_ABSTRACT),
        (Outcome(OAK, Status.AMBIGUOUS, candidates=(OAK, OTHER)), ReferenceState.AMBIGUOUS),
        (Outcome(OAK, Status.NOT_FOUND), ReferenceState.NOT_FOUND),
        (
            Outcome(OAK, Status.MATCHED, "DOI", (Found(replace(OAK, title="Oak Treez")),)),
            ReferenceState.DIFFERS,
        ),
        (Outcome(OAK, Status.NOT_FOUND, misdirected=OTHER), ReferenceState.WRONG_IDENTIFIER),
    ],
)
def test_the_gravest_thing_is_said_first(
    tmp_path: Path, outcome: Outcome | None, state: ReferenceState
) -> None:
    oak = known(tmp_path, outcome)
    assert oak.state is state
    assert oak.candidates == (2 if state is ReferenceState.AMBIGUOUS else 0)
    assert [one.name for one in oak.links] == ["DOI"]


def test_abstract_and_full_text_say_where_they_are_from(tmp_path: Path, context: Context) -> None:
    oak = known(tmp_path, form=Form.LATEX)
    assert (oak.state, oak.full_text) == (ReferenceState.FULL_TEXT, "LaTeX source")
    assert oak.abstract_from == ""
    FullTextCache(context.user.full_texts).clear()
    assert known(tmp_path).full_text == ""
    project = open_project(tmp_path / "main.tex", context).project
    ash = project.entry("ash")
    assert ash is not None
    of_ash = facts(ash, project, context)
    assert (of_ash.state, of_ash.abstract_from) == (ReferenceState.ABSTRACT, "the .bib file")


def test_a_store_that_cannot_be_used_leaves_what_the_bib_says(
    tmp_path: Path, context: Context
) -> None:
    project = open_project(make_project(tmp_path, THESIS), context).project
    context.user.store.parent.mkdir(exist_ok=True)
    context.user.store.mkdir()
    ash = project.entry("ash")
    assert ash is not None
    assert facts(ash, project, context).state is ReferenceState.ABSTRACT
