"""The equations of CKMA and of ChatCite: what each question shows of what was answered before."""

import re
from collections.abc import Sequence
from typing import Any

from citeloom.methods.modelled.written_text import add_marks
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.models.port import Question
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

SEVEN = task(7)
QUOTED = re.compile(r'<(quoted-\w+) id="(?P<id>\w+)">\n(?P<text>.*?)\n</\1>', re.DOTALL)


def shown_ids(question: Question[Any]) -> list[str]:
    """Return the short ids of the papers that a question quotes."""
    found = [quote["id"] for quote in QUOTED.finditer(question.messages[-1].text)]
    return [short for short in found if short != "draft"]


def written(question: Question[Answer], words: str, cites: Sequence[str]) -> Answer:
    paragraph = {"topic": "", "sentences": [add_marks(words, cites)]}
    return question.answer.model_validate({"paragraphs": [paragraph]})


class OfCkma(StandIn):
    """Answers with graphs, summaries and texts that can be told apart."""

    candidates = ("a b c d.", "a b x y.", "a b c d e f g h.")

    async def ask(self, question: Question[Answer]) -> Answer:
        number = self.calls[question.step] + 1
        self.asked.append(question)  # type: ignore[arg-type]
        if question.step == "minigraph":
            types = {"head_type": "Task", "tail_type": "Task"}
            relation = {"head": f"G{number}", "relation": "Compare", "tail": "x", **types}
            return question.answer.model_validate({"relations": [relation]})
        if question.step == "chunk summaries":
            return written(question, f"M{number} sums up.", shown_ids(question))
        return written(question, self.candidates[number - 1], [f"P{n}" for n in range(1, 8)])


class OfChatCite(StandIn):
    """Writes texts with numbers of their own, and votes for what ``likes`` most."""

    likes = ("S3", "S5", "S2")

    async def ask(self, question: Question[Answer]) -> Answer:
        self.asked.append(question)  # type: ignore[arg-type]
        said = question.messages[-1].text
        if question.step == "increments":
            number = self.calls["increments"]
            cites = sorted({*shown_ids(question), *re.findall(r"\bP\d+\b", so_far(question))})
            return written(question, f"Text S{number} is here.", cites)
        if question.step == "votes":
            versions = re.findall(r"Text (S\d+)", said)
            liked = next((own for own in self.likes if own in versions), versions[0])
            best = versions.index(liked) + 1
            return question.answer.model_validate({"reason": "", "best": best})
        title = re.search(r"Work \d", said)
        owner = title[0] if title else "draft"
        elements = {name: f"{name} of {owner}" for name in question.answer.model_fields}
        return question.answer.model_validate(elements)


def so_far(question: Question[Any]) -> str:
    """Return the text so far that a turn shows."""
    return question.messages[-1].text.partition("The text so far:")[2].partition("Notes on what")[0]


def asked(name: str, model: StandIn, **switches: object) -> tuple[dict[str, list[Any]], Result]:
    """Return the questions of a run by their steps, and its result."""
    method = method_named(name)
    parameters = method.parameters.model_validate(switches)
    result, _ = timed(method.write(SEVEN, parameters, Ports(model=model)))
    steps = {step: [own for own in model.asked if own.step == step] for step in model.calls}
    return steps, result


def test_equation_1_each_graph_comes_from_the_last_one_and_a_chunk() -> None:
    steps, result = asked("ckma", OfCkma())
    chunks = [["P1", "P2", "P3"], ["P4", "P5", "P6"], ["P7"]]
    assert [shown_ids(question) for question in steps["minigraph"]] == chunks
    graphs = [
        re.findall(r"G\d - Compare -> x", own.messages[-1].text) for own in steps["minigraph"]
    ]
    # O1 = G(C1); O2 = G(R(O1), C2); O3 = G(R(O2), C3)
    assert graphs == [[], ["G1 - Compare -> x"], ["G2 - Compare -> x"]]
    assert result.trace["minigraph"] == ["G3 - Compare -> x"]


def test_equation_2_each_chunk_is_summed_up_along_the_last_graph() -> None:
    steps, result = asked("ckma", OfCkma())
    summaries = steps["chunk summaries"]
    assert [shown_ids(own) for own in summaries] == [["P1", "P2", "P3"], ["P4", "P5", "P6"], ["P7"]]
    for question in summaries:
        said = question.messages[-1].text
        assert SEVEN.draft.abstract in said
        assert re.findall(r"G\d - Compare -> x", said) == ["G3 - Compare -> x"]
    assert len(result.trace["chunk_summaries"]) == 3


def test_equation_3_each_expert_reads_all_summaries_in_an_order_of_its_own() -> None:
    steps, _ = asked("ckma", OfCkma())
    orders = [re.findall(r"\bM\d", own.messages[-1].text) for own in steps["experts"]]
    assert len(orders) == len(set(map(tuple, orders))) == 3
    assert all(sorted(order) == ["M1", "M2", "M3"] for order in orders)
    rest = {
        (own.messages[0].text, *sorted(own.messages[-1].text.split("\n\n")))
        for own in steps["experts"]
    }
    assert len(rest) == 1, "experts differ by the order alone"
    for question in steps["experts"]:
        assert SEVEN.draft.abstract in question.messages[-1].text
        assert "G3 - Compare -> x" in question.messages[-1].text
    rules = {own.messages[0].text.partition("\n\n")[0] for step in steps for own in steps[step]}
    assert len(rules) == 2, "the prompt is the one of the chunk summaries"


def test_equation_4_the_text_that_shares_most_words_with_the_others_is_taken() -> None:
    _, result = asked("ckma", OfCkma())
    candidates = result.trace["candidates"]
    # Recall of the others' words: (2/4 + 4/8), (2/4 + 2/8), (4/4 + 2/4)
    assert [own["agreement"] for own in candidates] == [1.0, 0.75, 1.5]
    assert [own["chosen"] for own in candidates] == [False, False, True]
    (sentence,) = result.paragraphs[0].sentences
    assert sentence.text.startswith("a b c d e f g h")


def test_without_paths_one_text_is_written_from_the_abstracts_in_their_order() -> None:
    steps, _ = asked("ckma", OfCkma(), paths=False)
    assert set(steps) == {"minigraph", "experts"}
    (question,) = steps["experts"]
    titles = re.findall(r"Work (\d) on", question.messages[-1].text)
    assert titles == [str(number) for number in range(7)]


def test_without_the_router_the_seed_picks() -> None:
    def chosen(seed: int) -> int:
        method = method_named("ckma")
        given = task(7, seed=seed)
        parameters = method.parameters.model_validate({"router": False})
        result, _ = timed(method.write(given, parameters, Ports(model=OfCkma())))
        return [own["chosen"] for own in result.trace["candidates"]].index(True)

    picked = [chosen(seed) for seed in range(12)]
    assert set(picked) == {0, 1, 2}
    assert picked == [chosen(seed) for seed in range(12)]


def test_the_prompts_of_the_extractor_are_the_questions_and_the_text() -> None:
    # P_e = [Q_e, C]
    steps, _ = asked("chatcite", OfChatCite())
    extracting = steps["key elements"]
    assert len({own.messages[0] for own in extracting}) == 1
    assert len(re.findall(r'^- "\w+": .+\?$', extracting[0].messages[0].text, re.MULTILINE)) == 7
    abstracts = [SEVEN.draft.abstract, *(paper.abstract.strip() for paper in SEVEN.references)]
    assert len(extracting) == len(abstracts)
    for question, abstract in zip(extracting, abstracts, strict=True):
        assert abstract.split(". ")[0] in question.messages[-1].text


def test_each_turn_continues_each_kept_text_by_one_reference() -> None:
    # S'_i = {G(D_g, pro, ref_i, s, n_s), s in S_i-1}, with n_c = 2 and n_s = 2
    steps, result = asked("chatcite", OfChatCite(), n_keep=2)
    drafts = steps["increments"]
    turns = [drafts[:2], *(drafts[2 + 4 * at : 6 + 4 * at] for at in range(6))]
    for number, turn in enumerate(turns, start=1):
        for question in turn:
            assert shown_ids(question) == [f"P{number}"]
            assert f"methodology of Work {number - 1}" in question.messages[-1].text
            assert "methodology of draft" in question.messages[-1].text
    texts = [[re.findall(r"S\d+", so_far(own)) for own in turn] for turn in turns]
    # S_0 is empty; votes prefer S2 to S1, and of S3 to S6 they like S3.
    assert texts[:2] == [[[], []], [["S2"], ["S2"], ["S1"], ["S1"]]]
    assert texts[2] == [["S3"], ["S3"], ["S4"], ["S4"]]
    assert [len(own["candidates"]) for own in result.trace["turns"]] == [2, 4, 4, 4, 4, 4, 4]


def test_votes_are_counted_and_the_texts_with_most_are_kept() -> None:
    # E_i = E(D_e, S'_i); S_i = {S_t, t in Sort(E_i)(1, n_c)}; the last one returns its argmax
    steps, result = asked("chatcite", OfChatCite(), n_keep=2, n_votes=3)
    assert len(steps["votes"]) == 3 * 7
    first, second = result.trace["turns"][:2]
    # Votes are numbers of candidates, whatever place a vote was shown them at: S2, then S3.
    assert (first["votes"], first["best"]) == ([2, 2, 2], 1)
    assert (second["votes"], second["best"]) == ([1, 1, 1], 0)
    last = result.trace["turns"][-1]
    (chosen,) = re.findall(r"S\d+", last["candidates"][last["best"]])
    (sentence,) = result.paragraphs[0].sentences
    assert chosen in sentence.text


def test_the_asked_length_is_divided_over_the_chunks() -> None:
    steps, _ = asked("ckma", OfCkma())
    lengths = {
        step: {re.findall(r"at most (\d+) words", own.messages[0].text)[0] for own in steps[step]}
        for step in ("chunk summaries", "experts")
    }
    # 25 words a reference, three chunks
    assert lengths == {"chunk summaries": {"58"}, "experts": {"175"}}


def test_the_guidance_of_the_summarizer() -> None:
    steps, _ = asked("chatcite", OfChatCite())
    rules = " ".join({own.messages[0].text for own in steps["increments"]}).replace("\n", " ")
    for guidance in (
        "relates to your own paper and to the references that are there",
        "Keep every reference that it mentions already, with what is said of it",
    ):
        assert guidance in " ".join(rules.split())
