"""What is found of claims by words: the same words, supporting sentences, and doubts by kind."""

from dataclasses import replace

import pytest
from checked_papers import BIRDS, UNREAD
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import Doubt, DoubtKind, Finding
from citeloom.papers.paper import Author, Paper

PARSER = Paper(
    "p:parser",
    title="Neural parsing of chess notation",
    authors=(Author("Okafor", "Ada"),),
    year=2018,
    abstract=(
        "Chess notation is hard to read for machines. We present a recurrent neural network "
        "(RNN) that parses handwritten chess notation into legal moves. On 12,000 score sheets it "
        "reads 91.4% of all moves, without a dictionary of openings. The parser outperforms "
        "earlier systems by 3.2 points."
    ),
)
SOURCES = tuple(map(source_text, (PARSER, BIRDS, UNREAD)))
QUIET, THOROUGH = SupportChecker(SOURCES), SupportChecker(SOURCES, is_thorough=True)


def _doubts(checker: SupportChecker, text: str, *papers: str) -> tuple[Doubt, ...]:
    return checker.check(Claim(text, papers or (PARSER.id,))).doubts


def _kinds(text: str, *papers: str, checker: SupportChecker = QUIET) -> list[DoubtKind]:
    return [doubt.kind for doubt in _doubts(checker, text, *papers)]


def test_a_claim_in_the_words_of_its_source_has_its_sentences_and_no_doubt() -> None:
    text = "Okafor parses handwritten chess notation into legal moves with an RNN."
    checked = QUIET.check(Claim(text, (PARSER.id,)))

    assert checked.finding is Finding.SAME_WORDS
    assert not checked.doubts
    best = checked.papers[0].sentences[0]
    assert best.sentence.text.startswith("We present a recurrent neural network")
    assert best.sentence.source == "abstract"
    assert PARSER.abstract[best.sentence.start : best.sentence.end] == best.sentence.text


def test_a_short_form_is_known_by_the_words_that_it_stands_for() -> None:
    plain = Paper("p:plain", title="", abstract="A support vector machine sorts ripe tomatoes.")
    checker = SupportChecker(map(source_text, (plain, BIRDS)))

    assert checker.score(Claim("An SVM sorts ripe tomatoes.", (plain.id,)), plain.id) > 0.9


@pytest.mark.parametrize(
    ("claim", "abstract"),
    [
        ("A link at 60GHz over 20m.", "The links at 60 GHz reach 20 m."),
        ("Links at 60 GHz.", "Our link at 60GHz reaches 4Gbit/s."),
        ("The similarity of CNNs.", "It tells how similar a CNN is to another one."),
        ("An analysis of keys.", "We compare analyses of a key."),
        (
            "The BERT finds birds.",
            "Bidirectional encoder representations from transformers: birds.",
        ),
    ],
)
def test_a_word_is_known_however_it_is_written(claim: str, abstract: str) -> None:
    plain = Paper("p:plain", title="", abstract=abstract)
    checker = SupportChecker(map(source_text, (plain, BIRDS)))

    assert checker.score(Claim(claim, (plain.id,)), plain.id) == 1


@pytest.mark.parametrize(
    ("text", "papers"),
    [
        ("We parse handwritten chess notation into legal moves with 64 units.", (PARSER.id,)),
        ("The parser reads handwritten chess notation into moves.", (PARSER.id, UNREAD.id)),
        ("Sieć trenowano na 45 000 obrazów.", (PARSER.id,)),
    ],
)
def test_what_is_not_looked_at_is_not_said_to_be_in_the_same_words(
    text: str, papers: tuple[str, ...]
) -> None:
    assert THOROUGH.check(Claim(text, papers)).finding is Finding.NOT_COMPARED


def test_a_short_sentence_is_in_the_language_of_its_draft() -> None:
    draft = "Praca opisuje sieci neuronowe i zbiory danych oraz metody uczenia maszynowego dla gier"
    claim = Claim("Metoda ta daje 45 % lepsze wyniki.", (PARSER.id,))

    assert THOROUGH.check(claim).finding is not Finding.NOT_COMPARED
    checked = SupportChecker(SOURCES, (draft,), is_thorough=True).check(claim)
    assert (checked.finding, checked.doubts) == (Finding.NOT_COMPARED, ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A network reads 94.1% of all moves in chess notation.", DoubtKind.NUMBER),
        ("The RNN parses chess notation of the CastleBase data set.", DoubtKind.DATA_SET),
        ("The RNN parses handwritten chess notation on GLUE.", DoubtKind.DATA_SET),
        ("Flight calls of thrushes and warblers are found in recordings.", DoubtKind.OTHER_PAPER),
        ("Lindqvist et al. parse handwritten chess notation.", DoubtKind.AUTHOR),
        ("Okafor et al. (2011) parse handwritten chess notation.", DoubtKind.YEAR),
        ("In 2023, a network was proposed that parses chess notation.", DoubtKind.YEAR),
    ],
)
def test_each_error_is_found(text: str, kind: DoubtKind) -> None:
    assert _kinds(text) == [kind]
    assert kind in _kinds(text, checker=THOROUGH)
    assert QUIET.check(Claim(text, (PARSER.id,))).finding is Finding.LOOK_HERE


@pytest.mark.parametrize(
    "book", [replace(PARSER, type="book"), replace(PARSER, abstract=f"{PARSER.abstract} This pa…")]
)
def test_a_publisher_and_a_part_of_an_abstract_say_too_little_to_compare(book: Paper) -> None:
    for checker in (
        SupportChecker(map(source_text, (book, BIRDS))),
        SupportChecker(map(source_text, (book, BIRDS)), is_thorough=True),
    ):
        assert not _kinds("A network reads 94.1% of all moves in chess.", checker=checker)
        assert not _kinds("Flight calls of thrushes are found.", checker=checker)
        assert _kinds("Lindqvist et al. parse chess notation.", checker=checker) == [
            DoubtKind.AUTHOR
        ]
        written = checker.check_written(Claim("A network reads 94.1% of all moves.", (book.id,)))
        assert DoubtKind.NUMBER in [doubt.kind for doubt in written]


def test_a_small_number_in_words_is_no_detail() -> None:
    text = "Two networks parse handwritten chess notation into legal moves."
    assert DoubtKind.NUMBER not in _kinds(text, checker=THOROUGH)


@tabled(least=10)
def test_what_is_no_doubt(text: str) -> None:
    assert _kinds(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Opera tickets are sold in Bergen by a troupe of singers.", "nothing-of-it"),
        ("Chess is learnt in hard winters at a school by 17 pupils.", "number"),
    ],
)
def test_what_the_quiet_check_lets_go_a_thorough_one_tells(text: str, kind: str) -> None:
    assert not _kinds(text)
    assert _kinds(text, checker=THOROUGH) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "Our work is closely inspired by theirs.",
        "We read handwritten chess notation by QuillNet.",
        "Our parser reads 99.9% of all moves in chess notation.",
        "We parsed chess notation with QuillNet in 50 moves.",
        "Parsers read handwritten chess notation by QuillNet.",
        "The network reads handwritten chess notation in 7 steps.",
        "Opera tickets sold in Bergen to a troupe of singers, adapted from",
        "They say of opera that “tickets are sold in Bergen to singers”.",
    ],
)
def test_what_no_check_tells_of(text: str) -> None:
    assert not _kinds(text, checker=THOROUGH)


def test_the_paper_that_fits_better_is_named() -> None:
    (doubt,) = _doubts(QUIET, "Flight calls of thrushes and warblers are found in recordings.")
    assert doubt.papers == (BIRDS.id,)


def test_a_paper_whose_author_is_named_is_the_one_that_is_meant() -> None:
    said = "found flight calls of thrushes and warblers in recordings."
    assert not _doubts(THOROUGH, f"Okafor et al. {said}")


def test_nothing_is_told_by_words_of_a_paper_without_an_abstract() -> None:
    checked = QUIET.check(Claim("Openings in chess won 99% of games.", (UNREAD.id,)))

    assert checked.finding is Finding.NOT_COMPARED
    assert not checked.doubts
    assert checked.papers[0].reason == "no abstract was found"
    # What one lacks may be in the one of which nothing is known.
    both = (UNREAD.id, PARSER.id)
    assert _kinds("Okafor reads 95.2% of all moves in handwritten chess notation.", *both) == []


def test_an_author_is_wrong_also_where_no_abstract_is_known() -> None:
    bare = replace(PARSER, id="p:bare", abstract="")
    checker = SupportChecker(map(source_text, (bare, BIRDS)))
    assert _kinds("Lindqvist et al. parse chess.", bare.id, checker=checker) == [DoubtKind.AUTHOR]
    assert not _kinds("Okafor et al. parse chess.", bare.id, checker=checker)
    assert not _kinds("Okafor and Lindqvist et al. parse chess.", bare.id, checker=checker)


@pytest.mark.parametrize("name", ["van der Ökafór", "Ökafór-Lee", "Okafor"])
def test_an_author_is_known_without_particles_and_accents(name: str) -> None:
    paper = replace(PARSER, authors=(Author(name, "A."),))
    checker = SupportChecker([source_text(paper)])
    said = name.rpartition(" ")[2]
    assert not _kinds(f"{said} et al. parse chess notation.", checker=checker)


def test_one_of_several_papers_is_enough() -> None:
    assert _kinds("Chess notation is parsed by an RNN into legal moves.", BIRDS.id, PARSER.id) == []


RUN = "recurrent neural network (RNN) that parses handwritten chess notation into legal moves"


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        (f"Okafor presents a {RUN}.", RUN),
        (f"Okafor presents a “{RUN}”.", ""),
        (
            "It errs in few of all moves without a dictionary of openings, the parser outperforms "
            "earlier systems.",
            "of all moves without a dictionary of openings, the parser outperforms earlier systems",
        ),
        ("Okafor presents an RNN that parses handwritten chess notation into moves.", ""),
    ],
    ids=["copied", "quoted", "over two sentences", "shorter"],
)
def test_long_verbatim_runs_are_marked_unless_they_are_quoted(text: str, copied: str) -> None:
    found = [it for it in _doubts(QUIET, text) if it.kind is DoubtKind.VERBATIM]
    assert "".join(text[it.start : it.end] for it in found).removeprefix("a ") == copied


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
    checker = SupportChecker(map(source_text, (cited, BIRDS)), is_thorough=True)
    checked = checker.check(Claim(text, (cited.id,)))

    assert not checked.doubts
    assert "another language" in checked.papers[0].reason


WRITTEN = "Okafor et al. present a recurrent neural network that parses chess notation into moves."


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (WRITTEN, []),
        (WRITTEN.replace("recurrent", "convolutional"), ["convolutional"]),
        (WRITTEN.replace("parses", "does not parse"), ["not"]),
        (f"By QuillNet {WRITTEN}", ["QuillNet"]),
        (f"In clubs of 14, {WRITTEN}", ["14", "clubs"]),
        ("Pawns, rooks and knights of ivory are read by a network", []),
    ],
)
def test_each_word_of_a_written_sentence_that_its_paper_lacks_is_told(
    changed: str, words: list[str]
) -> None:
    found = THOROUGH.check_written(Claim(changed, (PARSER.id,)))
    of_all = {DoubtKind.NOTHING_OF_IT, DoubtKind.OTHER_PAPER}
    assert sorted(changed[it.start : it.end] for it in found if it.kind not in of_all) == words


WORDS = [*f"{PARSER.abstract} {BIRDS.abstract} We opera first not KORA-7 five".split()]


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from([PARSER.id, BIRDS.id]))
def test_all_that_the_quiet_check_tells_of_a_thorough_one_tells_too(
    words: list[str], paper: str
) -> None:
    claim = Claim(" ".join(words), (paper,))
    quiet, thorough = QUIET.check(claim), THOROUGH.check(claim)

    assert {*quiet.doubts} <= {*thorough.doubts}
    assert quiet.papers == thorough.papers
