"""``citeloom evaluate --study``."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.cost_words import duration_words
from citeloom.actions.writing.models import Estimate
from citeloom.actions.writing.save import save
from citeloom.cli.console import print_message, print_page
from citeloom.keeping.private import make_private_folder
from citeloom.problem import InputError
from citeloom_lab.cli.evaluation.as_json import evaluation_json
from citeloom_lab.cli.evaluation.as_words import (
    evaluation_in_words,
    table_as_text,
    tables_in_words,
)
from citeloom_lab.cli.evaluation.shown import run_shown
from citeloom_lab.evaluating.evaluate import Evaluation, evaluate
from citeloom_lab.evaluating.plan import EvaluationPlan, plan_evaluation
from citeloom_lab.evaluating.study import JUDGING, PlannedWork, Study, planned_work, read_study
from citeloom_lab.evaluating.writing_texts import SetTexts, write_texts
from citeloom_lab.evaluation.blind.page import page_of
from citeloom_lab.evaluation.blind.shuffled import BlindText, blind_texts
from citeloom_lab.evaluation.blind.votes import count_votes, read_votes, vote_tables
from citeloom_lab.evaluation.example import drawn_examples
from citeloom_lab.evaluation.study_tables import study_tables
from citeloom_lab.evaluation.tables import NONE, WordTable

PAGE, TO_READ, VALUES = "study.md", "to-read.html", "study.json"


def run_study(
    file: Path, data: Sequence[Path], *, yes: bool, dry_run: bool, votes: Path | None
) -> None:
    """Write and judge the texts of a study, and put all that comes of it on one page.

    Raises
    ------
    InputError
        If the study cannot be read, or its user does not agree to what it takes.
    """
    context = Context()
    study = read_study(file, data)
    # Who counts votes on texts that are there has nobody asked.
    request = replace(study.request, judges=()) if votes else study.request
    planned = plan_evaluation(request)
    work = list(planned_work(planned, study, context))
    for line in _lines(planned, study, work):
        print_message(line)
    if dry_run:
        return
    asks = any(each.estimate.cost.calls for each in work)
    if asks and not yes and not (sys.stdin.isatty() and typer.confirm("Go on?", err=True)):
        raise InputError("nothing was sent", advice="--yes agrees to that")
    if votes is not None:
        texts = run_shown(lambda shown: write_texts(planned, context, shown))
        counts = count_votes(read_votes(votes), _to_read(planned, study, texts))
        print_page(tables_in_words(vote_tables(counts), markdown=False))
        return
    evaluation = run_shown(lambda shown: evaluate(planned, context, shown, study.judge))
    make_private_folder(study.folder)
    blind = _to_read(planned, study, evaluation.texts)
    for name, text in (
        (TO_READ, page_of(blind)),
        (VALUES, evaluation_json(evaluation) + "\n"),
        (PAGE, _page(evaluation, study, file)),
    ):
        save(text, study.folder / name, force=True)
    print_message(f"written to {study.folder / PAGE}")


def _lines(planned: EvaluationPlan, study: Study, work: Sequence[PlannedWork]) -> Iterator[str]:
    """Yield lines on whom the study asks, what is sent there, and what is left to be done."""
    examples = [example for each in planned.sets for example in each.examples]
    references = sum(len(example.references) for example in examples)
    for model in study.request.models:
        yield f"model {model.name}: {model.setup.name} at {model.setup.host}"
    yield (
        f"sent there: titles and abstracts of {len(examples)} papers and their {references} "
        "references, and what methods make of them"
    )
    if planned.judges:
        yield f"judge: {study.judge.name} at {study.judge.host}"
        yield "sent there: the same, all texts, and the authors' own"
    yield from table_as_text(_left(work)).splitlines()
    yield (
        "an answer that cannot be used is asked for again, at most twice: with a weak model it may "
        "come to three times as much"
    )


def _left(work: Sequence[PlannedWork]) -> WordTable:
    rows = [
        (each.name, f"{each.kept}", *_cost_cells([each.estimate]), _duration([each]))
        for each in work
    ]
    kept = sum(each.kept for each in work)
    cells = _cost_cells([each.estimate for each in work])
    rows.append(("all, models side by side", f"{kept}", *cells, _duration(work)))
    return WordTable(
        "what is left to be done",
        (
            "method or judge",
            "texts kept",
            "calls",
            "tokens read",
            "written",
            "money",
            "takes",
        ),
        tuple(rows),
    )


def _cost_cells(made: Sequence[Estimate]) -> Iterator[str]:
    yield f"{sum(each.cost.calls for each in made):,}"
    yield f"{sum(each.cost.input_tokens for each in made):,}"
    yield f"{sum(each.cost.output_tokens for each in made):,}"
    priced: dict[str, float] = {}
    for each in made:
        if each.money is not None:
            priced[each.currency] = priced.get(each.currency, 0.0) + each.money
    yield " + ".join(f"{money:.2f} {currency}" for currency, money in priced.items()) or NONE


def _duration(work: Iterable[PlannedWork]) -> str:
    """Return how long it takes if models write at the same time, and the judges after them."""
    ends: dict[str, tuple[float, float]] = {}
    for each in work:
        seconds = each.estimate.seconds or (0.0, 0.0)
        before = ends.get(each.turn, (0.0, 0.0))
        ends[each.turn] = (before[0] + seconds[0], before[1] + seconds[1])
    judging = ends.pop(JUDGING, (0.0, 0.0))
    least, most = (
        duration_words(max((own[at] for own in ends.values()), default=0.0) + judging[at])
        for at in (0, 1)
    )
    return least if least == most else f"{least} to {most}"


def _to_read(planned: EvaluationPlan, study: Study, texts: SetTexts) -> list[BlindText]:
    """Return the texts for the first papers that the seed draws, in an order that tells nothing."""
    seed = planned.request.seed
    drawn = drawn_examples(planned.sets, study.read, seed)
    shown = {id(example) for each in drawn for example in each.examples}
    return [blind for blind in blind_texts(planned.sets, texts, seed) if id(blind.example) in shown]


def _page(evaluation: Evaluation, study: Study, file: Path) -> str:
    planned = evaluation.plan
    models = "".join(
        f"- {model.name}: {model.setup.name} at {model.setup.host}\n"
        for model in study.request.models
    )
    judge = f"- judge: {study.judge.name} at {study.judge.host}\n" if planned.judges else ""
    first = study_tables(evaluation.comparisons[-1], evaluation.judgements, planned.sets)
    return (
        f"# {file.stem}: {planned.examples} papers\n\n{models}{judge}\n"
        f"Texts to be read blind: [{TO_READ}]({TO_READ}); every run's own values: [{VALUES}]"
        f"({VALUES}). docs/evaluation.md says what each column means.\n\n"
        f"{tables_in_words(first, markdown=True)}\n\n"
        f"{evaluation_in_words(evaluation, '', markdown=True)}\n"
    )
