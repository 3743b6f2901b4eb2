"""What a draft does instead of a paper, in the draft's own words."""

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile

from citeloom.grounding.evidence import DRAFT, Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.extractive.rewriting.verbs import is_verb_form
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import DraftText
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper
from citeloom.words import terms

_OWN = re.compile(
    r"(?:(?:In|Within|With) this (?:paper|work|article|study|thesis),? |Here,? |"
    r"To (?:this|that) end, )?[Ww]e (?=(?:present|propose|introduce|describe|develop|design|"
    r"build|show|study|investigate|explore|address|use|combine|learn|train|offer|give|provide)\b)"
)

_POINTING = re.compile(
    r"\b(?:this|these|those|such|it|its|them|the (?:above|former|latter))\b", re.I
)
_THAT = re.compile(r"\bthat (\w+)(?= (?:of|from|in|on|at|to|with|for|by|and)\b|[.,;:])")


_AIM = re.compile(r"[^.]{0,40}?[Ww]e (?:present|propose|introduce)\b")
"""How an introduction tells the whole paper's aim; it says "we use" and "we show" of much else."""

_INTRODUCTION = "introduction"

_CORE_WORDS = 10
_ASIDE = frozenset(["as", "by", "for", "from", "in", "on", "with"])
"""Words that begin to tell where, why and how something is done, behind what is done."""


def positioned(draft: DraftText, paper: Paper) -> Sentence | None:
    """Return a sentence that sets the draft beside a paper: ``Unlike Lee et al., we …``.

    Its words are those of the draft's own sentence on what it does, in its abstract or else its
    introduction, which is its source; None where the draft has none that stands by itself, or the
    paper no authors.
    """
    names = author_names(paper)
    if not names:
        return None
    for source, text in _own_texts(draft):
        for own in sentences(text):
            words = text[own.start : own.end]
            found = _OWN.match(words)
            if found is None or _leans(words[found.end() :]):
                continue
            if source == _INTRODUCTION and not _AIM.match(words):
                continue
            mark = CitationMark((paper.id,), CitationForm.TEXTUAL, names)
            does = " ".join(words[found.end() :].split())
            evidence = Evidence(DRAFT, source, words, own.start, own.end, 1.0, "supported")
            parts = ("Unlike ", mark, f", we {does}")
            return Sentence(parts, SentenceKind.STATEMENT, (evidence,))
    return None


def _own_texts(draft: DraftText) -> Iterator[tuple[str, str]]:
    if draft.abstract_source == "abstract":
        yield "abstract", draft.abstract
    elif draft.abstract_source == "first words":
        yield _INTRODUCTION, draft.abstract
    for section in draft.sections:
        if section.heading.lower().startswith(_INTRODUCTION):
            yield _INTRODUCTION, section.text


def shared_with(said: Sentence, paper: Paper) -> str:
    """Return what a sentence of ``positioned`` says that the draft does and the paper names, too.

    It is the first pair of words, as ``move pruning``: ``Unlike`` may be wrong of that paper. Empty
    where there is none.
    """
    *_, does = said.parts
    first_words = str(does).removeprefix(", we ").split()[:_CORE_WORDS]
    core = [*takewhile(lambda word: word not in _ASIDE, first_words)]
    told = {*pairwise(terms(paper.title))} | {*pairwise(terms(paper.abstract))}
    for first, second in pairwise(core):
        pair = tuple(terms(f"{first} {second}"))
        if len(pair) == 2 and first[-1].isalnum() and pair in told:
            return f"{first} {second}".rstrip(".,;:")
    return ""


def _leans(words: str) -> bool:
    """Tell whether words point to a sentence before them, which is not there."""
    # "A way that works" points to nothing, "a way to draft that section" does.
    things = (found[1] for found in _THAT.finditer(words))
    return bool(_POINTING.search(words)) or not all(map(is_verb_form, things))
