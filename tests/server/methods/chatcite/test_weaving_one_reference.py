"""One new reference into a paragraph: what is asked, what is used of the answers, what it costs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from citeloom.grounding.closest_text import closest_text
from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.extractive.method import Extractive
from citeloom.methods.port import KeptElements, MethodFault, Parameters, Ports
from citeloom.methods.result import CitationMark, Sentence, SentenceKind
from citeloom.methods.task import DraftText
from citeloom.methods.verify import verify_weave
from citeloom.methods.weaving import Change, Weave, WeavingTask
from citeloom.models.cost import Cost
from citeloom.models.memo import Memo
from citeloom.models.port import AnswerError, Question
from citeloom.models.simulated_run import SimulatedModel, SimulatedRun
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Author, Paper
from stand_in_model import StandIn
from virtual_time import timed

DRAFT = DraftText("A tool", "We present a tool that writes related work.", "abstract")


def paper(number: int, topic: str = "parsing") -> Paper:
    return Paper(
        f"doi:10.1/{number}",
        (f"key{number}",),
        f"Work {number} on {topic}",
        (Author(f"Family{number}"),),
        2000,
        abstract=f"We study {topic} in setting {number}. It reaches high accuracy on {topic}.",
    )


def sentence(text: str, *papers: Paper) -> Sentence:
    marks = [CitationMark((one.id,)) for one in papers]
    return Sentence((text, *marks, "."), SentenceKind.AUTHOR, ())


def task() -> WeavingTask:
    old = (paper(1), paper(2))
    return WeavingTask(
        DRAFT,
        paper(3),
        (
            sentence("Parsing is hard "),
            sentence("Many parse ", old[0]),
            sentence("Others rank ", old[1]),
        ),
        old,
    )


BEFORE = ("Parsing is hard.", "Many parse [P1].", "Others rank [P2].")

New = tuple[int, str]
"""A new sentence, and the number of the standing ones before it."""


class Scripted(StandIn):
    """Answers with the paragraph and these new sentences in it; all else as a stand-in."""

    def __init__(
        self, *samples: Sequence[New], votes: Sequence[int] = (1,), before: Sequence[str] = BEFORE
    ) -> None:
        super().__init__()
        self.samples, self.votes, self.before = samples, votes, before

    async def ask(self, question: Question[Any]) -> Any:
        if question.step == "key elements":
            return await super().ask(question)
        self.asked.append(question)
        if question.step == "votes":
            best = self.votes[question.sample % len(self.votes)]
            versions = question.messages[-1].text.split("Version ")[1:]
            said = [text.partition(" [")[0] for _, text in self.samples[best - 1]]
            of_it = (place for place, version in enumerate(versions, 1) if said[0] in version)
            return question.answer.model_validate({"best": next(of_it, 1), "reason": ""})
        sentences = list(self.before)
        for after, text in reversed(self.samples[question.sample % len(self.samples)]):
            sentences.insert(after, text)
        try:
            return question.reader.read(" ".join(sentences), cut_off=False)
        except ValueError as error:
            raise AnswerError(str(error), "") from None


def new(text: str, cites: str, after: int = 0) -> New:
    return after, f"{text[:-1]} [{', '.join(cites.split())}]."


def run(model: StandIn, given: WeavingTask | None = None, **parameters: Any) -> tuple[Weave, float]:
    given = given or task()
    weave, seconds = timed(
        ChatCite.weaver.weave(
            given, ChatCiteParameters.model_validate(parameters), Ports(model=model)
        )
    )
    verify_weave(weave, given)
    return weave, seconds


def cost(parameters: ChatCiteParameters) -> Cost:
    async def weave(model: SimulatedModel) -> None:
        await ChatCite.weaver.weave(task(), parameters, Ports(model=model))

    return SimulatedRun("", "", Memo(None)).cost(weave)


def is_known(
    paper: Paper,
    kept: KeptElements,
    model_name: str = "stand-in",
    language: str = "en",
    **parameters: bool,
) -> bool:
    """Tell whether a model of this name is not asked for the key elements of a paper."""
    model = Scripted([new("It parses.", "P3")])
    model.name = model_name
    given = replace(task(), draft=replace(DRAFT, language=language), paper=paper)
    own = ChatCiteParameters.model_validate(parameters)
    timed(ChatCite.weaver.weave(given, own, Ports(model=model, elements=kept)))
    return "key elements" not in model.calls


@pytest.mark.parametrize(
    ("parameters", "calls", "chain"),
    [
        ({}, {"key elements": 1, "increments": 2, "votes": 3}, 3),
        ({"n_samples": 5, "n_votes": 4}, {"key elements": 1, "increments": 5, "votes": 4}, 3),
        ({"n_samples": 1}, {"key elements": 1, "increments": 1}, 2),
        ({"votes": "none"}, {"key elements": 1, "increments": 1}, 2),
    ],
)
def test_calls_and_chain_are_those_of_the_formula(
    parameters: dict[str, Any], calls: dict[str, int], chain: int
) -> None:
    model = Scripted([new("It parses.", "P3")])
    _, seconds = run(model, **parameters)
    assert dict(model.calls) == calls
    given = ChatCiteParameters.model_validate(parameters)
    expected = cost(given)
    assert {one.step: one.calls for one in expected.steps if one.calls} == calls
    assert expected.chain == chain
    assert seconds == pytest.approx(1)  # the stand-in's second for key elements


def test_kept_key_elements_are_not_asked_for_again() -> None:
    class Kept:
        def __init__(self) -> None:
            self.kept: dict[str, tuple[KeyElement, ...]] = {}

        def get(self, paper: Paper) -> tuple[KeyElement, ...]:
            return self.kept.get(paper.id, ())

        def put(self, paper: Paper, elements: Any) -> None:
            self.kept[paper.id] = tuple(elements)

    kept, model = Kept(), Scripted([new("It parses.", "P3")])
    for _ in range(2):
        timed(
            ChatCite.weaver.weave(task(), ChatCiteParameters(), Ports(model=model, elements=kept))
        )
    assert model.calls["key elements"] == 1
    assert model.calls["increments"] == 4
    assert is_known(paper(3), kept)
    assert not is_known(paper(3), kept, language="de")
    assert is_known(paper(3), kept, language="de")
    assert not is_known(paper(3), kept, "another model", "de")
    assert not is_known(paper(3, "ranking"), kept)
    assert not is_known(paper(4), kept)
    assert not is_known(paper(3), kept, key_elements=False)


def test_the_model_sees_the_paragraph_with_ids() -> None:
    model = Scripted([new("It parses.", "P3")])
    run(model)
    asked = next(one for one in model.asked if one.step == "increments")
    text = asked.messages[-1].text
    assert "Parsing is hard . Many parse [P1]. Others rank [P2]." in text
    assert "P3" in text


def test_the_candidate_with_most_votes_wins() -> None:
    samples = [new("One is it.", "P3", 1)], [new("Two are it.", "P3", 2)]
    assert run(Scripted(*samples, votes=(2, 1, 2)))[0].changes[0].after == 2
    assert run(Scripted(*samples, votes=(2, 1, 1)))[0].changes[0].after == 1


def test_new_sentences_come_where_the_answer_has_them_with_their_sources() -> None:
    answer = [new("First of all, it parses.", "P3", 0), new("They do both.", "P3 P1", 2)]
    changes = run(Scripted(answer))[0].changes
    assert [one.after for one in changes] == [0, 2]
    assert [one.sentence.cites for one in changes] == [
        ("doi:10.1/3",),
        ("doi:10.1/3", "doi:10.1/1"),
    ]
    assert {one.paper for one in changes[1].sentence.evidence} == {"doi:10.1/3", "doi:10.1/1"}


def test_a_sentence_alone_comes_behind_the_closest() -> None:
    (change,) = run(Scripted([new("It parses.", "P3")], before=()))[0].changes
    assert change.after == 1


def test_what_the_answer_says_anew_of_others_changes_nothing() -> None:
    before = ("Parsing is easy.", "Many rank [P1].", "Others rank [P2].")
    (change,) = run(Scripted([new("It parses.", "P3", 3)], before=before))[0].changes
    assert change.after == 3


def test_sentences_on_other_papers_and_unknown_ids_are_left_out() -> None:
    answer = [new("Others differ.", "P1", 1), new("It parses it.", "P3 P99", 1)]
    (change,) = run(Scripted(answer))[0].changes
    assert change.sentence.cites == ("doi:10.1/3",)
    assert "P99" not in change.sentence.text


def test_an_answer_without_the_new_paper_is_an_error() -> None:
    with pytest.raises(AnswerError, match="P3"):
        run(Scripted([new("Others differ.", "P1", 1)]))


def test_commands_and_links_are_left_out_and_said() -> None:
    answer = [new("It \\input{/etc/passwd} parses, see https://evil.example/x now.", "P3", 1)]
    weave, _ = run(Scripted(answer))
    assert weave.changes[0].sentence.text == "It parses, see now."
    assert weave.warnings


def test_without_a_model_a_statement_follows_the_closest_sentence() -> None:
    given = WeavingTask(
        DRAFT,
        paper(3, "ranking of sentences"),
        (sentence("Parsing is hard"), sentence("Ranking is hard"), sentence("Roads end")),
    )
    weave, _ = timed(Extractive.weaver.weave(given, Parameters(), Ports()))
    verify_weave(weave, given)
    (change,) = weave.changes
    assert change.after == 2
    assert "ranking of sentences" in change.sentence.text
    assert change.sentence.evidence


def test_the_closest_text_shares_the_rarest_words() -> None:
    texts = ["We parse trees.", "We rank sentences of papers.", "We count cars."]
    assert closest_text(paper(1, "sentences"), texts) == 1
    assert closest_text(paper(1, "trees"), texts) == 0
    assert closest_text(Paper("x", title="zzz"), texts) == 2


def change(after: int, *papers: Paper) -> Weave:
    given = Sentence(
        ("New ", CitationMark(tuple(one.id for one in papers))), SentenceKind.AUTHOR, ()
    )
    return Weave((Change(after, given),))


@pytest.mark.parametrize(
    ("weave", "said"),
    [
        (change(1, paper(1)), "does not cite"),
        (change(1, paper(3), paper(9)), "unknown papers"),
        (change(4, paper(3)), "do not fit"),
        (change(-1, paper(3)), "do not fit"),
    ],
)
def test_a_method_at_fault_is_found_out(weave: Weave, said: str) -> None:
    with pytest.raises(MethodFault, match=said):
        verify_weave(weave, task())
