"""Where the key that an author cited stands in the completion: hidden citations of related works.

``python -m bench completion`` makes a small project of each related work of ``../shared/data/rwg``
whose references have titles: its text, and a .bib file of its references under keys that say
nothing, alone and among 500 references of other papers. Each citation in turn is taken out, and
the product completes there: as typed, with nothing behind the sentence, or in the whole text. (In a
whole related work most keys are cited once, which gives away the hidden one: it is cited nowhere.)
Beside it stand the alphabet, the words of titles alone, and the order that knew the sentence alone.

The weights are chosen by turns on four fifths of the papers as typed, with whole papers of
``../shared/data/full-texts``, and used on the last fifth.
"""

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from bench import completion_before
from citeloom.actions.context import context_over, open_project
from citeloom.actions.keys.complete import TypedKey, place_scores, typed_key_at
from citeloom.actions.keys.ranking import WEIGHTS, RankWeights
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.settings import user_settings
from citeloom_latex.escape import to_latex
from citeloom_latex.lined import LinedText

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data" / "rwg"
FULL_TEXTS = DATA.parent / "full-texts" / "unarxive-sample.jsonl.gz"
SETS = ("tdms_rw_dev", "rwsg_ccby10")
OTHERS = 500
FOLDS = 5
OF_ONE_DRAFT = 20
"""Citations of one whole paper that are hidden."""

Way = tuple[bool, int, bool]
WAYS: tuple[Way, ...] = (
    (False, 0, False),
    (False, 0, True),
    (False, OTHERS, False),
    (False, OTHERS, True),
    (True, 0, False),
    (True, OTHERS, False),
)
"""Whether the whole text is there, other references, whether the .bib holds abstracts."""

SEED = 15
RESAMPLED = 2000
ZONES = ("near", "sentence", "names", "paragraph")
FIELDS = ("", "body", "said")
LONE = ("people", "together", "beside", "cited", "here")
STEPS = (0.0, 0.25, 0.5, 0.7, 1.4, 2.0, 4.0)
_END = re.compile(r"(?<=[.!?])\s")
_BETWEEN = re.compile(r"[\s,;]*")
_MARK = re.compile(r"(@cite_\d+)")

Ranks = NDArray[np.float64]


@dataclass(frozen=True)
class Reference:
    """A reference of a related work, under a key that says nothing of it."""

    key: str
    title: str
    abstract: str
    year: str
    people: str

    def entry(self, has_abstract: bool) -> str:
        abstract = f"  abstract = {{{to_latex(self.abstract)}}},\n" if has_abstract else ""
        people = f"  author = {{{to_latex(self.people)}}},\n" if self.people else ""
        return (
            f"@article{{{self.key},\n{people}  title = {{{to_latex(self.title)}}},\n"
            f"{abstract}  year = {{{self.year}}}\n}}\n"
        )


@dataclass(frozen=True)
class Paper:
    """A related work as pieces of plain text and, at every second place, a key."""

    title: str
    abstract: str
    pieces: tuple[str, ...]
    references: tuple[Reference, ...]

    def until(self, hidden: int) -> "Paper":
        """Return it as it is while the sentence with one piece is typed: nothing stands behind."""
        ending = _END.split(self.pieces[hidden + 1], maxsplit=1)[0]
        return replace(self, pieces=(*self.pieces[: hidden + 1], ending))

    def text(self, hidden: int) -> tuple[str, int]:
        """Return its LaTeX without the key at one piece, and where that was."""
        body, cursor = "", 0
        head = (
            f"\\documentclass{{article}}\n\\title{{{to_latex(self.title)}}}\n\\begin{{document}}\n"
            f"\\begin{{abstract}}\n{to_latex(self.abstract)}\n\\end{{abstract}}\n"
            "\\section{Related Work}\n\n"
        )
        for number, piece in enumerate(self.pieces):
            if number % 2:
                joins = number > 1 and _BETWEEN.fullmatch(self.pieces[number - 1])
                body = body.removesuffix("}") + "," if joins else body + "\\cite{"
                if number == hidden:
                    cursor = len(head) + len(body)
                body += f"{'' if number == hidden else piece}}}"
            elif not (0 < number < len(self.pieces) - 1 and _BETWEEN.fullmatch(piece)):
                body += to_latex(piece)
        return head + body + "\n\n\\bibliography{refs}\n\\end{document}\n", cursor


@dataclass(frozen=True)
class Case:
    """A hidden citation: its paper's number, candidates by kind of evidence, which one is right."""

    paper: int
    evidence: NDArray[np.float32]
    right: int
    before: float
    titles: float
    alphabet: float
    again: bool
    left_out: list[int]


def papers() -> list[Paper]:
    """Return the related works whose references have titles, the keys drawn by lot."""
    lot = random.Random(SEED)
    numbers = lot.sample(range(100_000), 5_000)
    found = []
    for name in SETS:
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            references = {
                mark: Reference(
                    f"ref{numbers.pop():05}",
                    " ".join(known["title"].split()),
                    " ".join(known["abstract"].split()),
                    known["year"] or "2000",
                    " and ".join(known.get("authors", ())),
                )
                for mark, known in record["ref_abstract"].items()
                if known["title"]
            }
            text = record["related_work"]
            if name == "rwsg_ccby10":
                text = _marked(text, record["ref_abstract"])
            pieces = _pieces(text, references)
            if len(pieces) > 1:
                kept = tuple(references.values())
                found.append(Paper(record["title"], record["abstract"], pieces, kept))
    return found


def full_texts() -> list[Paper]:
    """Return whole drafts; the title of a reference is all that its bibliography says."""
    lot = random.Random(SEED)
    numbers = lot.sample(range(100_000), 5_000)
    found = []
    with gzip.open(FULL_TEXTS, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            references = {
                known["mark"]: Reference(
                    f"ref{numbers.pop():05}", " ".join(known["text"].split()), "", "2000", ""
                )
                for known in record["references"]
            }
            text = "\n\n".join(
                paragraph for section in record["sections"] for paragraph in section["paragraphs"]
            )
            pieces = _pieces(text, references)
            if len(pieces) > 1:
                title = record["metadata"]["title"]
                kept = tuple(references.values())
                found.append(Paper(title, record["abstract"], pieces, kept))
    return found


def _pieces(text: str, references: dict[str, Reference]) -> tuple[str, ...]:
    """Split a text at its marks; one of an unknown title stays out."""
    pieces = [""]
    for part in _MARK.split(text):
        if part in references:
            pieces += [references[part].key, ""]
        elif not _MARK.fullmatch(part):
            pieces[-1] += part
    return tuple(pieces)


def _marked(text: str, known: dict[str, dict[str, object]]) -> str:
    """Put marks where a text names authors and year; what fits two references stays as it is."""
    for mark, paper in known.items():
        people = paper.get("authors") or [""]
        family = str(people[0]).split()[-1:] if isinstance(people, list) else []
        if not family:
            continue
        year = str(paper["year"])[:4]
        same = [
            other
            for other in known.values()
            if str(other["year"])[:4] == year
            and str((other.get("authors") or [""])[0]).split()[-1:] == family  # type: ignore[index]
        ]
        if len(same) == 1:
            named = rf"{re.escape(family[0])}(?: et al\.?| and [\w-]+)?,? \(?{year}[a-z]?\)?"
            text = re.sub(named, f" {mark} ", text)
    return text


def cases(
    known: Sequence[Paper],
    count_others: int,
    has_abstracts: bool,
    is_whole: bool,
    most: int = sys.maxsize,
) -> list[Case]:
    """Return hidden citations, so many of each paper at most, and the evidence for each key."""
    everybody = [reference for paper in known for reference in paper.references]
    found: list[Case] = []
    with TemporaryDirectory() as name:
        for number, paper in enumerate(known):
            own = {reference.key for reference in paper.references}
            titles = {reference.title.lower() for reference in paper.references}
            rest = [
                reference
                for reference in everybody
                if reference.key not in own and reference.title.lower() not in titles
            ]
            drawn = random.Random(f"{SEED} {number}").sample(rest, min(count_others, len(rest)))
            entries = sorted([*paper.references, *drawn], key=lambda reference: reference.key)
            folder = Path(name).resolve() / str(number)
            folder.mkdir()
            bib = "".join(reference.entry(has_abstracts) for reference in entries)
            (folder / "refs.bib").write_text(bib, encoding="utf-8")
            found += _cases_of(number, paper, folder, is_whole, most)
    return found


def _cases_of(number: int, paper: Paper, folder: Path, is_whole: bool, most: int) -> Iterator[Case]:
    texts: dict[Path, LinedText] = {}
    main = folder / "main.tex"
    context = context_over(texts, user_settings())
    places = range(1, len(paper.pieces), 2)
    drawn = random.Random(number).sample(places, min(len(places), most))
    for hidden in sorted(drawn):
        text, cursor = (paper if is_whole else paper.until(hidden)).text(hidden)
        texts[main] = LinedText(text)
        project = open_project(main, context).project
        document = project.documents[main]
        typed = typed_key_at(document, cursor)
        assert typed is not None
        yield _case(number, project, document, typed, paper.pieces, hidden)


def _case(
    number: int,
    project: Project,
    document: Document,
    typed: TypedKey,
    pieces: Sequence[str],
    hidden: int,
) -> Case:
    keys = project.library.entries.keys
    right = keys.index(pieces[hidden])
    evidence = np.zeros((len(_KINDS), len(keys)), np.float32)
    for row, (zone, kind) in enumerate(_KINDS):
        for entry, score in place_scores(project, document, typed, _alone(zone, kind)).items():
            evidence[row, entry] = score
        if zone and kind:
            evidence[row] -= evidence[_KINDS.index((zone, ""))]

    def order(counts_cited: bool) -> float:
        ranked = completion_before.candidates(project, document, typed, counts_cited=counts_cited)
        keys_ranked = [candidate.key for candidate in ranked]
        hit = pieces[hidden]
        return 1 / (1 + keys_ranked.index(hit)) if hit in keys_ranked else 0.0

    left_out = [number for number, key in enumerate(keys) if key in typed.others]
    alphabet = 1 / (1 + right - sum(number < right for number in left_out))
    again = pieces[hidden].lower() in project.times_cited
    return Case(number, evidence, right, order(True), order(False), alphabet, again, left_out)


_KINDS = [*((zone, field) for zone in ZONES for field in FIELDS), *(("", lone) for lone in LONE)]


def _alone(zone: str, kind: str) -> RankWeights:
    nothing = RankWeights(*(0.0 for _ in fields(RankWeights)))
    return replace(nothing, **{name: 1.0 for name in (zone, kind) if name})


def reciprocal(case: Case, weights: RankWeights) -> float:
    """Return 1 / the rank of the right key, as the product orders."""
    mixed = np.array(
        [
            (getattr(weights, zone) if zone else 1.0) * (getattr(weights, kind) if kind else 1.0)
            for zone, kind in _KINDS
        ]
    )
    score = mixed @ case.evidence
    score[case.left_out] = -1e9
    ahead = int((score > score[case.right] + 1e-9).sum())
    tied = int((np.abs(score[: case.right] - score[case.right]) <= 1e-9).sum())
    return 1.0 / (1 + ahead + tied)


def mrr(found: Sequence[Case], weights: RankWeights) -> float:
    return float(np.mean([reciprocal(case, weights) for case in found]))


def chosen(samples: Sequence[Sequence[Case]]) -> RankWeights:
    """Return weights that do well on all of some samples, found one by one."""
    weights = WEIGHTS

    def quality(tried: RankWeights) -> float:
        return sum(mrr(sample, tried) for sample in samples)

    best = quality(weights)
    for _ in range(3):
        before = best
        for field in fields(RankWeights):
            start = getattr(weights, field.name)
            for step in STEPS:
                tried = replace(weights, **{field.name: round(start * step, 4)})
                if (value := quality(tried)) > best + 1e-6:
                    best, weights = value, tried
        if best - before < 1e-4:
            break
    return weights


def interval(found: Sequence[Case], values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean, papers drawn again."""
    by_paper: dict[int, list[float]] = {}
    for case, value in zip(found, values, strict=True):
        by_paper.setdefault(case.paper, []).append(value)
    sums = np.array([sum(group) for group in by_paper.values()])
    counts = np.array([len(group) for group in by_paper.values()])
    drawn = np.random.default_rng(SEED).integers(0, len(sums), (RESAMPLED, len(sums)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def main() -> None:
    """Print mean reciprocal ranks."""
    known, drafts = papers(), full_texts()
    whole_papers = [cases(drafts, 0, False, is_whole, OF_ONE_DRAFT) for is_whole in (False, True)]
    samples = {way: cases(known, way[1], way[2], way[0]) for way in WAYS}
    _print_all(len(known), whole_papers, samples)


def _print_all(
    count: int, whole_papers: Sequence[list[Case]], samples: dict[Way, list[Case]]
) -> None:
    print(f"{len(samples[WAYS[0]])} citations of {count} related works, each hidden in turn:")
    typed = [found for (is_whole, _, _), found in samples.items() if not is_whole]
    chosen_for = []
    for fold in range(FOLDS):
        rest = [[case for case in found if case.paper % FOLDS != fold] for found in typed]
        chosen_for.append(chosen([*whole_papers, *rest]))
        print("  chosen without fold", fold, chosen_for[-1], file=sys.stderr)
    for (is_whole, others, abstracts), found in samples.items():
        print(
            f"{'whole' if is_whole else 'as typed'}, {others} others, "
            f"{'with' if abstracts else 'without'} abstracts:"
        )
        _print_gains(found, [chosen_for[case.paper % FOLDS] for case in found])
    for is_whole, found in zip((False, True), whole_papers, strict=True):
        print(f"whole papers of any field, {'whole' if is_whole else 'as typed'}:")
        _print_gains(found, [WEIGHTS] * len(found))


def _print_gains(found: Sequence[Case], weights: Sequence[RankWeights]) -> None:
    ours = [reciprocal(case, own) for case, own in zip(found, weights, strict=True)]
    shipped = [reciprocal(case, WEIGHTS) for case in found]
    print(f"  ours {np.mean(ours):.3f} (with the weights of the product {np.mean(shipped):.3f})")
    for name in ("alphabet", "titles", "before"):
        theirs = [getattr(case, name) for case in found]
        gains = [own - their for own, their in zip(ours, theirs, strict=True)]
        low, high = interval(found, gains)
        gain = f"{np.mean(gains):+.3f} ({low:+.3f} to {high:+.3f})"
        print(f"  {name} {np.mean(theirs):.3f}; gain {gain}")


if __name__ == "__main__":
    main()
