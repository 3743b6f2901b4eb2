"""Names stand where a name can; elsewhere citations are groups, and none begins a sentence."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper


def paper(number: int, *families: str, title: str = "") -> Paper:
    return Paper(f"p{number}", title=title, authors=tuple(map(Author, families)), year=2020)


PAPERS = (
    paper(1, "Smith", "Lee"),
    paper(2, "Doe"),
    paper(3, "Roe", "Poe", "Moe"),
    paper(4, title="Parsing Quickly"),
)
IDS = ShortIds(PAPERS)


def read(text: str, *further: str, language: str = "en") -> str:
    parts = cite_papers(text, further, IDS, language)
    return "".join(part if isinstance(part, str) else _read_mark(part) for part in parts)


def _read_mark(mark: CitationMark) -> str:
    if mark.form is CitationForm.TEXTUAL:
        return f"<{mark.names}>"
    return f"({f'{mark.note} ' if mark.note else ''}{', '.join(mark.papers)})"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[P1] propose a parser.", "<Smith and Lee> propose a parser."),
        ("Recently, [P1] propose a parser.", "Recently, <Smith and Lee> propose a parser."),
        ("More recently [P1] parsed C.", "More recently <Smith and Lee> parsed C."),
        ("Trees are used by [P1].", "Trees are used by <Smith and Lee>."),
        ("In [P1], trees are used.", "In <Smith and Lee>, trees are used."),
        ("Unlike ([P1]), we use trees.", "Unlike <Smith and Lee>, we use trees."),
        ("While [P1] parse, [P2] guesses.", "While <Smith and Lee> parse, <Doe> guesses."),
        ("It is fast, and [P1] show why.", "It is fast, and <Smith and Lee> show why."),
        ("The parser that [P1] use is fast.", "The parser that <Smith and Lee> use is fast."),
        ("The [P2] parser is fast.", "The <Doe> parser is fast."),
        ("[P1]'s parser is fast.", "<Smith and Lee>'s parser is fast."),
        ("[P1], [P2] and [P3] parse.", "<Smith and Lee>, <Doe>, and <Roe et al.> parse."),
        ("[P1, P2] parse.", "<Smith and Lee> and <Doe> parse."),
        ("[P1] [P2] parse.", "<Smith and Lee> and <Doe> parse."),
        ("It is as in [P1], and [P2] adds C.", "It is as in <Smith and Lee>, and <Doe> adds C."),
        ("Both [P1] and [P2] parse.", "Both <Smith and Lee> and <Doe> parse."),
        ("Neither [P1] nor [P2] propose C.", "Neither <Smith and Lee> nor <Doe> proposes C."),
        ("Our work extends [P1].", "Our work extends <Smith and Lee>."),
        ("[P1] — also in C — parse.", "<Smith and Lee> — also in C — parse."),
    ],
)
def test_names_stand_where_a_name_can(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("language", "written", "shown"),
    [
        (
            "en",
            "In contrast to [P1], [P2] propose C.",
            "In contrast to <Smith and Lee>, <Doe> proposes C.",
        ),
        ("en", "Unlike [P1], [P2] was first.", "Unlike <Smith and Lee>, <Doe> was first."),
        ("en", "Building on [P2], [P1] parse.", "Building on <Doe>, <Smith and Lee> parse."),
        (
            "en",
            "As in [P1], [P2] and [P3] do.",
            "As in <Smith and Lee>, <Doe> and <Roe et al.> do.",
        ),
        (
            "en",
            "C is used; like [P1], [P2] parse.",
            "C is used; like <Smith and Lee>, <Doe> parse.",
        ),
        ("fr", "Contrairement à [P1], [P2] lit.", "Contrairement à <Smith and Lee>, <Doe> lit."),
        ("es", "Según [P1], [P2] lee.", "Según <Smith and Lee>, <Doe> lee."),
    ],
)
def test_a_clause_begins_behind_its_introduction(language: str, written: str, shown: str) -> None:
    assert read(written, language=language) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("The parsers of [P1], [P2] are C.", "The parsers of <Smith and Lee> and <Doe> are C."),
        (
            "It is due to [P1], [P2] and [P3].",
            "It is due to <Smith and Lee>, <Doe>, and <Roe et al.>.",
        ),
        ("In [P1], [P2], trees are used.", "In <Smith and Lee> and <Doe>, trees are used."),
    ],
)
def test_a_list_stays_a_list(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[P1] is a data set.", "The work of <Smith and Lee> is a data set."),
        (
            "While [P1] are an example, C is.",
            "While the work of <Smith and Lee> is an example, C is.",
        ),
        ("[P1] are the first to parse.", "<Smith and Lee> are the first to parse."),
    ],
)
def test_authors_are_not_called_a_thing(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("SQuAD [P1] is a data set.", "SQuAD(p1) is a data set."),
        ("Some work [P1] has parsed C.", "Some work(p1) has parsed C."),
        ("Parsers [P1], and rankers [P2], abound.", "Parsers(p1), and rankers(p2), abound."),
        ("Parsers [P1] [P2] are fast.", "Parsers(p1, p2) are fast."),
        ("Parsers [P1], [P1, P2] are fast.", "Parsers(p1, p2) are fast."),
        ("Parsers ([P1]; [P2]) are fast.", "Parsers(p1, p2) are fast."),
        ("Trees, graphs, [P1] and lists abound.", "Trees, graphs,(p1) and lists abound."),
    ],
)
def test_behind_a_noun_citations_are_one_group(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Parsers are fast (e.g., [P1]).", "Parsers are fast(e.g., p1)."),
        ("Parsers (see [P1]) are fast.", "Parsers(see p1) are fast."),
        ("Some (see also [P1], [P2]) are fast.", "Some(see also p1, p2) are fast."),
        ("Some, by chance (cf. [P1]; [P2]), are.", "Some, by chance(cf. p1, p2), are."),
        ("Trees by (e.g. [P1]) are fast.", "Trees by(e.g. p1) are fast."),
        (
            "Parsers are fast (see [P1] for more).",
            "Parsers are fast (see <Smith and Lee> for more).",
        ),
        ("(See [P1]) Parsers are fast.", "Parsers are fast(p1)."),
        ("[P1] parse (see [P1]).", "<Smith and Lee> parse."),
        ("Parsers (see [P1]) [P2] are fast.", "Parsers(see p1, p2) are fast."),
    ],
)
def test_asides_are_notes_of_a_group(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Parsers are fast. [P1] Taggers are slow.", "Parsers are fast(p1). Taggers are slow."),
        ("Parsers are fast. [P1]", "Parsers are fast(p1)."),
        ("[P1] Parsers are fast.", "Parsers are fast(p1)."),
        ("[P1]: Parsers are fast [P2].", "Parsers are fast(p2, p1)."),
        ("Parsers are “fast.” [P1]", "Parsers are “fast(p1).”"),
        ("[P1]. Parsers are fast.", "Parsers are fast(p1)."),
        ("(See [P1]) parsers are fast.", "Parsers are fast(p1)."),
    ],
)
def test_no_group_begins_a_sentence(written: str, shown: str) -> None:
    assert read(written) == shown


def test_what_a_sentence_rests_on_joins_the_group_at_its_end() -> None:
    assert read("Parsers are fast [P1].", "P1", "P2", "P3") == "Parsers are fast(p1, p2, p3)."
    assert read("[P1] parse [P1].", "P1") == "<Smith and Lee> parse."


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[P1] proposes a parser.", "<Smith and Lee> propose a parser."),
        ("[P2] propose a parser.", "<Doe> proposes a parser."),
        ("[P1] also has shown it.", "<Smith and Lee> also have shown it."),
        ("[P1] proposes it and shows more.", "<Smith and Lee> propose it and show more."),
        ("[P2] and [P3] proposes it.", "<Doe> and <Roe et al.> propose it."),
        ("[P3] was first.", "<Roe et al.> were first."),
        ("The parser of [P1] is fast.", "The parser of <Smith and Lee> is fast."),
        ("The parser by [P2] shows it.", "The parser by <Doe> shows it."),
        ("[P1] may propose it.", "<Smith and Lee> may propose it."),
        ("[P1] proposed it.", "<Smith and Lee> proposed it."),
    ],
)
def test_the_verb_agrees_with_the_names_before_it(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Smith and Lee [P1] propose it.", "<Smith and Lee> propose it."),
        ("Smith and Lee (2020) [P1] propose it.", "<Smith and Lee> propose it."),
        ("The parser of Roe et al. [P3] is fast.", "The parser of <Roe et al.> is fast."),
        ("Doe [P2] parses.", "<Doe> parses."),
        ("Roe et al. (2020) parse.", "<Roe et al.> parse."),
        ("Smith and Lee propose it.", "<Smith and Lee> propose it."),
        ("Doe (2020) proposes it.", "<Doe> proposes it."),
        ("Smith (2020) and Poe propose it.", "Smith (2020) and Poe propose it(p1, p2, p3)."),
    ],
)
def test_names_that_a_model_wrote_are_not_doubled(written: str, shown: str) -> None:
    assert (
        read(written, "P1", "P2", "P3")
        .replace("(p2, p3)", "")
        .replace("(p1, p3)", "")
        .replace("(p1, p2)", "")
        == shown
    )


def test_a_paper_without_authors_is_named_by_its_title() -> None:
    assert read("[P4] is fast.") == "“Parsing Quickly”(p4) is fast."
    assert read("Parsers are fast [P4].") == "Parsers are fast(p4)."


@pytest.mark.parametrize(
    ("language", "written", "shown"),
    [
        ("de", "[P1] zeigen das.", "<Smith and Lee> zeigen das."),
        ("de", "Das folgt aus [P1].", "Das folgt aus <Smith and Lee>."),
        ("de", "SQuAD [P1] ist ein Datensatz.", "SQuAD(p1) ist ein Datensatz."),
        ("de", "[P1, P2] zeigen das.", "<Smith and Lee> und <Doe> zeigen das."),
        ("fr", "Selon [P1], c'est vrai.", "Selon <Smith and Lee>, c'est vrai."),
        ("zh", "[P1]提出了方法。", "<Smith and Lee>提出了方法。"),
        ("zh", "解析器很快[P1]。", "解析器很快(p1)。"),
    ],
)
def test_other_languages(language: str, written: str, shown: str) -> None:
    assert read(written, language=language) == shown


pieces = st.sampled_from(
    ["[P1]", "[P2, P3]", " ", ". ", ", ", "and", "by", "(", ")", "Parsers", "are", "Doe", "propose"]
)


@given(st.lists(pieces, max_size=12).map("".join), st.sets(st.sampled_from(IDS.all)))
def test_every_paper_is_cited_whatever_stands_around_it(text: str, further: set[str]) -> None:
    parts = cite_papers(text, sorted(further), IDS, "en")
    marks = [part for part in parts if isinstance(part, CitationMark)]
    cited = {paper for mark in marks for paper in mark.papers}
    asked = {short for short in IDS.all if f"{short}" in text or short in further}
    if text.strip() and any(isinstance(part, str) and part.strip(" .") for part in parts):
        assert cited >= {IDS.paper(short).id for short in asked}
    for mark in marks:
        assert len(set(mark.papers)) == len(mark.papers)
    for pair in pairwise(parts):
        groups = [isinstance(part, CitationMark) and not part.names for part in pair]
        assert not all(groups)
