"""What the check of claims tells of true claims and of errors made in them, on held-out drafts.

    python -m bench claims_table CORWA_FOLDER [MAIN.tex ...] [--tuning | --written] [--show KIND]

A row for each kind of error, with what is told quietly and thoroughly. Then what two plain rules
find at as many false alarms: one weighted overlap, and a number that no abstract has. With
``--tuning`` it is the half of the drafts that choices are made on, with ``--written`` what the
extractive method writes of the papers of all; ``--show`` prints the sentences.
"""

import asyncio
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.claims.held_out import HeldOutDraft, corwa_drafts, project_draft
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.roots import roots
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import SentenceKind
from citeloom.methods.task import DraftText, WritingTask
from citeloom_lab.evaluation.resampling import interval

SEED = 38
IS_WRITTEN = "--written" in sys.argv
_MOST = 25
"""Papers that a text is written about."""
TRUE = "true claims"
_NUMBERS = ("on {} sentences", "by {} %", "with {} participants", "of {} examples")
_DATA_SETS = (
    "GLUE", "MS COCO", "the Penn Treebank", "SQuAD", "ImageNet", "the Europarl corpus",
    "CoNLL-2003",    "MNIST", "WikiText-103", "the Reuters corpus", "MIMIC-III", "LibriSpeech",
)  # fmt: skip
_AUTHORS = ("Kowalczyk", "Abernathy", "Lindqvist", "Papadakis", "Okonkwo", "Vandenberg")
_FLIPS = {
    "increase": "decrease", "increases": "decreases", "improve": "worsen", "improves": "worsens",
    "improved": "worsened", "higher": "lower", "lower": "higher", "better": "worse",
    "supervised": "unsupervised", "unsupervised": "supervised", "outperforms": "underperforms",
    "outperform": "underperform", "reduce": "increase", "reduces": "increases", "large": "small",
    "positive": "negative", "negative": "positive", "faster": "slower", "multilingual":
    "monolingual", "extractive": "abstractive", "abstractive": "extractive", "increased":
    "decreased", "reduced": "increased", "more": "less", "high": "low", "low": "high",
}  # fmt: skip
_AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|has been|have been)\b(?! not)")
_VERB = re.compile(
    r"\b([a-z]{3,}(?:duc|pos|us|sent|how|appl|train|bin|learn|valuat|velop)(?:e|es|s|ed|ies|ied))\b"
)
_WORD = re.compile(r"\b[a-z]{5,}\b")


@dataclass(frozen=True)
class MadeClaim:
    """A claim as it is or with an error, and its draft."""

    kind: str
    claim: Claim
    draft: HeldOutDraft

    def doubts(self, is_thorough: bool) -> list[Doubt]:
        """Return what is told of it, but for words that are copied."""
        if is_thorough and IS_WRITTEN:
            return self.draft.thorough.check_written(self.claim)
        checker = self.draft.thorough if is_thorough else self.draft.quiet
        found = checker.check(self.claim).doubts
        return [it for it in found if it.kind is not DoubtKind.VERBATIM]


def made_claims(drafts: Sequence[HeldOutDraft]) -> Iterator[MadeClaim]:
    """Yield each claim as it is and with each error that can be made in it, drawn by a seed."""
    draw = random.Random(SEED)
    texts = [(draft.name, claim.text) for draft in drafts for claim in draft.claims]
    for draft in drafts:
        known = [paper for paper in draft.papers if draft.papers[paper].abstract]
        for claim in draft.claims:
            yield MadeClaim(TRUE, claim, draft)
            others = [paper for paper in known if paper not in claim.papers]
            if others:
                swapped = replace(claim, papers=(draw.choice(others),))
                yield MadeClaim("swapped citation", swapped, draft)
            foreign = draw.choice([text for name, text in texts if name != draft.name])
            for kind, text in (
                ("from nowhere", foreign),
                *_with_errors(claim, draft, foreign, draw),
            ):
                if text:
                    yield MadeClaim(kind, replace(claim, text=text), draft)


def _with_errors(
    claim: Claim, draft: HeldOutDraft, foreign: str, draw: random.Random
) -> Iterator[tuple[str, str]]:
    text = claim.text.rstrip(" .")
    lower = text if text[:2].isupper() else text[:1].lower() + text[1:]
    papers = [draft.papers[it] for it in claim.papers]
    number = (
        f"{draw.uniform(11, 95):.1f}" if draw.random() < 0.5 else f"{draw.randint(101, 9900):,}"
    )
    yield "invented number", f"{text} {draw.choice(_NUMBERS).format(number)}"
    data = draw.choice(_DATA_SETS)
    known = " ".join(f"{it.title} {it.abstract}" for it in papers)
    if data.removeprefix("the ") not in known:
        yield (
            "invented data set",
            f"{text}, {draw.choice(('evaluated on', 'using', 'and test it on'))} {data}",
        )
    yield "negation", _denied(text)
    flips = [it for it in re.finditer(r"[A-Za-z]+", text) if it[0] in _FLIPS]
    if flips:
        flip = draw.choice(flips)
        yield "flipped direction", f"{text[: flip.start()]}{_FLIPS[flip[0]]}{text[flip.end() :]}"
    abstract = {term for it in papers for term in roots(f"{it.title} {it.abstract}")}
    own = [it for it in _WORD.finditer(text) if {*roots(it[0])} and {*roots(it[0])} <= abstract]
    new = [
        it
        for it in _WORD.findall(foreign)
        if {*roots(it)} and not {*roots(it)} & (abstract | framing())
    ]
    if own and new:
        word = draw.choice(own)
        yield "key word exchanged", text[: word.start()] + draw.choice(new) + text[word.end() :]
    families = {author.family for it in papers for author in it.authors}
    wrong = draw.choice([it for it in _AUTHORS if it not in families])
    yield "wrong author", f"{wrong} et al. show that {lower}"
    years = [it.year for it in papers if it.year]
    if years and len(years) == len(papers) and families:
        first = papers[0].authors[0].family if papers[0].authors else ""
        year = max(years) - draw.choice((4, 7, 11)) if draw.random() < 0.5 else max(years) + 3
        ways = (f"In {year}, {first} et al. proposed that {lower}", f"{text} (proposed in {year})")
        yield "wrong year", draw.choice(ways)
        right = draw.choice(years)
        yield "right author and year", f"In {right}, {first} et al. showed that {lower}"


def _denied(text: str) -> str:
    if found := _AUXILIARY.search(text):
        return f"{text[: found.end()]} not{text[found.end() :]}"
    if verb := _VERB.search(text):
        return f"{text[: verb.start()]}did not {verb[0]}{text[verb.end() :]}"
    return ""


def lacking(made: MadeClaim) -> float:
    """Return the share of a claim's weighted words that its papers lack: the plain overlap."""
    return 1 - max((made.draft.quiet.score(made.claim, it) for it in made.claim.papers), default=0)


def _lacks_number(made: MadeClaim) -> bool:
    said = " ".join(
        f"{p.title} {p.abstract}" for it in made.claim.papers for p in [made.draft.papers[it]]
    )
    numbers = {it.replace(",", "") for it in re.findall(r"\d[\d,.]*\d|\d", said)}
    own = {
        it.replace(",", "")
        for it in re.findall(r"(?<![\w-])\d[\d,.]*\d|(?<![\w-])\d(?!\w)", made.claim.text)
    }
    return not {it for it in own if not re.fullmatch(r"(?:19|20)\d\d", it)} <= numbers


def written(draft: HeldOutDraft) -> HeldOutDraft:
    """Return a draft with the sentences that the extractive method writes of its papers."""
    method = method_named("extractive")
    papers = [paper for paper in draft.papers.values() if paper.abstract][:_MOST]
    if len(papers) < 2:
        return replace(draft, claims=())
    task = WritingTask(DraftText(papers[0].title, papers[0].abstract, "abstract"), tuple(papers))
    try:
        result = asyncio.run(method.write(task, method.parameters(), Ports()))
    except MethodError:
        return replace(draft, claims=())
    sentences = (it for paragraph in result.paragraphs for it in paragraph.sentences)
    claims = (
        Claim(it.text, it.cites)
        for it in sentences
        if it.cites and it.kind is not SentenceKind.LEAD
    )
    return replace(draft, claims=tuple(claims))


def main() -> None:
    """Print the table."""
    paths = [Path(it) for it in sys.argv[1:] if not it.startswith("--") and Path(it).exists()]
    shown = sys.argv[sys.argv.index("--show") + 1] if "--show" in sys.argv else ""
    drafts = [it for path in paths if path.is_dir() for it in corwa_drafts(path)]
    drafts += [project_draft(path) for path in paths if path.is_file()]
    wanted = "--tuning" in sys.argv
    drafts = [*map(written, drafts)] if IS_WRITTEN else drafts
    drafts = [it for it in drafts if it.claims and (IS_WRITTEN or it.is_tuning is wanted)]
    rows: dict[str, list[MadeClaim]] = defaultdict(list)
    for made in made_claims(drafts):
        rows[made.kind].append(made)
    print(f"{len(drafts)} drafts, {len(rows[TRUE])} claims")
    alarms: list[float] = []
    told: dict[tuple[str, bool], float] = {}
    for kind, each in rows.items():
        shares = []
        for is_thorough in (False, True):
            values = [float(bool(it.doubts(is_thorough))) for it in each]
            share = interval(values, [it.draft.name for it in each])
            assert share is not None
            told[kind, is_thorough] = share.mean
            shares.append(f"{share.mean:.3f} [{share.low:.2f}, {share.high:.2f}]")
        print(f"{kind}: quiet {shares[0]}, thorough {shares[1]}, of {len(each)}")
        if kind == shown:
            for it in each:
                for doubt in it.doubts("--thorough" in sys.argv):
                    print(f"    {it.claim.papers} {it.claim.text}")
                    print(f"        {doubt.kind}: {doubt.reason}")
    alarms = sorted((lacking(it) for it in rows[TRUE]), reverse=True)
    for allowed in (0.05, 0.1, told[TRUE, True]):
        limit = alarms[min(len(alarms) - 1, int(allowed * len(alarms)))]
        found = ", ".join(
            f"{kind} {sum(lacking(it) > limit for it in each) / len(each):.2f}"
            for kind, each in rows.items()
        )
        print(f"one weighted overlap, at {allowed:.3f} alarms: {found}")
    for kind in (TRUE, "invented number"):
        each = rows[kind]
        share = sum(map(_lacks_number, each)) / len(each)
        print(f"a number that no abstract has, {kind}: {share:.3f}")
