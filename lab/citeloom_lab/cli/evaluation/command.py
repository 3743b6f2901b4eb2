"""``citeloom evaluate``."""

from pathlib import Path
from typing import Annotated

import typer

from citeloom.cli.console import print_message, print_page, print_source

SHOWN_FAILURES = 5


def register(app: typer.Typer) -> None:
    app.command("evaluate", help="Measure methods on data sets of related work.")(run)


def run(
    data: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Data sets, JSON on each line (docs/evaluation.md), or folders of such."
        ),
    ] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            help="A method, or lead, random or oracle; give it several times to compare. The first "
            "is the one that the others are compared with.",
        ),
    ] = None,
    ablations: Annotated[
        list[str] | None,
        typer.Option("--ablation", help="The rows of a paper's table of a method's parts."),
    ] = None,
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            metavar="NAME=METHOD:PARAMETER=VALUE,…",
            help="A method with these parameters, beside others, as NAME.",
        ),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="METHOD.NAME=VALUE", help="A parameter of a method."),
    ] = None,
    judges: Annotated[
        list[str] | None,
        typer.Option(
            "--judge",
            help="Have the configured model judge the texts, too: g-score, hireview, citegeist, "
            "coverage-logic-relevance or finesure.",
        ),
    ] = None,
    bertscore: Annotated[
        str,
        typer.Option(
            "--bertscore",
            metavar="MODEL",
            help="Compute BERTScore by this model, which is on this machine: roberta-large.",
        ),
    ] = "",
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FOLDER", help="Draw the comparisons into this folder."),
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
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, help="So many examples alone, drawn by the seed."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Keep the texts in this folder, not in the user's own."),
    ] = None,
    saved: Annotated[
        list[str] | None,
        typer.Option(
            "--texts", metavar="NAME=FILE", help="Compare texts that were saved before, as NAME."
        ),
    ] = None,
    save_texts: Annotated[
        Path | None,
        typer.Option("--save-texts", help="Save the texts to this file, to compare later ones."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    to: Annotated[
        Path | None, typer.Option("--output", help="Write it to this file instead.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
    read: Annotated[
        Path | None,
        typer.Option(
            "--read", metavar="PAGE", help="Write a page of the texts to be judged blind instead."
        ),
    ] = None,
    votes: Annotated[
        Path | None,
        typer.Option("--votes", help="Count the votes that such a page exported instead."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what it would take, and stop.")
    ] = False,
    study: Annotated[
        Path | None,
        typer.Option(
            "--study",
            metavar="FILE",
            help="Several models by several methods, as this file lists them, on one page.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Agree to what a study sends, and to its price.")
    ] = False,
) -> None:
    """Measure methods on data sets; what is written is kept, and the same command goes on."""
    from citeloom.actions.context import Context
    from citeloom.actions.writing.models import configured_model
    from citeloom.actions.writing.save import check_free, save
    from citeloom.cli.writing.write import parameter_values
    from citeloom.problem import InputError
    from citeloom_lab.cli.evaluation.as_json import evaluation_json
    from citeloom_lab.cli.evaluation.as_words import evaluation_in_words, tables_in_words
    from citeloom_lab.cli.evaluation.plan_lines import plan_lines
    from citeloom_lab.cli.evaluation.shown import run_shown
    from citeloom_lab.cli.evaluation.study import run_study
    from citeloom_lab.cli.evaluation.variants import parse_variants
    from citeloom_lab.evaluating.drawing import save_plots
    from citeloom_lab.evaluating.evaluate import evaluate, failures
    from citeloom_lab.evaluating.plan import EvaluationRequest, plan_evaluation
    from citeloom_lab.evaluating.writing_texts import write_texts
    from citeloom_lab.evaluation.blind.page import page_of
    from citeloom_lab.evaluation.blind.shuffled import blind_texts
    from citeloom_lab.evaluation.blind.votes import count_votes, read_votes, vote_tables
    from citeloom_lab.evaluation.saved_texts import saved_lines

    if study is not None:
        others = (methods, ablations, variants, given, judges, saved, words, cut, sample, keep)
        if any(
            (*others, bertscore, plots, save_texts, read, to, json, markdown, seed, not stemming)
        ):
            raise InputError(
                "with --study go DATA, --dry-run, --yes and --votes",
                advice="its file says the rest",
            )
        run_study(study, data or (), yes=yes, dry_run=dry_run, votes=votes)
        return
    if not data:
        raise InputError("no data set is named", advice="name one as DATA, or a --study")
    for written in (read, save_texts):
        if written is not None:
            check_free(written, force=force)
    if (judges or bertscore or plots) and (read or votes or save_texts):
        raise InputError(
            "--judge, --bertscore and --plots do not go with --read, --votes or --save-texts"
        )
    if json and markdown:
        raise InputError("--json and --markdown do not go together")
    context = Context()
    request = EvaluationRequest(
        data,
        methods or [],
        parameter_values(given or []),
        words,
        cut,
        stemming,
        seed,
        sample,
        keep,
        {name: Path(file) for name, file in parameter_values(saved or [], "--texts").items()},
        parse_variants(variants or []),
        ablations or [],
        judges or [],
        bertscore,
    )
    planned = plan_evaluation(request)
    setup = configured_model() if planned.uses_model else None
    for line in plan_lines(planned, setup):
        print_message(line)
    if dry_run:
        return
    if read is not None or votes is not None or save_texts is not None:
        texts = run_shown(lambda shown: write_texts(planned, context, shown, setup))
        blind = blind_texts(planned.sets, texts, seed)
        if save_texts is not None:
            lines = "".join(f"{line}\n" for line in saved_lines(planned.sets, texts))
            save(lines, save_texts, force=force)
            print_message(f"texts are saved to {save_texts}")
        if votes is not None:
            counts = count_votes(read_votes(votes), blind)
            print_source(tables_in_words(vote_tables(counts), markdown=markdown))
        if read is not None:
            save(page_of(blind), read, force=force)
            print_message(f"{len(blind)} texts are written to {read}")
        return
    evaluation = run_shown(lambda shown: evaluate(planned, context, shown, setup))
    currency = setup.settings.currency if setup else ""
    for number, line in enumerate(failures(evaluation)):
        if number == SHOWN_FAILURES:
            print_message("further texts are missing; --json names them all")
            break
        print_message(f"warning: {line}")
    answer = (
        evaluation_json(evaluation)
        if json
        else evaluation_in_words(evaluation, currency, markdown=markdown)
    )
    if plots is not None:
        for path in save_plots(evaluation, plots):
            print_message(f"drawn: {path}")
    if to is not None:
        save(answer + "\n", to, force=force)
        print_message(f"written to {to}")
    elif json:
        print_page(answer)
    else:
        print_source(answer)
