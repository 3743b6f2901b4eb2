"""Whether papers say what a claim says: verdicts, supporting sentences, and doubts by kind."""

from dataclasses import replace

import pytest
from checked_papers import BIRDS, UNREAD

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.doubts import doubts_in
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.paper import Author, Paper

PARSER = Paper(
    "p:parser",
    title="Neural parsing of chess notation",
    authors=(Author("Okafor", "Ada"),),
    abstract=(
        "Chess notation is hard to read for machines. We present a recurrent neural network "
        "(RNN) that parses handwritten chess notation into legal moves. On 12,000 score sheets it "
        "reads 91.4% of all moves, without a dictionary of openings. The parser outperforms "
        "earlier systems by 3.2 points."
    ),
)


def _checker(*papers: Paper) -> SupportChecker:
    return SupportChecker(map(source_text, papers or (PARSER, BIRDS, UNREAD)))


def _kinds(text: str, *papers: str, is_own: bool = False) -> list[DoubtKind]:
    checked = _checker().check(Claim(text, papers or (PARSER.id,), is_own))
    return [doubt.kind for doubt in checked.doubts]


def test_a_supported_claim_has_its_sentences_and_no_doubt() -> None:
    text = "Okafor parses handwritten chess notation into legal moves with an RNN."
    checked = _checker().check(Claim(text, (PARSER.id,)))

    assert checked.verdict is SupportVerdict.SUPPORTED
    assert not checked.doubts
    best = checked.papers[0].sentences[0]
    assert best.sentence.text.startswith("We present a recurrent neural network")
    assert best.sentence.source == "abstract"
    assert PARSER.abstract[best.sentence.start : best.sentence.end] == best.sentence.text


def test_a_short_form_is_known_by_the_words_that_it_stands_for() -> None:
    plain = Paper("p:plain", title="", abstract="A support vector machine sorts ripe tomatoes.")
    checker = _checker(plain, BIRDS)

    assert checker.score(Claim("An SVM sorts ripe tomatoes.", (plain.id,)), plain.id) > 0.9


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A network reads 94.1% of all moves in chess notation.", DoubtKind.NUMBER),
        ("A network parses chess notation on 12,000 hours of moves.", DoubtKind.UNIT),
        (
            "The RNN parses handwritten chess notation of the CastleBase data set.",
            DoubtKind.DATA_SET,
        ),
        ("They are the first to parse handwritten chess notation.", DoubtKind.SUPERLATIVE),
        ("The RNN does not parse handwritten chess notation into legal moves.", DoubtKind.NEGATION),
        ("Flight calls of thrushes and warblers are found in recordings.", DoubtKind.OTHER_PAPER),
        ("Volcanic ash changes the albedo of glaciers in Iceland.", DoubtKind.NOTHING_OF_IT),
    ],
    ids=["number", "unit", "data set", "first", "negation", "swapped", "from nowhere"],
)
def test_each_error_is_found(text: str, kind: DoubtKind) -> None:
    assert kind in _kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "A network reads 91% of all handwritten moves in chess notation.",
        "A network reads chess notation on 12,000 score sheets.",
        "The parser of chess notation reads moves without a dictionary of openings.",
        "The chess parser outperforms earlier systems and is state of the art.",
    ],
)
def test_what_the_abstract_says_is_no_doubt(text: str) -> None:
    assert _kinds(text) == []


def test_the_paper_that_fits_better_is_named() -> None:
    text = "Flight calls of thrushes and warblers are found in recordings."
    checked = _checker().check(Claim(text, (PARSER.id,)))

    assert [doubt.papers for doubt in checked.doubts] == [(BIRDS.id,)]
    assert checked.verdict is SupportVerdict.NOT_SUPPORTED


def test_a_large_number_of_the_same_thing_is_another_one_though_a_word_stands_between() -> None:
    text = "Chess notation of 14,000 sheets is parsed into legal moves by a recurrent network."
    (doubt,) = _checker().check(Claim(text, (PARSER.id,))).doubts
    assert (doubt.kind, doubt.is_sure, doubt.instead) == (DoubtKind.NUMBER, True, ("12,000",))


@pytest.mark.parametrize(
    ("wrong", "reason", "instead"),
    [
        ("25 kHz", "the source has 25 Hz where this says 25 kHz", ()),
        ("26 Hz", "the source has 25 Hz where this says 26 Hz", ("25 Hz",)),
        ("26 hertz", "the source has 25 Hz where this says 26 hertz", ("25 Hz",)),
    ],
)
def test_a_sign_with_a_prefix_is_a_unit(wrong: str, reason: str, instead: tuple[str]) -> None:
    insects = replace(BIRDS, abstract="Insects are found by their wing beats, humming at 25 Hz.")
    text = f"Insects are found by their wing beats at {wrong}."
    (doubt,) = _checker(PARSER, insects).check(Claim(text, (insects.id,))).doubts
    assert (doubt.reason, doubt.instead) == (reason, instead)


@pytest.mark.parametrize("known", ["39/53/58 %", "39%, 53% and 58%", "39, 53 and 58 %"])
@pytest.mark.parametrize(("written", "wrong"), [("39/63/58 %", "63"), ("39, 63 and 58 %", "63")])
def test_one_wrong_number_of_a_list_of_percentages_is_found(
    known: str, written: str, wrong: str
) -> None:
    birds = replace(
        BIRDS, abstract=f"Calls of birds at three stations are found in {known} of all."
    )
    text = f"Calls of birds at three stations are found in {written} of all."
    (doubt,) = _checker(PARSER, birds).check(Claim(text, (birds.id,))).doubts
    assert (doubt.kind, text[doubt.start : doubt.end]) == (DoubtKind.NUMBER, wrong)
    (instead,) = doubt.instead
    assert instead.startswith("53")


@pytest.mark.parametrize("known", ["39/53/58 %", "39%, 53% and 58%", "39, 53 and 58 %"])
@pytest.mark.parametrize("written", ["39/53/58 %", "39, 53 and 58 percent", "39 %, 53 % and 58 %"])
def test_a_list_of_percentages_is_the_same_however_it_is_written(known: str, written: str) -> None:
    birds = replace(
        BIRDS, abstract=f"Calls of birds at three stations are found in {known} of all."
    )
    text = f"Calls of birds at three stations are found in {written} of all."
    doubts = _checker(PARSER, birds).check(Claim(text, (birds.id,))).doubts
    assert {doubt.kind for doubt in doubts} <= {DoubtKind.VERBATIM}


def test_a_number_is_not_held_against_one_that_counts_what_stands_in_another_part() -> None:
    birds = replace(BIRDS, abstract=BIRDS.abstract + " The recall is 0.81. We use 9 stations.")
    text = "Flight calls of thrushes and warblers are found with a recall of 0.71 by 9 stations."
    (doubt,) = _checker(PARSER, birds).check(Claim(text, (birds.id,))).doubts
    assert (doubt.reason, doubt.instead) == ("its abstract does not have 0.71", ())


def test_a_long_sentence_of_a_source_is_cut_between_words_in_a_reason() -> None:
    long = "Its parser reads handwritten chess notation into legal moves " + "of openings " * 40
    parser = replace(PARSER, abstract=f"{long}.")
    text = "The parser never reads handwritten chess notation into legal moves."
    (doubt,) = _checker(parser, BIRDS).check(Claim(text, (parser.id,))).doubts
    assert doubt.reason.startswith("the source says it without “never”: “Its parser reads")
    assert doubt.reason.endswith(" …”")


@pytest.mark.parametrize(
    "who",
    [
        "Okafor et al. find",
        "Okafor and Lee find",
        "Okafor's network finds",
        "The Okafor-Lee network finds",
        "The Lee–Okafor network finds",
    ],
)
def test_a_paper_whose_authors_the_sentence_names_is_meant(who: str) -> None:
    assert _kinds(f"{who} flight calls of thrushes and warblers in recordings.") == []


def test_of_a_paper_whose_title_has_words_of_the_sentence_it_is_not_sure() -> None:
    plain, titled = (
        _checker(replace(PARSER, title=title), BIRDS)
        for title in ("Reading moves", "Night recordings of flight calls")
    )
    text = "Flight calls of thrushes and warblers are found in recordings."
    sure = [it.check(Claim(text, (PARSER.id,))).doubts[0].is_sure for it in (plain, titled)]
    assert sure == [True, False]


@pytest.mark.parametrize(
    ("text", "alone", "between"),
    [
        ("Flight calls are read by machines in recordings.", [False], []),
        ("Flight calls of thrushes and warblers are found in recordings.", [True], [False]),
    ],
    ids=["perhaps", "surely"],
)
def test_between_sentences_on_the_same_paper_another_one_is_less_sure(
    text: str, alone: list[bool], between: list[bool]
) -> None:
    claims = [Claim(text, (PARSER.id,), is_between=it) for it in (False, True)]
    found = [[doubt.is_sure for doubt in _checker().check(claim).doubts] for claim in claims]

    assert found == [alone, between]


def test_the_authors_of_another_paper_do_not_count() -> None:
    text = "Lindqvist et al. find flight calls of thrushes and warblers in recordings."
    assert _kinds(text) == [DoubtKind.OTHER_PAPER]


def test_nothing_is_told_of_a_paper_without_an_abstract() -> None:
    checked = _checker().check(Claim("Openings in chess won 99% of games.", (UNREAD.id,)))

    assert checked.verdict is SupportVerdict.CANNOT_TELL
    assert not checked.doubts
    assert checked.papers[0].reason == "no abstract of it is known"


FALSE = "Okafor reads 95.2% of all moves in handwritten chess notation on MoveBank."


def test_a_paper_without_an_abstract_does_not_silence_what_another_speaks_against() -> None:
    both = (UNREAD.id, PARSER.id)
    assert _kinds(FALSE) == [DoubtKind.NUMBER, DoubtKind.NAME]
    assert _kinds(FALSE, *both) == [DoubtKind.NUMBER]
    copied = "On 12,000 score sheets it reads 91.4% of all moves, without a dictionary of openings."
    assert _kinds(copied, *both) == [DoubtKind.VERBATIM]
    # What they lack may be in the one of which nothing is known.
    assert _kinds("Finches sing songs of courtship to their neighbours.", *both) == []


def test_nothing_is_told_of_a_claim_that_says_too_little() -> None:
    checked = _checker().check(Claim("Our work is related to this.", (PARSER.id,)))

    assert checked.verdict is SupportVerdict.CANNOT_TELL
    assert not checked.doubts


def test_the_drafts_own_numbers_are_its_own() -> None:
    assert _kinds("Our parser reads 99.9% of all moves in chess notation.") == []
    assert _kinds("Chess notation is read at 99.9% of all moves.", is_own=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "The network was trained at 99 epochs on notation by machines of Tromsø in winter.",
        "The parser of H1 reads moves of handwritten chess notation into legal moves.",
        "The parser does not always outperform earlier systems on handwritten chess notation.",
    ],
    ids=["number", "label", "not always"],
)
def test_a_detail_that_an_abstract_leaves_out_is_no_doubt(text: str) -> None:
    assert _kinds(text) == []


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        (0.2, [DoubtKind.DATA_SET, DoubtKind.SUPERLATIVE]),
        (0.5, [DoubtKind.DATA_SET, DoubtKind.NAME, DoubtKind.SUPERLATIVE, DoubtKind.SUPERLATIVE]),
    ],
)
def test_names_and_praise_are_doubted_where_the_source_tells_of_the_same_thing(
    said: float, kinds: list[DoubtKind]
) -> None:
    text = "They first applied the state-of-the-art QuillNet to the CastleBase data set."
    found = doubts_in(text, [source_text(replace(PARSER, abstract="Chess is read."))], said=said)
    assert sorted(it.kind for it in found) == kinds


def test_a_number_beside_the_sources_own_is_of_something_else() -> None:
    text = "Networks parse chess notation of 12,000 sheets, later in Bergen of 14,000 sheets."
    assert _kinds(text) == []


def test_in_a_draft_on_many_papers_only_what_surely_fits_better_is_told() -> None:
    many = [
        replace(BIRDS, id=f"p:{at}", title="", abstract=f"Nothing but {at} stones.")
        for at in range(30)
    ]
    text = "Flight calls are read by machines in recordings."
    few, long = _checker(PARSER, BIRDS), _checker(PARSER, BIRDS, *many)
    claim = Claim(text, (PARSER.id,))

    assert [it.kind for it in few.check(claim).doubts] == [DoubtKind.OTHER_PAPER]
    assert not long.check(claim).doubts


def test_one_of_several_papers_is_enough() -> None:
    text = "Chess notation is parsed by an RNN into legal moves."

    assert _kinds(text, BIRDS.id, PARSER.id) == []


def test_long_verbatim_runs_are_marked_unless_they_are_quoted() -> None:
    run = "recurrent neural network (RNN) that parses handwritten chess notation into legal moves"
    text = f"Okafor presents a {run}."
    checked = _checker().check(Claim(text, (PARSER.id,)))

    assert [doubt.kind for doubt in checked.doubts] == [DoubtKind.VERBATIM]
    assert checked.doubts[0].reason.startswith("13 words in a row")
    assert _kinds(f"Okafor presents a “{run}”.") == []


def test_a_verbatim_run_may_go_on_in_the_next_sentence_of_its_source() -> None:
    text = (
        "It errs in few of all moves without a dictionary of openings, "
        "the parser outperforms earlier systems."
    )
    checked = _checker().check(Claim(text, (PARSER.id,)))

    (copied,) = [it for it in checked.doubts if it.kind is DoubtKind.VERBATIM]
    assert text[copied.start : copied.end] == (
        "of all moves without a dictionary of openings, the parser outperforms earlier systems"
    )


RUN = "dictionary of openings. The parser outperforms earlier systems by 3.2 points"


@pytest.mark.parametrize(
    ("text", "before", "after", "own"),
    [
        (
            "It reads such moves, without a dictionary of openings.",
            "",
            "The parser outperforms earlier systems by 3.2 points, as others do.",
            "moves, without a dictionary of openings",
        ),
        (
            "The parser outperforms earlier systems by 3.2 points.",
            "It reads all moves, without a dictionary of openings.",
            "",
            "The parser outperforms earlier systems by 3.2 points",
        ),
        (
            "It reads without a dictionary of openings.",
            "",
            "The parser outperforms earlier systems by 3.2 points.",
            "without a dictionary of openings",
        ),
    ],
)
def test_a_verbatim_run_may_go_on_in_the_sentences_beside(
    text: str, before: str, after: str, own: str
) -> None:
    claim = Claim(text, (PARSER.id,), before=before, after=after)
    (copied,) = _checker().check(claim).doubts
    assert copied.kind is DoubtKind.VERBATIM
    assert text[copied.start : copied.end] == own
    assert RUN in copied.reason
    assert not _checker().check(Claim(text, (PARSER.id,))).doubts


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("He plays without openings.", f"It reads the moves without a {RUN}."),
        (
            "It reads moves “without a dictionary of openings.",
            "The parser outperforms earlier systems by 3.2 points.”",
        ),
        (
            "It reads without a dictionary of openings.",
            "By 3.2 points the parser outperforms earlier systems.",
        ),
    ],
    ids=["beside alone", "quoted", "in another order"],
)
def test_what_is_copied_beside_a_sentence_is_not_its_own(text: str, after: str) -> None:
    checked = _checker().check(Claim(text, (PARSER.id,), after=after))
    assert DoubtKind.VERBATIM not in [doubt.kind for doubt in checked.doubts]


@pytest.mark.parametrize(
    "text",
    [
        "This chapter is adapted from a paper on volcanoes, glaciers, ash and albedo.",
        "Volcanoes, glaciers, ash and albedo are associative and commutative by lemma 2.4 in.",
        "Glaciers melt on Iceland.",
    ],
    ids=["points to a place", "points to a lemma", "too few words"],
)
def test_a_sentence_that_says_too_little_cannot_be_told(text: str) -> None:
    checked = _checker().check(Claim(text, (PARSER.id,)))

    assert list(checked.doubts) == []
    assert checked.verdict is SupportVerdict.CANNOT_TELL


@pytest.mark.parametrize(
    ("text", "abstract"),
    [
        (
            "Das Verfahren liest die Züge von 3.000 Partien und ist damit das erste für Schach.",
            PARSER.abstract,
        ),
        (
            "The adaptive quadrature rule reaches the full precision of the double data type.",
            "In dit proefschrift beschrijven we een klasse van numerieke methoden voor het "
            "oplossen van vergelijkingen. Ook de implementatie van de methoden wordt besproken.",
        ),
    ],
)
def test_texts_in_two_languages_are_not_compared(text: str, abstract: str) -> None:
    cited = replace(PARSER, abstract=abstract)
    checked = _checker(cited, BIRDS).check(Claim(text, (cited.id,)))

    assert checked.verdict is SupportVerdict.CANNOT_TELL
    assert not checked.doubts
    assert "another language" in checked.papers[0].reason
