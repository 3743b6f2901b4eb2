"""Outlines of taxonomies: as they are shown, and as a tired author gives them back."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeloom.actions.writing.outline.reading import DEEPEST, ReadOutline, read_outline
from citeloom.actions.writing.outline.text import INSTRUCTIONS, one_line, outline_text
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.papers.paper import Paper
from citeloom.problem import Severity
from projects import sample

FILE = Path("paper/.citeloom/related.outline")


def paper(name: str, title: str = "") -> Paper:
    return Paper(name, (name,), title)


PAPERS = tuple(map(paper, "abcdef"))
TAXONOMY = Taxonomy(
    (
        Topic(
            "Parsing",
            topics=(Topic("Dependencies", ("a", "b")), Topic("Constituents", ("c",))),
        ),
        Topic("Tagging", ("d", "e", "f")),
    )
)
OUTLINE = sample("outlines_outline")


def read(text: str, papers: tuple[Paper, ...] = PAPERS) -> ReadOutline:
    return read_outline(text, papers, FILE)


def shape(text: str) -> object:
    """Return the topics of an outline without an error: names, papers, what is inside."""
    found = read(text)
    assert found.errors == ()

    def of(topic: Topic) -> object:
        inner = [of(narrower) for narrower in topic.topics]
        return (topic.name, "".join(topic.papers), *([inner] if inner else []))

    return [of(topic) for topic in found.taxonomy.topics]


def said(text: str, papers: tuple[Paper, ...] = PAPERS) -> list[str]:
    return [
        f"{problem.place.line if problem.place else 0} {problem.severity.value}: {problem.message}"
        for problem in read(text, papers).problems
    ]


def test_a_taxonomy_is_shown_by_keys_and_titles() -> None:
    papers = (
        Paper("doi:1", ("li2024",), "ChatCite: LLM Agent\nwith Human Workflow"),
        Paper("doi:2", ("see2017",), "Get To The Point: " + "Summarization " * 9),
        Paper("doi:3", ("old",)),
    )
    taxonomy = Taxonomy((Topic("Agents", ("doi:1", "doi:2")),))
    assert outline_text(taxonomy, papers) == (
        "Agents\n"
        "  - li2024: ChatCite: LLM Agent with Human Workflow\n"
        "  - see2017: Get To The Point: Summarization Summarization Summarization "
        "Summarization …\n"
        "[not written about]\n"
        "  - old\n"
    )


def test_an_outline_gives_its_taxonomy() -> None:
    assert outline_text(TAXONOMY, PAPERS) == OUTLINE
    assert read(INSTRUCTIONS + OUTLINE) == ReadOutline(TAXONOMY, (), ())


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ("A\n- a\n- b\nB\n- c", [("A", "ab"), ("B", "c")]),
        ("A\n\n* a\n• b\n– c", [("A", "abc")]),
        ("A\n\t- a\n\tB\n\t\t- b", [("A", "a", [("B", "b")])]),
        ("\ufeffA\r\n  - a\r\n\r\nB\r\n  - b\r\n", [("A", "a"), ("B", "b")]),
        ("A\r  - a\rB\r  - b", [("A", "a"), ("B", "b")]),
        ("A\n  - a\n      - b\n    - c", [("A", "abc")]),
        ("A\n    B\n        - a\n  C\n    - b", [("A", "", [("B", "a"), ("C", "b")])]),
        ("A\n  B\n    - a\n  - b", [("A", "b", [("B", "a")])]),
        ("A\n  - a\n- b", [("A", "ab")]),
        ("A\n\u00a0\u00a0- a", [("A", "a")]),
        ("A\n  -a\n  -  b  ", [("A", "ab")]),
        ("A\n  - \\cite{a, b}\n  - \\citep[see][2]{c}\n  - [d]", [("A", "abcd")]),
        ("A\n  - a, b: two of them", [("A", "ab")]),
        ("A\n  - a: b, c", [("A", "a")]),
        ("A\n  - A: other capitals", [("A", "a")]),
        ("# A\nB\n  # - a\n  % - b\n  - c # not a comment", [("B", "c")]),
        ("\\# A\n  - a\n\\- B\n  - b\nC#\n  - c", [("# A", "a"), ("- B", "b"), ("C#", "c")]),
        ("?\n  - a", [("", "a")]),
        ("A\n---\n  - a\n  -", [("A", "a")]),
        ("A   of\tB\u2028C\n  - a", [("A of B C", "a")]),
        ("Überblick – 関連研究 – نص\n  - a", [("Überblick – 関連研究 – نص", "a")]),
        ("A\n  - a\n[ Not  written about ]:\n- b\nB\n  - c", [("A", "a"), ("B", "c")]),
    ],
    ids=[
        *("bullets as in Markdown", "other bullets", "tabs", "a mark of Windows", "an old Mac"),
        *("papers further in", "uneven topics", "a paper after a topic", "a paper at the border"),
        *("spaces that do not break", "narrow bullets", "cite commands", "two keys in a line"),
        *("a title with commas", "capitals", "comments", "signs before names", "no name yet"),
        *("lines without anything", "spaces in names", "other scripts", "left out on purpose"),
    ],
)
def test_what_a_tired_author_types_is_understood(given: str, becomes: object) -> None:
    assert shape(given) == becomes


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("A\n  - a\n  - x", "3 error: 'x' is not the key of a paper to write about"),
        ("A\n  - a\nB\n  - a", "4 error: 'a' is already on line 2"),
        ("- a\nA\n  - b", "1 error: 'a' is not under a topic"),
        ("", "0 error: the outline has no papers"),
        ("A\nB", "0 error: the outline has no papers"),
        ("A\n  - a\nB", "3 warning: the topic 'B' is left out: it has no papers"),
        ("A\n  - a", "0 note: 5 papers are not written about: b, c, d, e, f"),
        (
            "".join(f"{' ' * level}T\n" for level in range(DEEPEST + 3)) + " " * 40 + "- a",
            f"{DEEPEST + 1} error: topics are nested more than {DEEPEST} levels deep",
        ),
    ],
    ids=[
        *("an unknown key", "a key twice", "no topic", "nothing", "topics alone"),
        *("a topic without papers", "missing", "too deep"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(given: str, problem: str) -> None:
    found = said(given)
    assert any(each.startswith(problem) for each in found), found


def test_a_key_like_it_is_proposed() -> None:
    papers = (paper("li2024chatcite"), paper("see2017"))
    found = read("A\n  - li2024chatcit: ChatCite\n  - see2017", papers)
    assert [problem.advice for problem in found.errors] == ["did you mean li2024chatcite?"]


def test_keys_like_the_first_wrong_ones_are_looked_for_and_no_others() -> None:
    lines = "".join(f"  - li2024chatci{number}\n" for number in range(30))
    found = read(f"A\n{lines}", (paper("li2024chatcite"),))
    advised = [problem.advice.startswith("did you mean") for problem in found.errors]
    assert advised == [True] * 20 + [False] * 10


def test_what_earlier_versions_wrote_of_papers_of_other_topics_is_not_read() -> None:
    assert shape("A\n  - a\nB\n  - b\n  + a") == [("A", "a"), ("B", "b")]


def test_problems_have_the_range_of_their_line() -> None:
    text = "A\r\n  - a\r\n\t  - nobody: title \r\n"
    (problem,) = read(text).errors
    assert problem.place is not None and problem.place.span is not None
    assert problem.place.span.of(text) == "- nobody: title"


NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=20).map(one_line)
KEYS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Z", "Cf"), exclude_characters=",{}\\"),
    min_size=1,
    max_size=8,
)


@st.composite
def taxonomies(draw: st.DrawFn) -> tuple[Taxonomy, tuple[Paper, ...]]:
    keys = draw(st.lists(KEYS, min_size=1, max_size=12, unique_by=str.casefold))
    papers = tuple(Paper(f"id {key}", (key,), draw(NAMES)) for key in keys)
    left = [known.id for known in papers]

    def topic(depth: int) -> Topic | None:
        taken = [left.pop() for _ in range(draw(st.integers(0, 3))) if left]
        inner = [topic(depth + 1) for _ in range(draw(st.integers(0, 2)) if depth < 4 else 0)]
        topics = tuple(filter(None, inner))
        name = draw(NAMES)
        return Topic(name, tuple(taken), topics) if taken or topics else None

    topics = tuple(filter(None, (topic(1) for _ in range(draw(st.integers(1, 3))))))
    return Taxonomy(topics), papers


@given(taxonomies())
def test_an_outline_that_nobody_edits_gives_the_same_taxonomy(
    made: tuple[Taxonomy, tuple[Paper, ...]],
) -> None:
    taxonomy, papers = made
    text = outline_text(taxonomy, papers)
    found = read(INSTRUCTIONS + text, papers)
    if taxonomy.topics:
        assert found.taxonomy == taxonomy and found.problems == ()
    held = set(taxonomy.all_papers())
    assert set(found.left_out) == {known.id for known in papers} - held
    for other in (text.replace("\n", "\r\n"), text.replace("  ", "\t"), f"\ufeff{text}"):
        assert read(other, papers).taxonomy == found.taxonomy


LINES = st.lists(
    st.tuples(
        st.sampled_from(["", " ", "  ", "    ", "\t", " \t", "\t\t"]),
        st.sampled_from(["- ", "* ", "+ ", "", "", "# ", "\\", "["]),
        st.sampled_from([*"abcdefx", "Topic", "?", "", "a, b", "[not written about]", "\u2028"]),
    ).map("".join),
    max_size=16,
).map("\n".join)


@given(st.one_of(LINES, st.text(max_size=60)))
@example("- a\n" * 3)
def test_no_paper_is_lost_whatever_is_typed(text: str) -> None:
    found = read(text)
    held = found.taxonomy.all_papers()
    assert sorted([*held, *found.left_out]) == [known.id for known in PAPERS]
    if not found.errors:
        named = {key for problem in found.problems for key in re.findall(r"\w+", problem.message)}
        _, *asked_for = re.split(r"not written about", text)
        assert set(found.left_out) <= named | {*"".join(asked_for)}
        assert held
        again = read(outline_text(found.taxonomy, PAPERS))
        assert again.taxonomy == found.taxonomy
    assert all(problem.rule == "outline" for problem in found.problems)
    assert found.errors == tuple(p for p in found.problems if p.severity is Severity.ERROR)
