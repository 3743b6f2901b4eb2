"""Whatever a model answers: a wrong answer is called that, and what is used is safe."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from citeloom.methods.chatcite.key_elements import AnsweredElements, elements_of
from citeloom.methods.chatcite.voting import vote_among
from citeloom.methods.ckma.minigraph import AnsweredGraph, graph_of, minigraph
from citeloom.methods.graph import as_dot, as_mermaid
from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import clean_words
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
    add_marks,
    as_plain,
    change_texts,
)
from citeloom.methods.result import Paragraph, Result
from citeloom.methods.verify import verify
from citeloom.models.answers import WrongAnswerError, read_answer
from citeloom.placing.citation_style import citation_style
from citeloom.placing.render import render
from citeloom_lab.baselines.ckma import FreeGraph
from citeloom_latex.tex.scan import scan_tex
from modelled_runs import task

TASK = task(4)
IDS = ShortIds(TASK.references)
KEYS = {one.id: one.key for one in TASK.references}
STYLE = citation_style([scan_tex("")])
TYPES: tuple[type[BaseModel], ...] = (
    AnsweredGraph,
    FreeGraph,
    AnsweredElements,
    vote_among(3),
)

PIECES = st.sampled_from(
    [
        "[P1]", "[P1, P2]", "[P9]", "(P3)", "P2", "[P1 and P4]", "[[P1]]", "[P1", "P2]", "{", "}",
        "\\cite{evil}", "\\input{/etc/passwd}", "\\write18{rm}", "\\emph{x}", "\\", "$", "%", "#",
        "_", "^", "~", "&", "https://evil.example/x", "evil.example", "www.evil.example", "\x00",
        "\x1b[31m", "\u202eabc\u202c", "שלום", "مرحبا", "\u200b", "\ud800", "\ufeff", "[12]",
        "(Smith et al., 2019)", "the 2nd reference", "reference P3", ".", "!",
        "$\\alpha$", "$x_{1}^2$", "$\\evil{a}$", "O(n\\log n)", "$\\input{x}$", "\\(", "\\)", "$$",
        "fast.ai", "<quoted-9176ab12cd34", 'id="P5">', "We parse", " ", "\n\n", "\t", "é", "𝒳",
        "\U000e0041",
    ]
)  # fmt: skip
WORDS = st.one_of(st.lists(PIECES, max_size=8).map("".join), st.text(max_size=40))
CITES = st.lists(st.one_of(st.sampled_from(["P1", "P2", "P9", "evil", "", "p1"]), st.text()))
SENTENCE = st.fixed_dictionaries({"text": WORDS, "cites": CITES})
PARAGRAPH = st.fixed_dictionaries({"topic": WORDS, "sentences": st.lists(SENTENCE, max_size=4)})
TEXT = st.fixed_dictionaries({"paragraphs": st.lists(PARAGRAPH, max_size=3)})
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(max_size=9), inner)),
    max_leaves=12,
)


def read_or_wrong(text: str, kind: type[BaseModel]) -> BaseModel | None:
    try:
        return read_answer(text, kind)
    except WrongAnswerError as error:
        assert str(error)
        return None


def verified(text: WrittenText) -> tuple[Paragraph, ...]:
    read = AnswerTextReader(IDS, IDS.all).text_of(as_plain(text), cut_off=False)
    clean = change_texts(read, clean_words)
    paragraphs = assemble_paragraphs(clean, IDS, TASK).paragraphs
    cited = {paper for part in paragraphs for one in part.sentences for paper in one.cites}
    uncited = tuple(one.id for one in TASK.references if one.id not in cited)
    verify(Result(paragraphs, uncited), TASK)
    return paragraphs


@given(text=st.one_of(st.text(), JSON.map(json.dumps), WORDS), kind=st.sampled_from(TYPES))
def test_any_text_is_an_answer_or_a_wrong_one(text: str, kind: type[BaseModel]) -> None:
    read_or_wrong(text, kind)
    read_or_wrong(f"<think>{text}</think>{text}", kind)


@given(answer=TEXT, cut=st.integers(0, 200), around=WORDS)
def test_a_text_is_found_among_words_and_cut_ones_do_no_harm(
    answer: dict[str, Any], cut: int, around: str
) -> None:
    written = json.dumps(answer)
    read_or_wrong(written[: len(written) - cut], TYPES[0])
    read_or_wrong(around + written + around, TYPES[0])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(answer=TEXT)
@example({"paragraphs": [{"topic": "", "sentences": [{"text": "evil.example_", "cites": []}]}]})
def test_whatever_a_text_says_the_latex_is_safe(answer: dict[str, Any]) -> None:
    paragraphs = [
        WrittenParagraph(
            topic=part["topic"],
            sentences=[add_marks(own["text"], own["cites"]) for own in part["sentences"]],
        )
        for part in answer["paragraphs"]
    ]
    found = WrittenText(paragraphs=paragraphs)
    assert_safe(verified(found))
    assert_safe(verified(AnswerTextReader(IDS, IDS.all).text_of(json.dumps(answer), cut_off=False)))
    assert_safe(verified(AnswerTextReader(IDS, IDS.all).text_of(as_plain(found), cut_off=False)))


def assert_safe(paragraphs: tuple[Paragraph, ...]) -> None:
    latex = render(paragraphs, KEYS, STYLE).latex
    latex.encode()
    facts = scan_tex(latex)
    keys = {key.key for one in facts.citations for key in one.keys}
    assert keys <= set(KEYS.values())
    for bad in (
        "\\input",
        "\\write",
        "\\cite{evil",
        "\\evil",
        "://",
        "quoted-9176",
        "\x00",
        "\x1b",
        "\u202e",
    ):
        assert bad not in latex
    assert not re.search(r"evil\.example\b", latex)
    assert not any("\ud800" <= sign <= "\udfff" for sign in latex)


@given(answer=JSON, typed=st.booleans())
def test_any_graph_can_be_drawn(answer: object, typed: bool) -> None:
    relation = {"head": answer, "head_type": "x", "relation": "Used-For", "tail": answer}
    written = json.dumps({"relations": [{**relation, "tail_type": answer}]})
    found = read_or_wrong(written, AnsweredGraph if typed else FreeGraph)
    if isinstance(found, AnsweredGraph | FreeGraph):
        graph, _ = minigraph(found, 32)
        shown = graph_of(graph, TASK.references)
        assert as_dot(shown).count("\n") == 3 + 3 * len(graph) - _loops(graph)
        notes = sum(bool(node.detail) for node in shown.nodes)
        assert as_mermaid(shown).count("\n") == 1 + 3 * len(graph) - _loops(graph) + notes


def _loops(graph: Any) -> int:
    return sum(one.head == one.tail for one in graph)


@given(WORDS)
def test_any_element_is_one_line(words: str) -> None:
    fields = dict.fromkeys(AnsweredElements.model_fields, words.encode("utf-8", "ignore").decode())
    for one in elements_of(AnsweredElements(**fields), "m"):
        assert "\n" not in one.sentence
        assert "\u202e" not in one.sentence


@pytest.mark.parametrize(
    "text",
    [
        "{" * 1_000_000,
        "[" * 500_000 + "{" * 500_000,
        '{"a":' * 200_000,
        "<think>" * 150_000,
        "</think>" * 120_000 + "{}",
        '{"paragraphs": ' + "9" * 10_000 + "}",
        '{"paragraphs": [' + '{"topic": "t", "sentences": []},' * 30_000,
        " " * 1_000_000,
        '{"text": "' + "\\ud800" * 150_000 + '"}',
        ",   " * 250_000 + "}",
    ],
    ids=range(10),
)
def test_a_megabyte_of_nonsense_is_a_wrong_answer(text: str) -> None:
    for kind in TYPES[:2]:
        with pytest.raises(WrongAnswerError):
            read_answer(text, kind)


@pytest.mark.parametrize(
    "words",
    [
        " " * 50_000 + "x",
        "[P1] " * 10_000,
        "a [P1] " * 5_000,
        "by [P1] as ([P1] " * 4_000,
        "\\alpha" * 6_000,
        "$x$ " * 10_000,
        "$\\frac{" * 5_000,
        "P1 and Family1 " * 5_000,
        "\\a [" * 10_000,
        "\\a{" * 15_000,
        "(" * 45_000,
        "[ " * 20_000,
        "a." * 20_000,
        "https://" * 5_000,
        "P1, " * 10_000,
        "\u202e" * 45_000 + "x",
        "the 1st " * 5_000,
    ],
    ids=range(17),
)
@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_a_lot_of_one_thing_is_read_in_linear_time(words: str, times: int) -> None:
    words *= times
    verified(WrittenText(paragraphs=[WrittenParagraph(topic=words, sentences=[words])]))
    verified(AnswerTextReader(IDS, IDS.all).text_of(f"{words}\n\n{words}", cut_off=False))


@pytest.mark.parametrize(
    "signs",
    [
        *("[", "(", "{", '{"a":', "[{", '"', "\\", "\n", "x\n\n", " ", "~ ", "$", "`", "**", "&#"),
        *("[P1] ", "[1]", "\\cite{", "<cite>", "<think>", "<quoted-ab>", "```\n", "- a\n", "# A\n"),
        *("A ", "A, ", "van ", "Smith and ", "A et al. (2020) ", "(3) ", ". ", '{"text": "a "b" '),
    ],
    ids=range(32),
)
def test_a_lot_of_one_sign_is_read_in_linear_time(signs: str) -> None:
    reader = AnswerTextReader(IDS, IDS.all)
    found = reader.text_of(signs * (100_000 // len(signs)), cut_off=False)
    assert isinstance(found, WrittenText)


def test_thoughts_before_an_answer_are_not_the_answer() -> None:
    other = '{"reason": "", "best": 1}'
    for text in (
        f"<think>{other}</think>" + '{"reason": "x", "best": 2}',
        f"hm {other}</think>" + '{"reason": "x", "best": 2}',
        f"<THINKING>{other} {{ {other}</THINKING>" + '```json\n{"reason": "x", "best": "2"}\n```',
    ):
        assert read_answer(text, vote_among(2)).best == 2
    said = '{"reason": "its thoughts end by </think>", "best": 2}'
    assert read_answer(said, vote_among(2)).best == 2
