"""``citeloom evaluate``."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citeloom.cli.console import ShownProgress, print_message, print_page, print_source

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.evaluating.evaluate import Evaluation, EvaluationPlan
    from citeloom.actions.writing.models import Setup

INTERRUPTED = 130
SHOWN_FAILURES = 5


def register(app: typer.Typer) -> None:
    app.command("evaluate", help="Measure methods on data sets of related work.")(run)


def run(
    data: Annotated[
        list[Path], typer.Argument(help="Data sets, JSON on each line (docs/evaluation.md).")
    ],
    methods: Annotated[
        list[str],
        typer.Option(
            "--method",
            help="A method, or lead, random or oracle; give it several times to compare. The first "
            "is the one that the others are compared with.",
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="METHOD.NAME=VALUE", help="A parameter of a method."),
    ] = None,
    words: Annotated[
        int | None, typer.Option("--words", min=1, help="Words that each text should have.")
    ] = None,
    cut: Annotated[
        int | None, typer.Option("--cut", min=1, help="Words of a text that ROUGE compares.")
    ] = None,
    stemming: Annotated[
        bool, typer.Option("--stemming/--no-stemming", help="Compare stems of words.")
    ] = True,
    seed: Annotated[int, typer.Option("--seed", help="Decides all random choices.")] = 0,
    most: Annotated[
        int | None, typer.Option("--most", min=1, help="Only the first examples of each set.")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Keep the texts in this folder, not in the user's own."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    to: Annotated[
        Path | None, typer.Option("--output", help="Write it to this file instead.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what it would take, and stop.")
    ] = False,
) -> None:
    """Measure methods on data sets; what is written is kept, and the same command goes on."""
    from citeloom.actions.context import Context
    from citeloom.actions.evaluating.evaluate import EvaluationRequest, failures, plan_evaluation
    from citeloom.actions.writing.models import configured_model
    from citeloom.actions.writing.save import save
    from citeloom.cli.evaluation.as_json import evaluation_json
    from citeloom.cli.write import parameter_values
    from citeloom.problem import InputError

    if json and markdown:
        raise InputError("--json and --markdown do not go together")
    context = Context()
    request = EvaluationRequest(
        data, methods, parameter_values(given or []), words, cut, stemming, seed, most, keep
    )
    planned = plan_evaluation(request)
    setup = configured_model() if planned.uses_model else None
    _say_plan(planned, setup)
    if dry_run:
        return
    evaluation = _run_shown(planned, context, setup)
    currency = setup.settings.currency if setup else ""
    for number, line in enumerate(failures(evaluation)):
        if number == SHOWN_FAILURES:
            print_message("further texts are missing; --json names them all")
            break
        print_message(f"warning: {line}")
    answer = evaluation_json(evaluation) if json else _tables(evaluation, currency, markdown)
    if to is not None:
        save(answer + "\n", to, force=force)
        print_message(f"written to {to}")
    elif json:
        print_page(answer)
    else:
        print_source(answer)


def _say_plan(planned: "EvaluationPlan", setup: "Setup | None") -> None:
    from citeloom.actions.evaluating.evaluate import evaluation_estimate
    from citeloom.actions.writing.cost_words import estimate_lines

    for each in planned.sets:
        print_message(f"{each.name}: {len(each.examples)} examples of {each.papers} papers")
    for method in planned.methods:
        if not method.uses_model:
            print_message(f"method: {method.name} (no model, nothing leaves this machine)")
            continue
        print_message(f"method: {method.name}")
        references = sum(
            len(example.references) for each in planned.sets for example in each.examples
        )
        for line in estimate_lines(evaluation_estimate(planned, method, setup), references):
            print_message(line)


def _run_shown(
    planned: "EvaluationPlan", context: "Context", setup: "Setup | None"
) -> "Evaluation":
    from citeloom.actions.evaluating.evaluate import evaluate

    progress = ShownProgress()
    try:
        return asyncio.run(evaluate(planned, context, progress, setup))
    except KeyboardInterrupt:
        progress.clear()
        print_message("interrupted; what was written is kept, and the same command goes on")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        progress.clear()


def _tables(evaluation: "Evaluation", currency: str, markdown: bool) -> str:
    from citeloom.cli.evaluation.as_words import table_as_markdown, table_as_text
    from citeloom.evaluation.tables import tables

    request = evaluation.plan.request
    shown = table_as_markdown if markdown else table_as_text
    stems = "with stemming" if request.stemming else "without stemming"
    cut = f", texts cut at {request.cut} words" if request.cut else ""
    asked = f"; {request.words} words asked for" if request.words else ""
    parts = [f"ROUGE F1 by {evaluation.rouge} {stems}{cut}{asked}; seed {request.seed}"]
    for comparison in evaluation.comparisons:
        parts += map(shown, tables(comparison, currency))
    return "\n\n".join(parts)
