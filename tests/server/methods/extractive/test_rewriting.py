"""From the first person to the third."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.extractive.rewriting.names import author_names, first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.methods.extractive.rewriting.verbs import plural, singular
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper


def paper(*families: str) -> Paper:
    return Paper("p", authors=tuple(Author(family) for family in families))


LI = paper("Li", "Wu", "Xu")
SMITH = paper("Smith")
NOBODY = paper()


def shown(parts: tuple[str | CitationMark, ...]) -> str:
    return "".join(
        part if isinstance(part, str) else f"<{part.names}>" if part.names else " [p]"
        for part in parts
    )


def of(source: str, by: Paper) -> str:
    return shown(rewrite(source, first_mention(by, 0)).parts)


@pytest.mark.parametrize(
    ("families", "names"),
    [
        ((), ""),
        (("Smith",), "Smith"),
        (("Smith", "Lee"), "Smith and Lee"),
        (("Smith", "Lee", "Wu"), "Smith et al."),
        (("Smith", "others"), "Smith et al."),
        (("van der Berg",), "van der Berg"),
    ],
)
def test_author_names(families: tuple[str, ...], names: str) -> None:
    assert author_names(paper(*families)) == names


@pytest.mark.parametrize(
    ("we", "she"),
    [
        ("propose", "proposes"), ("apply", "applies"), ("focus", "focuses"), ("do", "does"),
        ("have", "has"), ("are", "is"), ("were", "was"), ("can", "can"), ("found", "found"),
        ("proposed", "proposed"), ("assess", "assesses"), ("use", "uses"), ("employ", "employs"),
        ("embed", "embeds"), ("set", "sets"), ("search", "searches"), ("exceed", "exceeds"),
        ("need", "needs"), ("analyse", "analyses"), ("fuse", "fuses"),
    ],
)  # fmt: skip
def test_verbs_with_one_author(we: str, she: str) -> None:
    assert singular(we) == she


@pytest.mark.parametrize(
    ("one", "more"),
    [
        ("proposes", "propose"), ("applies", "apply"), ("focuses", "focus"), ("has", "have"),
        ("is", "are"), ("addresses", "address"), ("uses", "use"), ("can", "can"),
        ("discusses", "discuss"), ("goes", "go"), ("searches", "search"), ("showed", "showed"),
    ],
)  # fmt: skip
def test_verbs_with_more_authors(one: str, more: str) -> None:
    assert plural(one) == more


@pytest.mark.parametrize(
    ("source", "several", "single"),
    [
        (
            "We propose a new model and evaluate it on MNLI.",
            "<Li et al.> propose a new model and evaluate it on MNLI.",
            "<Smith> proposes a new model and evaluates it on MNLI.",
        ),
        (
            "In this paper, we propose a parser that learns trees and show that it works.",
            "<Li et al.> propose a parser that learns trees and show that it works.",
            "<Smith> proposes a parser that learns trees and shows that it works.",
        ),
        (
            "This paper presents a parser and shows that it works.",
            "<Li et al.> present a parser and show that it works.",
            "<Smith> presents a parser and shows that it works.",
        ),
        (
            "We use treebanks to extract rules and link them.",
            "<Li et al.> use treebanks to extract rules and link them.",
            "<Smith> uses treebanks to extract rules and link them.",
        ),
        (
            "We do not use embeddings.",
            "<Li et al.> do not use embeddings.",
            "<Smith> does not use embeddings.",
        ),
        (
            "However, our experiments on WMT14 show that we gain speed.",
            "The experiments of <Li et al.> on WMT14 show that they gain speed.",
            "The experiments of <Smith> on WMT14 show that they gain speed.",
        ),
        (
            "The aim of this paper is to study tagging.",
            "<Li et al.> aim to study tagging.",
            "<Smith> aims to study tagging.",
        ),
        (
            "It is shown that tagging helps.",
            "<Li et al.> show that tagging helps.",
            "<Smith> shows that tagging helps.",
        ),
        (
            "Finally, we further describe our tagger.",
            "<Li et al.> describe their tagger.",
            "<Smith> describes their tagger.",
        ),
        (
            "This paper deals with the chemistry of sugars and follows the trends.",
            "<Li et al.> deal with the chemistry of sugars and follow the trends.",
            "<Smith> deals with the chemistry of sugars and follows the trends.",
        ),
        (
            "In this work, we firstly focus on steps and introduce a tagger.",
            "<Li et al.> focus on steps and introduce a tagger.",
            "<Smith> focuses on steps and introduces a tagger.",
        ),
        (
            "Here we show how rules help us.",
            "<Li et al.> show how rules help them.",
            "<Smith> shows how rules help them.",
        ),
    ],
)
def test_agreement(source: str, several: str, single: str) -> None:
    assert of(source, LI) == several
    assert of(source, SMITH) == single


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("Our model is fast.", "The model of <Li et al.> is fast."),
        ("Our approach to parsing is fast.", "The approach of <Li et al.> to parsing is fast."),
        ("The proposed method is fast.", "The method proposed by <Li et al.> is fast."),
        (
            "Experiments show that our proposed neural model is fast.",
            "Experiments show that the neural model proposed by <Li et al.> is fast.",
        ),
        (
            "Tests demonstrate the effectiveness of our approach.",
            "Tests demonstrate the effectiveness of the approach of <Li et al.>.",
        ),
        (
            "Our analysis of errors is deep.",
            "<Li et al.> report that their analysis of errors is deep.",
        ),
        (
            "In this work, a tagger is proposed for Thai.",
            "A tagger is proposed by <Li et al.> for Thai.",
        ),
        (
            "To address this problem, we train taggers.",
            "<Li et al.> train taggers.",
        ),
        (
            "To address the first issue, we train taggers.",
            "<Li et al.> train taggers.",
        ),
        (
            "To reduce the cost, we train taggers.",
            "To reduce the cost, <Li et al.> train taggers.",
        ),
        (
            "Motivated by these findings, this paper introduces taggers.",
            "<Li et al.> introduce taggers.",
        ),
        ("Further, we empirically test taggers.", "<Li et al.> empirically test taggers."),
        ("We train taggers in this paper.", "<Li et al.> train taggers."),
        ("This study was done on Thai.", "The study of <Li et al.> was done on Thai."),
        ("BERT is designed to learn from text.", "BERT is designed to learn from text [p]."),
        ("These results are new to us.", "<Li et al.> report that these results are new to them."),
        ("We compare “what we say” with it.", "<Li et al.> compare “what we say” with it."),
        ("Herein, we describe a tagger.", "<Li et al.> describe a tagger."),
        ("Herein we describe a tagger.", "<Li et al.> describe a tagger."),
        ("Recently we trained a tagger.", "<Li et al.> trained a tagger."),
        ("Very recently, we trained a tagger.", "<Li et al.> trained a tagger."),
        ("We here demonstrate new taggers.", "<Li et al.> demonstrate new taggers."),
        ("We report here new taggers.", "<Li et al.> report new taggers."),
        ("We propose, for the first time, a tagger.", "<Li et al.> propose a tagger."),
        ("In this review we highlight taggers.", "<Li et al.> highlight taggers."),
        ("This work may help taggers.", "The work of <Li et al.> may help taggers."),
        ("The authors may help taggers.", "<Li et al.> may help taggers."),
        ("We address this problem and propose taggers.", "<Li et al.> propose taggers."),
        ("We propose a network for the task.", "<Li et al.> propose a network."),
        (
            "Based on the analysis, we suggest a new scheme.",
            "<Li et al.> suggest a new scheme.",
        ),
        ("We've trained taggers.", "<Li et al.> trained taggers."),
        ("Can we parse Thai?", "<Li et al.> ask “Can they parse Thai?”."),
    ],
)
def test_statements(source: str, statement: str) -> None:
    assert of(source, LI) == statement


@pytest.mark.parametrize(
    "source",
    [
        "The traditional kNN algorithm used in decoding is slow.",
        "Annotated corpora are key, given the approaches that have been proposed.",
    ],
)
def test_what_others_did_is_not_given_to_the_authors(source: str) -> None:
    assert "by <" not in of(source, LI)
    assert "of <" not in of(source, LI)


def test_the_head_of_our_is_not_sought_behind_the_verb() -> None:
    assert "model of <" not in of("Our best results use a co-training model.", LI)


def test_our_inside_a_name_stays() -> None:
    assert of("We test it on the Helping Our Own data.", LI) == (
        "<Li et al.> test it on the Helping Our Own data."
    )


def test_verbs_after_to_stay_as_they_are() -> None:
    assert of(
        "We introduce a toolkit to automatically extract edits and classify them.", SMITH
    ) == ("<Smith> introduces a toolkit to automatically extract edits and classify them.")


def test_a_lone_author_says_i() -> None:
    assert of("I argue that Type I errors matter in my work.", SMITH) == (
        "<Smith> argues that Type I errors matter in their work."
    )


def test_without_authors_the_citation_ends_the_sentence() -> None:
    assert of("We propose a tagger.", NOBODY) == "Prior work proposes a tagger [p]."
    assert of("Our tagger is fast.", NOBODY) == "The proposed tagger is fast [p]."


def test_a_further_statement_speaks_of_the_authors() -> None:
    assert shown(rewrite("We find that it works.", next_mention(LI)).parts) == (
        "The authors find that it works [p]."
    )
    assert shown(rewrite("We find that it works.", next_mention(SMITH)).parts) == (
        "The author finds that it works [p]."
    )
    assert shown(rewrite("Our model is fast.", next_mention(LI)).parts) == (
        "Their model is fast [p]."
    )


def test_the_authors_stay_the_authors_beside_any_word() -> None:
    assert shown(rewrite("We describe the tagger for Thai.", next_mention(NOBODY)).parts) == (
        "The authors describe the tagger for Thai [p]."
    )


def test_without_authors_prior_work_is_not_said_of_itself() -> None:
    assert of("We go beyond prior work.", NOBODY) == "Other work goes beyond prior work [p]."
    assert of("Unlike prior taggers, we learn.", NOBODY) == (
        "Unlike prior taggers, other work learns [p]."
    )


@pytest.mark.parametrize(
    ("source", "used", "statement"),
    [
        ("We propose a tagger.", [], "<Li et al.> propose a tagger."),
        ("We propose a tagger.", ["propose"], "<Li et al.> introduce a tagger."),
        ("We propose a tagger.", ["introduce", "propose"], "<Li et al.> present a tagger."),
        ("We propose to tag.", ["propose"], "<Li et al.> propose to tag."),
        ("We show that it works.", ["show"], "<Li et al.> demonstrate that it works."),
        ("We present results.", ["present"], "<Li et al.> present results."),
        ("We study the task.", ["study"], "<Li et al.> investigate the task."),
    ],
)
def test_a_reporting_verb_just_used_gives_way(source: str, used: list[str], statement: str) -> None:
    assert shown(rewrite(source, first_mention(LI, 0), used).parts) == statement


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("We present EMS, an enhanced metric for talk.", "EMS is an enhanced metric for talk [p]."),
        (
            "We present directional skip-gram (DSG), a simple enhancement of skip-gram.",
            "Directional skip-gram (DSG) is a simple enhancement of skip-gram [p].",
        ),
        (
            "We introduce NewsQA, a set of questions, and show that it is hard.",
            "<Li et al.> introduce NewsQA, a set of questions, and show that it is hard.",
        ),
        (
            "We present EMS, a metric that extends our work.",
            "<Li et al.> present EMS, a metric that extends their work.",
        ),
    ],
)
def test_a_thing_with_a_name_begins_its_sentence(source: str, statement: str) -> None:
    assert of(source, LI) == statement


@pytest.mark.parametrize(
    ("source", "named", "unnamed"),
    [
        (
            "We propose a tagger.",
            "A tagger is proposed by <Li et al.>.",
            "A tagger is proposed [p].",
        ),
        (
            "We studied two models of trust and doubt.",
            "Two models of trust and doubt were studied by <Li et al.>.",
            "Two models of trust and doubt were studied [p].",
        ),
        (
            "We propose a tagger and evaluate it.",
            "<Li et al.> propose a tagger and evaluate it.",
            "Prior work proposes a tagger and evaluates it [p].",
        ),
        (
            "We analyse three taggers that learn rules.",
            "Three taggers that learn rules are analysed by <Li et al.>.",
            "Three taggers that learn rules are analysed [p].",
        ),
        ("We study how rules help.", "<Li et al.> study how rules help.",
         "Prior work studies how rules help [p]."),
    ],
)  # fmt: skip
def test_authors_may_come_last(source: str, named: str, unnamed: str) -> None:
    for authors, statement in ((LI, named), (NOBODY, unnamed)):
        parts = rewrite(source, first_mention(authors, 0), authors_last=True).parts
        assert shown(parts) == statement


WORDY = " ".join(["long"] * 30)


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            f"We propose a {WORDY} tagger, which learns {WORDY} rules.",
            f"<Li et al.> propose a {WORDY} tagger.",
        ),
        (
            f"We propose a {WORDY} tagger and show that {WORDY} rules help.",
            f"<Li et al.> propose a {WORDY} tagger.",
        ),
        (
            f"Taggers, which are {WORDY}, learn {WORDY} rules.",
            f"Taggers, which are {WORDY}, learn {WORDY} rules [p].",
        ),
        (
            f"We propose taggers that are not only {WORDY}, which is good, but {WORDY}.",
            f"<Li et al.> propose taggers that are not only {WORDY}, which is good, but {WORDY}.",
        ),
        (
            f"We use three things: {WORDY} rules; {WORDY} trees.",
            f"<Li et al.> use three things: {WORDY} rules; {WORDY} trees.",
        ),
    ],
)
def test_very_long_statements_are_cut_where_a_whole_sentence_remains(
    source: str, statement: str
) -> None:
    assert of(source, LI) == statement


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            "We propose a teacher to address such limitations, where models are pupils.",
            "<Li et al.> propose a teacher, where models are pupils.",
        ),
        ("In the paper, we tag.", "<Li et al.> tag."),
        ("For the first time, we parse Thai.", "<Li et al.> parse Thai."),
        ("This work places senses in a context.", "<Li et al.> place senses in a context."),
        ("To bridge the gap, we propose to tag.", "<Li et al.> propose to tag."),
        ("On top of it, we train taggers.", "<Li et al.> train taggers."),
        ("Hereafter, we prove theorems.", "<Li et al.> prove theorems."),
        ("Using the introduced corpus, we train taggers.", "<Li et al.> train taggers."),
        ("From one perspective, our model learns words.", "The model of <Li et al.> learns words."),
        (
            "This survey distinguishes itself from others by its length.",
            "The survey of <Li et al.> distinguishes itself from others by its length.",
        ),
    ],
)
def test_what_points_back_is_cut(source: str, statement: str) -> None:
    rewriting = rewrite(source, first_mention(LI, 0))
    assert shown(rewriting.parts) == statement
    assert rewriting.stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "We evaluate it on the inference task and show that it is better than encoders.",
        "We use this dataset to train and evaluate several models of polarity.",
        "We discuss these challenges and suggest a number of promising approaches.",
        "The onset of waves occurs at different numbers for flow in pillar arrays.",
        "Beyond text generation Appendix References Index",
        "We compare eight systems, with a variety of approaches including.",
        "Enthalpy?entropy compensation is evident in all classes of substances.",
        "Their interest is in the parsing of sentences by machines.",
    ],
)
def test_what_points_back_does_not_stand_alone(source: str) -> None:
    assert not rewrite(source, first_mention(LI, 0)).stands_alone


def test_a_detail_without_authors_is_tied_to_the_title() -> None:
    titled = Paper("p", title="Binding of guests to trypsin hosts")
    for source, alone in (
        ("Docking studies were performed to explain the relationship.", False),
        ("Trypsin is cooled for days in water.", True),
        ("Water changes how guests and hosts are bound.", True),
    ):
        assert rewrite(source, first_mention(titled, 0)).stands_alone == alone


@pytest.mark.parametrize(
    "source",
    [
        "We give an overview of the Assessment of Proteins and Ligands 4 (SAMPL4) challenge.",
        "We propose an algorithm that is general, in the sense that it fits many models.",
        "We study variants of the same writing task, which can change the style.",
        "We study taggers such as those of Thai and Lao.",
        "BERT learns from text.",
    ],
)
def test_what_names_its_things_stands_alone(source: str) -> None:
    assert rewrite(source, first_mention(LI, 0)).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "The way in which we represent and aggregate knowledge has changed.",
        "Graphs change how we represent and aggregate knowledge.",
        "Hidden states allow us to model long texts with few rules.",
        "It is unclear whether we can trust the judgements of raters.",
        "Accuracy grows when we keep more of the context of a word.",
        "If we consider a finite graph, it has a colouring.",
        "Attention tells us what matters in a sentence.",
    ],
)
def test_what_everybody_does_is_not_given_to_the_authors(source: str) -> None:
    assert rewrite(source, first_mention(LI, 0)).awkwardness >= 3.0


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("We show how we tag.", "<Li et al.> show how they tag."),
        ("When we add tags, we gain speed.", "When <Li et al.> add tags, they gain speed."),
        (
            "We use hidden states, which allow us to model long texts.",
            "<Li et al.> use hidden states.",
        ),
        ("As we show, tags help.", "As <Li et al.> show, tags help."),
    ],
)
def test_what_authors_do_is_theirs(source: str, statement: str) -> None:
    rewriting = rewrite(source, first_mention(LI, 0))
    assert shown(rewriting.parts) == statement
    assert rewriting.awkwardness < 1.0


def test_awkward_rewritings_say_so() -> None:
    plain = rewrite("We propose a tagger.", first_mention(LI, 0))
    assert plain.awkwardness == 0.0
    assert rewrite("It works.", first_mention(LI, 0)).awkwardness > 0.5
    assert rewrite("They fail on rare words.", first_mention(LI, 0)).awkwardness > 2.0
    assert rewrite("This changes how we live.", first_mention(LI, 0)).awkwardness > 0.5


FIRST_PERSON = ["we", "our", "us", "my"]
WORDS = [
    *FIRST_PERSON,
    *[
        "show",
        "propose",
        "presents",
        "is",
        "that",
        "because",
        "it",
        "this",
        "the",
        "of",
        "in",
        "to",
    ],
    *["paper", "model", "method", "results", "proposed", "fast", "however", "here", "and"],
    *[",", "(", ")"],
]


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=15),
    st.sampled_from([LI, SMITH, NOBODY]),
)
def test_any_words_give_one_citation_and_no_first_person(words: list[str], by: Paper) -> None:
    parts = rewrite(" ".join(words).capitalize() + ".", first_mention(by, 0)).parts
    marks = [part for part in parts if isinstance(part, CitationMark)]
    assert [mark.papers for mark in marks] == [("p",)]
    assert all(
        mark.names == author_names(by) for mark in marks if mark.form is CitationForm.TEXTUAL
    )
    text = " ".join(part for part in parts if isinstance(part, str)).lower().split()
    assert not set(FIRST_PERSON) & set(text)
    assert isinstance(parts[-1], str) and parts[-1].endswith(".")
