"""Several methods on the same examples: means with intervals, and paired differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeloom.methods.result import Usage
from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.evaluation.example import DataSet, Example
from citeloom_lab.evaluation.metrics import METRICS, NAMES, Scorer, TextScores
from citeloom_lab.evaluation.resampling import Interval, difference, interval

AUTHORS = "authors"
"""The row of the texts that people wrote."""

OVERLAP = ("rouge1", "rouge2", "rouge_l")
BANDS = ((1, 2), (3, 4), (5, 6), (7, 9), (10, 14), (15, 10_000))
"""Numbers of references, from and to, by which texts are told apart as in CKMA's Figure 3."""


@dataclass(frozen=True)
class ExampleScores:
    """The scores of one method's text for one example."""

    example: str
    paper: str
    references: int
    text: EvaluatedText
    scores: TextScores


@dataclass(frozen=True)
class MethodScores:
    """The scores of a method on a data set.

    ``means`` are by metric; ``differences`` those of the overlap metrics to the first method.
    ``failed`` texts could not be written and have no overlap; ``faulty`` ones were refused by the
    checks that every text passes before an author gets it.
    """

    method: str
    examples: tuple[ExampleScores, ...]
    means: Mapping[str, Interval | None]
    differences: Mapping[str, Interval | None]
    by_references: tuple[Interval | None, ...]
    usage: Usage
    models: tuple[str, ...]

    @property
    def failed(self) -> int:
        return sum(bool(scored.text.failure) for scored in self.examples)

    @property
    def faulty(self) -> int:
        return sum(bool(scored.text.fault) for scored in self.examples)


@dataclass(frozen=True)
class SetComparison:
    """The methods on one data set, or on all together; ``bands`` say how many examples each has."""

    name: str
    examples: int
    papers: int
    rows: tuple[MethodScores, ...]
    bands: tuple[tuple[str, int], ...]


def score_texts(
    texts: Sequence[EvaluatedText], examples: Sequence[Example], scorer: Scorer
) -> tuple[ExampleScores, ...]:
    """Return the scores of a method's texts for these examples."""
    return tuple(
        ExampleScores(
            example.id, example.paper, len(example.references), text, scorer.scores(text, example)
        )
        for text, example in zip(texts, examples, strict=True)
    )


def score_authors(examples: Sequence[Example], scorer: Scorer) -> tuple[ExampleScores, ...]:
    """Return the scores of the authors' own texts, as far as they have a meaning for these."""
    return tuple(
        ExampleScores(
            example.id,
            example.paper,
            len(example.references),
            EvaluatedText(()),
            scorer.authors_scores(example),
        )
        for example in examples
    )


def compare(name: str, scored: Mapping[str, Sequence[ExampleScores]]) -> SetComparison:
    """Compare methods on the same examples; differences are to the first one."""
    first = next(iter(scored.values()))
    bands = [band for band in BANDS if any(_is_in(band, each) for each in first)]
    return SetComparison(
        name,
        len(first),
        len({each.paper for each in first}),
        tuple(_row(method, own, first, bands) for method, own in scored.items()),
        tuple((_band_name(band), sum(_is_in(band, each) for each in first)) for band in bands),
    )


def _row(
    method: str,
    own: Sequence[ExampleScores],
    first: Sequence[ExampleScores],
    bands: Sequence[tuple[int, int]],
) -> MethodScores:
    papers = [each.paper for each in own]
    return MethodScores(
        method,
        tuple(own),
        {metric.name: interval(_values(own, metric.name), papers) for metric in METRICS},
        {
            name: None
            if own is first
            else difference(_values(own, name), _values(first, name), papers)
            for name in OVERLAP
        },
        tuple(_in_band(own, band) for band in bands),
        sum_usage([each.text.usage for each in own]),
        tuple(sorted({each.text.model for each in own if each.text.model})),
    )


def _values(scored: Sequence[ExampleScores], name: str) -> list[float | None]:
    at = NAMES.index(name)
    return [each.scores.values[at] for each in scored]


def _in_band(scored: Sequence[ExampleScores], band: tuple[int, int]) -> Interval | None:
    inside = [each for each in scored if _is_in(band, each)]
    return interval(_values(inside, "rouge1"), [each.paper for each in inside])


def _is_in(band: tuple[int, int], scored: ExampleScores) -> bool:
    return band[0] <= scored.references <= band[1]


def _band_name(band: tuple[int, int]) -> str:
    least, most = band
    return f"{least} or more" if band == BANDS[-1] else f"{least}–{most}"


def sum_usage(used: Sequence[Usage]) -> Usage:
    """Return what several texts used together."""
    return Usage(
        calls=sum(each.calls for each in used),
        memo_hits=sum(each.memo_hits for each in used),
        input_tokens=sum(each.input_tokens for each in used),
        output_tokens=sum(each.output_tokens for each in used),
        seconds=sum(each.seconds for each in used),
        money=sum(each.money for each in used),
    )


def pooled(sets: Sequence[DataSet]) -> str:
    """Return what the table of all data sets together is called."""
    return f"all {len(sets)} sets"
