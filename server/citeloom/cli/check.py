"""``citeloom check``."""

import json as json_format
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.checking.check import check_project
from citeloom.actions.checking.chosen_root import choice_in_words
from citeloom.actions.checking.claims.claims_json import (
    claims_as_json,
    judged_lines,
    summary_lines,
)
from citeloom.actions.checking.references import (
    counts_in_words,
    is_grave,
)
from citeloom.actions.context import Context, open_root, root_choice
from citeloom.cli.console import print_answer, print_message, print_page, problem_line
from citeloom.cli.exit_codes import PROBLEMS_FOUND
from citeloom.cli.fetching.as_json import references_json
from citeloom.cli.main_file import DraftOrBib
from citeloom.cli.outside import Outside
from citeloom.cli.remedies import for_a_terminal
from citeloom.cli.sarif import sarif as sarif_of
from citeloom.plural import number_of
from citeloom.problem import InputError, Severity


def register(app: typer.Typer) -> None:
    app.command("check", help="Check citations, .bib files and related work; exit 1 on errors.")(
        run
    )


def run(
    main: DraftOrBib,
    claims: Annotated[
        bool,
        typer.Option("--claims", help="Also check what sentences say about the papers they cite."),
    ] = False,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough",
            help="Like --claims; also list each claim that is not found in the papers' texts. "
            "Many of these are right.",
        ),
    ] = False,
    judge: Annotated[
        bool,
        typer.Option(
            "--judge",
            help="Like --claims; also ask the language model. It gets the citing sentences and "
            "the papers' texts.",
        ),
    ] = False,
    references: Annotated[
        bool,
        typer.Option(
            "--references",
            help="Look up the references and report which are real and right; exit 1 if an "
            "identifier is another paper's or a paper was retracted.",
        ),
    ] = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="With --references: exit 1 if one is not found."),
    ] = False,
    offline: Annotated[
        bool,
        typer.Option("--offline", help="With --references: ask no service; use stored answers."),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --judge: only show what would be sent.")
    ] = False,
    sarif: Annotated[
        bool, typer.Option("--sarif", help="Print one SARIF object, for code hosts.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    outside: Outside = False,
) -> None:
    if dry_run and not judge:
        raise InputError("--dry-run needs --judge")
    if (strict or offline) and not references:
        raise InputError(f"{'--strict' if strict else '--offline'} needs --references")
    if json and sarif:
        raise InputError("--json and --sarif cannot be used together")
    context = Context()
    if references:
        from citeloom.cli.fetching.command import look_up_references

        look_up_references(main, context, offline=offline, outside=outside)
    choice = root_choice(main, context)
    opened = open_root(choice.path, context)
    checked = check_project(
        opened,
        context,
        claims=claims or judge or thorough,
        thorough=thorough,
        references=references,
    )
    if judge and checked.claims is not None:
        from citeloom.cli.judged_claims import judged

        said = judged(checked.claims, main, context, dry_run=dry_run, json=json, outside=outside)
        if said is None:
            return
        checked = replace(checked, claims=said)
    if json:
        found = [
            {
                "severity": problem.severity.value,
                "rule": problem.rule,
                "message": problem.message,
                "advice": for_a_terminal(problem).advice,
                "file": str(problem.place.file) if problem.place else None,
                "line": problem.place.line if problem.place else None,
            }
            for problem in checked.problems
        ]
        answer: dict[str, object] = {
            "version": 1,
            "problems": found,
            "files": checked.files,
            "cited": checked.cited,
            "entries": checked.entries,
            "root": str(choice.path),
            "other_roots": [str(root) for root in choice.others],
        }
        if checked.claims is not None:
            answer["claims"] = claims_as_json(checked.claims)
        if references:
            answer["references"] = references_json(checked.references)
        print_page(json_format.dumps(answer, ensure_ascii=False, indent=2))
    elif sarif:
        page = sarif_of(checked.problems, Path.cwd())
        print_page(json_format.dumps(page, ensure_ascii=False, indent=2))
    else:
        for problem in checked.problems:
            print_answer(f"{problem_line(problem)} [{problem.rule}]")
            for line in problem.details.splitlines():
                print_answer(f"    {line}")
        for line in judged_lines(checked.claims) if checked.claims else ():
            print_answer(line)
    count = dict.fromkeys(Severity, 0)
    for problem in checked.problems:
        count[problem.severity] += 1
    counted = ", ".join(number_of(n, severity.value) for severity, n in count.items())
    print_message(
        f"{number_of(checked.files, 'file')}, {number_of(checked.cited, 'key')} cited, "
        f"{number_of(checked.entries, 'entry', 'entries')}: {counted}"
    )
    if checked.claims is not None:
        for line in summary_lines(checked.claims):
            print_message(line)
        if thorough:
            print_message(
                "a note is a hint, not an error: abstracts do not contain everything that is true"
            )
    if references:
        print_message(counts_in_words(checked.references))
    if line := choice_in_words(main, choice):
        print_message(line)
    grave = references and is_grave(checked.references, strict=strict)
    if count[Severity.ERROR] or grave:
        raise typer.Exit(PROBLEMS_FOUND)
