"""Groups, leads and lengths."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.vectors import Vector, similar_pairs, similarities, tf_idf
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    group_papers,
    reading_order,
    without_small,
)
from citeloom.methods.extractive.arranging.leads import lead
from citeloom.methods.extractive.arranging.nouns import as_topic, is_noun_phrase
from citeloom.methods.extractive.arranging.outline import outline
from citeloom.methods.extractive.arranging.phrases import phrases_of, shared_phrases
from citeloom.methods.extractive.candidates import candidates, profiles
from citeloom.methods.result import CitationMark, SentenceKind
from citeloom.papers.paper import Paper

PAPERS = [
    Paper("a", title="Dependency parsing", year=2019, abstract="We study dependency parsing."),
    Paper("b", title="Image captioning", year=2015, abstract="We study image captioning."),
    Paper("c", title="Fast dependency parsing", year=2016, abstract="Dependency parsing is slow."),
    Paper("d", title="Neural image captioning", abstract="We improve image captioning."),
]

PHRASES = phrases_of(one for paper in PAPERS for one in candidates(paper))


@pytest.mark.parametrize(
    ("papers", "asked", "count"),
    [(1, None, 1), (4, None, 1), (12, None, 3), (60, None, 10), (3, 9, 3), (9, 2, 2)],
)
def test_group_count(papers: int, asked: int | None, count: int) -> None:
    assert group_count(papers, asked) == count


def test_similar_papers_stand_together() -> None:
    assert group_papers(profiles(PAPERS)[0], 2) == [[0, 2], [1, 3]]


def test_groups_without_a_common_word_are_still_made_as_asked() -> None:
    papers = [Paper(name, title=name * 5) for name in "abcdef"]
    assert sorted(len(group) for group in group_papers(profiles(papers)[0], 3)) == [2, 2, 2]


WEIGHTS = st.sampled_from([0.25, 0.5, 1.0, 0.3])
VECTORS = st.lists(st.dictionaries(st.sampled_from("abcdef"), WEIGHTS, max_size=4), min_size=1)


@given(VECTORS)
def test_the_likeness_of_all_pairs_is_that_of_those_that_share_a_term(
    vectors: list[Vector],
) -> None:
    found = similarities(vectors)
    rows = similar_pairs(vectors)
    assert found.tolist() == [
        [row.get(other, 0.0) for other in range(len(vectors))] for row in rows
    ]


def test_a_lone_paper_joins_the_group_most_like_it() -> None:
    found = profiles(PAPERS)[0]
    assert without_small([[0, 2], [1], [3]], found) in ([[0, 1, 2, 3]], [[0, 1, 2], [3]])
    assert without_small([[0], [2], [1, 3]], found)[0][:2] == [0, 1]


def test_the_group_closest_to_the_draft_comes_last() -> None:
    found, idf = profiles(PAPERS)
    assert by_closeness([[0, 2], [1, 3]], found, tf_idf(["dependency"], idf))[-1] == [0, 2]


def test_older_papers_come_first_and_undated_ones_after_their_likes() -> None:
    assert reading_order([0, 1, 2, 3], profiles(PAPERS)[0]) == [1, 3, 2, 0]


@pytest.mark.parametrize(
    "phrase",
    ["dependency parsing", "neural machine translation", "hate speech", "language models",
     "question answering", "unsupervised learning", "word embeddings"],
)  # fmt: skip
def test_noun_phrases(phrase: str) -> None:
    assert is_noun_phrase(phrase.split())


@pytest.mark.parametrize(
    "phrase",
    ["novel", "significantly better", "propose parsing", "proposed method", "the parser",
     "neural", "parallel", "training parallel", "results", "translation task",
     "using parsing", "state-of-the-art results"],
)  # fmt: skip
def test_no_noun_phrases(phrase: str) -> None:
    assert not is_noun_phrase(phrase.split())


def test_an_address_says_nothing_of_a_topic() -> None:
    text = "We parse trees, see https://www.example.org/trees-of-words for our code."
    ((profile,), _) = profiles([Paper("a", title="Parsing", abstract=text)])

    assert {"parse", "tree"} <= profile.vector.keys()
    assert profile.vector.keys().isdisjoint(["http", "https", "www", "example", "org"])


def test_topics_need_no_article() -> None:
    assert as_topic({"Machine Translation": 3, "machine translation": 1}) == "machine translation"
    assert as_topic({"language model": 2}) == "language models"
    assert as_topic({"language model": 2, "language models": 1}) == "language models"


def test_the_lead_names_what_the_abstracts_share() -> None:
    shared = shared_phrases(["a", "c"], PHRASES, len(PAPERS))[0]
    assert shared.text == "dependency parsing"
    written = lead(shared, 0, 2, closest=False, turn=0)
    assert written.kind is SentenceKind.LEAD
    assert written.parts == (
        "One line of work addresses dependency parsing",
        CitationMark(("a", "c")),
        ".",
    )
    assert [one.sentence for one in written.evidence] == [
        "We study dependency parsing.",
        "Dependency parsing is slow.",
    ]


def test_papers_that_share_nothing_have_no_lead() -> None:
    assert shared_phrases(["a", "b"], PHRASES, len(PAPERS)) == []


def shared_by(*papers: Paper) -> list[str]:
    phrases = phrases_of(one for paper in papers for one in candidates(paper))
    return [one.text for one in shared_phrases([one.id for one in papers], phrases, len(papers))]


def about(*topics: str) -> list[Paper]:
    return [
        Paper(f"{at}", title=f"On {topic}", abstract=f"We write about {topic} by means of rules.")
        for at, topic in enumerate(topics)
    ]


@pytest.mark.parametrize(
    ("group", "others"),
    [
        (["hate speech", "hate speech", "image captions"], []),
        (["hate speech", "hate speech"], ["hate speech", "image captions"]),
        (["neural networks", "neural networks"], ["image captions"]),
    ],
    ids=["a part of the group", "the whole field", "any field"],
)
def test_what_does_not_tell_a_group_from_others_is_no_lead(
    group: list[str], others: list[str]
) -> None:
    papers = about(*group, *others)
    phrases = phrases_of(one for paper in papers for one in candidates(paper))
    names = [paper.id for paper in papers[: len(group)]]
    assert shared_phrases(names, phrases, len(papers)) == []


def test_one_word_is_a_lead_where_all_titles_have_it() -> None:
    titled = about("verification", "verification")
    third = Paper("c", title="Checks", abstract="We study verification. Verification is hard.")
    assert shared_by(*titled) == ["verification"]
    assert shared_by(*titled, third) == []


@pytest.mark.parametrize(
    ("phrase", "titles", "abstracts"),
    [
        ("calculations", ["Free energy calculations", "Binding energy calculations"],
         ["We speed up free energy calculations.", "We do binding energy calculations."]),
        ("hosts", ["A host–guest model", "New host–guest systems"],
         ["We study a new host–guest pair.", "We describe host–guest binding."]),
        ("hate speech", ["Hate speech online", "A corpus of tweets"],
         ["We study hate speech.", "We present a corpus of hate speech."]),
        ("shared tasks", ["FEVER Shared Task", "SIGMORPHON Shared Task"],
         ["We describe shared tasks.", "We report on shared tasks."]),
    ],
    ids=["end of longer terms", "half of a pair", "in one of two titles", "any field"],
)  # fmt: skip
def test_what_does_not_name_what_papers_are_about_is_no_lead(
    phrase: str, titles: list[str], abstracts: list[str]
) -> None:
    papers = [
        Paper(title, title=title, abstract=abstract)
        for title, abstract in zip(titles, abstracts, strict=True)
    ]
    assert phrase not in shared_by(*papers)


def test_one_word_is_a_lead_in_a_form_that_papers_use() -> None:
    texts = ("The proteinase prefers trypsin over others.", "Molecules bind trypsin and others.")
    titles = ("A study of trypsin", "Selective guests of trypsin")
    papers = (
        Paper(title, title=title, abstract=text) for title, text in zip(titles, texts, strict=True)
    )
    assert "trypsins" not in shared_by(*papers)


def test_what_could_name_another_group_as_well_is_no_lead() -> None:
    papers = about(*["hate speech"] * 3, *["dialogue corpora"] * 4, *["image captions"] * 3)
    for at in (3, 4):
        aside = f"{papers[at].abstract} Hate speech occurs in dialogue corpora."
        papers[at] = replace(papers[at], abstract=aside)
    sentences = [found for paper in papers for found in candidates(paper)]
    groups = outline(profiles(papers)[0], sentences, {}, 3)
    assert sorted(len(group.papers) for group in groups) == [3, 3, 4]
    assert "hate speech" not in [group.shared.text for group in groups if group.shared]


def test_a_lead_does_not_overlap_with_an_earlier_one() -> None:
    papers = about(*["barrier certificates"] * 3, *["barrier functions"] * 3)
    found, _ = profiles(papers)
    sentences = [one for paper in papers for one in candidates(paper)]
    groups = outline(found, sentences, {}, 2)
    assert [group.shared is None for group in groups] == [False, True]


@pytest.mark.parametrize(
    ("draft", "is_lead"), [({"verification": 1.0}, False), ({}, True)], ids=["its field", "another"]
)
def test_one_word_for_the_drafts_whole_field_is_no_lead(
    draft: dict[str, float], is_lead: bool
) -> None:
    aside = "We write image captions. Verification is left out."
    papers = about(*["verification"] * 3, *["image captions"] * 3)
    papers.append(Paper("aside", title="On image captions", abstract=aside))
    sentences = [found for paper in papers for found in candidates(paper)]
    groups = outline(profiles(papers)[0], sentences, draft, 2)
    texts = [group.shared.text for group in groups if group.shared]
    assert ("verification" in texts) == is_lead


@pytest.mark.parametrize("count", [9, 40, 41, 60, 168])
def test_groups_are_of_a_size_to_be_read(count: int) -> None:
    topics = [f"{word} {thing}" for word in ("hate", "legal", "poetry") for thing in ("speech",)]
    papers = about(*[topics[at % 3] for at in range(count)])
    found, _ = profiles(papers)
    sizes = [len(group.papers) for group in outline(found, [], {}, None)]
    assert sum(sizes) == count
    assert max(sizes) <= 10
    assert len(sizes) <= 6 or count > 40


def test_a_single_paragraph_has_no_lead() -> None:
    papers = about(*["barrier certificates"] * 3)
    found, _ = profiles(papers)
    sentences = [one for paper in papers for one in candidates(paper)]
    assert [group.shared for group in outline(found, sentences, {}, None)] == [None]


def test_a_phrase_counts_where_another_noun_follows_if_it_stands_alone_elsewhere() -> None:
    assert shared_by(
        Paper("a", abstract="We present a model for multi-document summarization."),
        Paper("b", abstract="We present a large multi-document summarization dataset."),
    ) == ["multi-document summarization"]


def test_a_part_of_a_phrase_is_no_phrase() -> None:
    assert shared_by(
        Paper("a", abstract="We speed up neural machine translation."),
        Paper("b", abstract="We study neural machine reading."),
    ) == []  # fmt: skip


def test_titles_make_a_term_of_words_that_say_little() -> None:
    abstracts = ("We generate related work for drafts.", "We study how related work is written.")
    titles = ("Writing Related Work", "A Survey of Related Work Generation")
    assert shared_by(*(Paper(text, abstract=text) for text in abstracts)) == []
    assert shared_by(
        *(Paper(text, title=title, abstract=text)
          for title, text in zip(titles, abstracts, strict=True))
    ) == ["related work"]  # fmt: skip


def test_a_lead_on_many_papers_cites_six_of_them_as_examples() -> None:
    papers = [
        Paper(f"p{at}", title="Hate speech" if at % 2 else "", abstract="We detect hate speech.")
        for at in range(9)
    ]
    phrases = phrases_of(one for paper in papers for one in candidates(paper))
    shared = shared_phrases([paper.id for paper in papers], phrases, len(papers))[0]
    written = lead(shared, 1, 3, closest=False, turn=0)
    assert written.cites == ("p0", "p1", "p2", "p3", "p5", "p7")
    assert written.text.endswith("hate speech, for example.")
    assert {one.paper for one in written.evidence} == set(written.cites)


def test_small_groups_are_dissolved_into_their_likes() -> None:
    papers = [
        Paper(f"{topic}{at}", title=topic, abstract=f"We study {topic}.")
        for topic, count in (("image captioning", 12), ("dependency parsing", 12))
        for at in range(count)
    ]
    found = profiles(papers)[0]
    groups = [[0, 12], [*range(1, 12)], [*range(13, 24)]]
    assert without_small(groups, found) == [[*range(12)], [*range(12, 24)]]


def test_a_longer_phrase_that_never_stands_alone_hides_no_shorter_one() -> None:
    papers = [
        Paper(
            name,
            title="Similes",
            abstract=f"We present a simile corpus {name}. All similes are {x}.",
        )
        for name, x in (("a", "rare"), ("b", "hard"))
    ]
    assert shared_by(*papers) == ["similes"]
