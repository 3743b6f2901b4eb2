"""The papers that a corpus has for a draft are those of the equations, whatever fails."""

import asyncio
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from corpus_papers import in_corpus
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading_samples import Texts, sample, text_of
from slow_choice import choose_slowly
from word_counts import CorpusInMemory, WordCounts

from citeloom.actions.context import Context
from citeloom.actions.corpus import draft_search
from citeloom.actions.corpus.draft_search import CorpusSearch, fetch_texts
from citeloom.actions.corpus.found_references import FoundReferences
from citeloom.corpus.lines import Lines
from citeloom.corpus.reading import records_in
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.port import NoProgress
from citeloom.methods.task import DraftText
from citeloom.models.embedders.port import unit_rows
from citeloom.papers.collection import CorpusError
from citeloom.papers.paper import Paper
from citeloom.settings import UserSettings
from embedding_answers import vector_of
from projects import SHARED

DRAFT = DraftText("a b", "c", "abstract")
WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=3).map(" ".join)


def corpus_of(titles: Sequence[str], embedder: WordCounts | None) -> CorpusInMemory:
    """Return a corpus of papers whose titles end in numbers of their own, so that none is twice."""
    numbered = {f"p{at}": f"{title} {at:03}" for at, title in enumerate(titles)}
    return CorpusInMemory(
        {name: in_corpus(name, own, "") for name, own in numbered.items()}, embedder
    )


def search(
    corpus: CorpusInMemory,
    parameters: CitegeistParameters,
    draft: DraftText = DRAFT,
    left_out: Sequence[Paper] = (),
) -> FoundReferences:
    searching = CorpusSearch(corpus, corpus.embedder, parameters, left_out)
    return asyncio.run(searching.find(draft, Context(), NoProgress(), fetch=False))


@given(
    st.lists(WORDS, min_size=1, max_size=20),
    st.integers(1, 2),
    st.sampled_from([0.0, 0.3, 1.0]),
)
def test_the_shortlist_is_that_of_a_slow_direct_computation(
    titles: list[str], breadth: int, w: float
) -> None:
    corpus = corpus_of(titles, WordCounts(4))
    given_ = CitegeistParameters(breadth=breadth, diversity=w)
    found = search(corpus, given_)

    names = [*corpus.kept]
    texts = [corpus.kept[name].text for name in names]
    rows = unit_rows(
        np.array([vector_of(text, 4) for text in [f"{DRAFT.title}\n{DRAFT.abstract}", *texts]])
    )
    query, *vectors = rows.astype(float)
    near = np.array([round(float(row @ query), 12) for row in vectors])
    pool = sorted(range(len(names)), key=lambda at: (-near[at], names[at]))[: 6 * breadth]
    between = np.array([[float(vectors[i] @ vectors[j]) for j in pool] for i in pool])
    np.fill_diagonal(between, 1.0)
    longlist = [pool[at] for at in choose_slowly(near[pool], between, 3 * breadth, w)]
    best = sorted(longlist, key=lambda at: -near[at])[:breadth]
    assert [paper.id for paper in found.papers] == [names[at] for at in best]
    assert (found.by, found.warnings) == ("word-counts", ())


def test_an_embedder_is_asked_again_about_the_longlist_alone() -> None:
    embedder = WordCounts(16)
    corpus = corpus_of(["parsing trees", "parsing drafts", "parsing graphs", "parsing words"], None)
    search(replace(corpus, embedder=embedder), CitegeistParameters(breadth=1, nearer_than=0))
    asked = [text for use, text in embedder.asked if use == "text"]
    assert len(set(asked)) == 4
    assert len(asked) == 4 + 3


def test_words_are_searched_where_the_embedder_fails_or_is_another_one() -> None:
    corpus = corpus_of(["parsing trees", "parsing"], None)
    draft = DraftText("parsing", "trees", "abstract")
    by_words = search(corpus, CitegeistParameters(), draft)
    assert (by_words.by, by_words.warnings) == ("words", ())
    failing = replace(corpus, embedder=WordCounts(4, fails=True))
    found = search(failing, CitegeistParameters(), draft)
    assert found.papers == by_words.papers
    assert found.by == "words"
    assert any("the corpus was searched by words: the endpoint" in own for own in found.warnings)
    other = WordCounts(4, name="another")
    searching = CorpusSearch(failing, other, CitegeistParameters())
    found = asyncio.run(searching.find(draft, Context(), NoProgress(), fetch=False))
    assert {paper.id for paper in found.papers} == {paper.id for paper in by_words.papers}


def test_each_paper_comes_once_and_the_drafts_own_and_those_left_out_do_not() -> None:
    records = [
        in_corpus("one", "Parsing of drafts in an editor", "a", doi="10.1/1"),
        in_corpus("arxiv:1", "Parsing of Drafts in an Editor", "a", arxiv_id="2001.00001"),
        in_corpus("own", "A  B", "a b c"),
        in_corpus("out", "Ranking of a sentence in drafts", "a", doi="10.1/2"),
        in_corpus("bare", "", "a b c"),
    ]
    corpus = CorpusInMemory({record.id: record for record in records}, WordCounts(8))
    unwanted = Paper("doi:10.1/2", doi="10.1/2", title="Ranking")
    found = search(corpus, CitegeistParameters(), left_out=[unwanted])
    assert len(found.papers) == 1 and found.papers[0].id in ("one", "arxiv:1")


def test_a_corpus_without_anything_that_fits_is_an_error() -> None:
    with pytest.raises(CorpusError, match="no paper in the corpus matches the draft"):
        search(CorpusInMemory({}), CitegeistParameters())


FIELDS = ("parsing trees sentences", "galaxies stars night", "proteins cells membranes")


def corpus_of_fields(number: int) -> CorpusInMemory:
    """Return a corpus whose papers are alike within a field, and have one word of all others."""
    titles = [f"{FIELDS[at % 3]} study word{at % 7}" for at in range(number)]
    return corpus_of(titles, None)


def test_what_is_no_nearer_than_papers_are_by_chance_is_left_out_and_told() -> None:
    near = DraftText("parsing trees", "we study sentences of trees", "abstract")
    given_ = CitegeistParameters(breadth=30, nearer_than=0.6)
    found = search(corpus_of_fields(60), given_, near)
    assert len(found.papers) == 20
    assert all("parsing" in paper.title for paper in found.papers)
    (said,) = found.warnings
    assert said.startswith("20 of 30 papers asked for are closer to the draft than")
    everything = search(corpus_of_fields(60), given_.model_copy(update={"nearer_than": 0.0}), near)
    assert (len(everything.papers), everything.warnings) == (30, ())
    with pytest.raises(CorpusError, match="no paper in the corpus matches the draft"):
        search(corpus_of_fields(60), given_, DraftText("A study of bridges", "", "title"))


def test_of_few_papers_nothing_is_left_out_by_chance() -> None:
    draft = DraftText("A study of bridges", "", "title")
    assert len(search(corpus_of_fields(30), CitegeistParameters(), draft).papers) == 10


@pytest.mark.shared("arxiv-metadata", "abstracts")
def test_of_real_corpora_a_draft_gets_many_papers_of_its_own_field_and_few_of_others() -> None:
    lines = records_in(Lines(SHARED / "arxiv-metadata/sample.jsonl"))
    arxiv = {record.id: record for _, record in lines if isinstance(record, Paper)}
    with gzip.open(SHARED / "abstracts/acl-anthology-2016-on.jsonl.gz", "rt") as file:
        said = [json.loads(line) for line in islice(file, 0, None, 12)]
    known = [(own["title"], own["abstract"]) for own in said if own["title"] and own["abstract"]]
    acl = [in_corpus(f"acl{at}", *own) for at, own in enumerate(known)]
    given_ = CitegeistParameters(depth=0)

    def number_found(corpus: Iterable[Paper], draft: Paper) -> int:
        others = {record.id: record for record in corpus if record is not draft}
        text = DraftText(draft.title, draft.abstract, "abstract")
        try:
            return len(search(CorpusInMemory(others), given_, text).papers)
        except CorpusError:
            return 0

    of_others = [number_found(arxiv.values(), draft) for draft in arxiv.values()]
    assert sum(of_others) / len(of_others) < 2.5
    of_its_own = [number_found(acl, draft) for draft in acl[::200]]
    assert sum(of_its_own) / len(of_its_own) > 8


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sets(st.integers(0, 11)),
    st.sampled_from([0.0, 0.3, 1.0]),
    st.booleans(),
)
def test_pages_count_for_their_own_paper_whichever_full_texts_fail(
    monkeypatch: pytest.MonkeyPatch, with_text: set[int], diversity: float, embedded: bool
) -> None:
    task, _ = sample(12, 0)
    records = {
        paper.id: in_corpus(paper.id, paper.title, paper.abstract, doi=paper.doi)
        for paper in task.references
    }
    kept = {
        name: text_of(paper) for at, (name, paper) in enumerate(records.items()) if at in with_text
    }
    monkeypatch.setattr(draft_search, "kept_texts", lambda *_: Texts(kept))
    corpus = CorpusInMemory(records, WordCounts(16) if embedded else None)
    parameters = CitegeistParameters(breadth=4, diversity=diversity)
    ranked = []
    rank = draft_search.rank_paper
    monkeypatch.setattr(
        draft_search, "rank_paper", lambda *given_: ranked.append(rank(*given_)) or ranked[-1]
    )
    searching = CorpusSearch(corpus, corpus.embedder, parameters)
    found = asyncio.run(searching.find(task.draft, Context(), NoProgress(), fetch=False))
    assert len({paper.id for paper in found.papers}) == 4
    for own in ranked:
        assert bool(own.pages) == (own.paper.id in kept)
        assert all(own.paper.title in page.text for page in own.pages)
    best = sorted(ranked, key=lambda own: -own.score)[:4]
    assert [paper.id for paper in found.papers] == [own.paper.id for own in best]


def test_full_texts_that_cannot_be_fetched_end_nothing(tmp_path: Path) -> None:
    context = Context(user=UserSettings(data_folder=tmp_path))
    papers = [Paper("own", title="A paper without any identifier")]
    said = asyncio.run(fetch_texts(papers, context, NoProgress()))
    assert said == ["0 of 1 full texts were fetched"]
