"""``citeloom write``."""

import asyncio
from enum import StrEnum
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from citeloom.actions.checking.claims.written_check import check_versions
from citeloom.actions.checking.claims.written_scores import copied_in_words
from citeloom.actions.context import Context
from citeloom.actions.papers.entries.new_entries import new_entries_words
from citeloom.actions.papers.known_abstracts import known_now
from citeloom.actions.writing.cost_words import usage_lines
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.insert import insert_into_files, place_in_section
from citeloom.actions.writing.order_plans import PlannedWriting, plan_writing
from citeloom.actions.writing.outline.request import check_outline_method, outline_in_file
from citeloom.actions.writing.save import check_free
from citeloom.actions.writing.section import section_for_prior_work
from citeloom.actions.writing.stored.made_texts import (
    section_target,
    waiting_related_work,
    why_weak,
)
from citeloom.actions.writing.task.plan import Plan, open_draft
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.task.text_basis import TITLES_ALONE
from citeloom.actions.writing.waiting import Unfinished, why_unfinished
from citeloom.actions.writing.write import Written, make_outline
from citeloom.cli.abstract_words import abstract_lines
from citeloom.cli.agreement import Yes, check_agreement, embedder_agreement
from citeloom.cli.console import (
    print_message,
    print_messages,
    print_page,
    print_source,
    short_path,
    shown_progress,
)
from citeloom.cli.exit_codes import INTERRUPTED, PROBLEMS_FOUND, SERVICE_FAILED
from citeloom.cli.main_file import MainFile
from citeloom.cli.output import hand_out
from citeloom.cli.outside import Outside
from citeloom.cli.remedies import IN_A_TERMINAL
from citeloom.cli.writing.planning import (
    INTERRUPTED_EARLY,
    INTERRUPTED_LATE,
    is_wanted,
    planned_order,
    say_doubts,
    say_insertion,
    say_plan,
)
from citeloom.cli.writing.write_json import written_json
from citeloom.placing.decision import INSERT_BELOW, KEEP_MINE, TAKE_NEW
from citeloom.problem import InputError, Remedy


class Side(StrEnum):
    """Whose words stand where an author and a new text changed the same."""

    MINE = "mine"
    NEW = "new"


FEW = 0.5


_what = partial(typer.Option, rich_help_panel="Papers")
_how = partial(typer.Option, rich_help_panel="Text")
_where = partial(typer.Option, rich_help_panel="Output")
_out = partial(typer.Option, rich_help_panel="Report")


def register(app: typer.Typer) -> None:
    app.command("write", help="Write related work from the papers that a draft cites.")(run)


def run(
    main: MainFile,
    method: Annotated[str, _how(help="The writing method.")] = "",
    set_: Annotated[
        list[str] | None, _how("--set", metavar="NAME=VALUE", help="A method's parameter.")
    ] = None,
    keys: Annotated[
        list[str] | None,
        _what(metavar="KEY,…", help="Write about these keys, separated by commas."),
    ] = None,
    exclude: Annotated[
        list[str] | None, _what(metavar="KEY,…", help="Leave these keys out.")
    ] = None,
    all_cited: Annotated[
        bool,
        _what("--all", help="Also write about papers that your own text of the section cites."),
    ] = False,
    section: Annotated[str, _where(help="Heading of the section, or its number.")] = "",
    after: Annotated[str, _where(metavar="FILE:LINE", help="After this paragraph.")] = "",
    paragraphs: Annotated[int | None, _how(min=1, help="Number of paragraphs.")] = None,
    words: Annotated[int | None, _how(min=1, help="Approximate number of words.")] = None,
    seed: Annotated[int, _how(help="The seed of all random choices.")] = 0,
    alternatives: Annotated[int, _how(min=0, max=9, help="Further versions.")] = 0,
    sections: Annotated[
        bool, _how("--sections", help="Write topics as subsections (hireview).")
    ] = False,
    in_place: Annotated[
        bool, _where("--in-place", help="Write to the related-work section of the draft.")
    ] = False,
    where_both_changed: Annotated[
        Side | None,
        _where(help="With --in-place: whose words to keep where both have changed."),
    ] = None,
    below: Annotated[
        bool,
        _where("--below", help="With --in-place: put it below the existing text."),
    ] = False,
    outside: Outside = False,
    yes: Yes = False,
    to: Annotated[Path | None, _out("--output", help="Write to this file.")] = None,
    force: Annotated[bool, _out("--force", help="Overwrite the output file.")] = False,
    dry_run: Annotated[
        bool, _out("--dry-run", help="Show what would be done; do nothing else.")
    ] = False,
    outline: Annotated[
        Path | None, _how(help="Follow this outline, as printed by 'citeloom outline'.")
    ] = None,
    outline_only: Annotated[
        bool, _out("--outline-only", help="Print an outline to edit instead of a text.")
    ] = False,
    from_corpus: Annotated[
        bool,
        _what("--from-corpus", help="Write about papers from the corpus that match the draft."),
    ] = False,
    from_library: Annotated[
        bool,
        _what("--from-library", help="The same, from your libraries and papers looked up before."),
    ] = False,
    corpus: Annotated[
        str, _what("--corpus", help="With --from-corpus: its folder or address.")
    ] = "",
    full_texts: Annotated[
        bool, _what("--full-texts", help="With --from-…: fetch full texts from arXiv.")
    ] = False,
    json: Annotated[bool, _out("--json", help="Print one JSON object.")] = False,
    trace: Annotated[bool, _out("--trace", help="With --json: the method's trace.")] = False,
) -> None:
    if in_place and alternatives:
        raise InputError(
            "--in-place writes one version, so --alternatives would be lost",
            advice="leave out --in-place to see them all",
        )
    if trace and not json:
        raise InputError("--trace needs --json")
    if in_place and to is not None:
        raise InputError("--in-place and --output cannot be used together")
    if not in_place and (below or where_both_changed):
        raise InputError("--where-both-changed and --below need --in-place")
    if below and where_both_changed:
        raise InputError("--where-both-changed and --below cannot be used together")
    if outline_only and (in_place or json):
        other = "--in-place" if in_place else "--json"
        raise InputError(f"--outline-only and {other} cannot be used together")
    if after and section:
        raise InputError("--after and --section cannot be used together")
    if to is not None:
        check_free(to, force=force)
    request = WriteRequest(
        main,
        method=method,
        parameters=parameter_values(set_ or []),
        keys=_named_keys("--keys", keys),
        exclude=_named_keys("--exclude", exclude),
        all_cited=all_cited,
        section=section,
        after=after,
        paragraphs=paragraphs,
        words=words,
        seed=seed,
        alternatives=alternatives,
        outline=None if outline is None else outline_in_file(outline),
        sections=sections,
        from_corpus=from_corpus,
        from_library=from_library,
        corpus=corpus,
        full_texts=full_texts and not dry_run,
    )
    if (corpus and not from_corpus) or (full_texts and not (from_corpus or from_library)):
        raise InputError("--corpus needs --from-corpus; --full-texts needs that or --from-library")
    context = Context()
    if from_corpus or from_library:
        root = open_draft(main, context).project.root
        embedder_agreement(root, context, yes=yes, ask=not dry_run)

    order = planned_order(
        partial(plan_writing, request), context, outside=outside, in_place=in_place
    )
    (planned,), setup = order.texts, order.setup
    if sections and not planned.method.has_outline:
        message = f"--sections: the method '{planned.method.name}' makes no topics"
        raise InputError(message, advice="use --method hireview")
    print_messages(planned.problems)
    if outline_only:
        check_outline_method(planned.method)
    if in_place:
        section_target(planned, _section_advice(planned))
    made = _say_plan(order, yes=yes, ask=not dry_run)
    if dry_run:
        if in_place:
            place, how = place_in_section(section_target(planned), planned.opened, planned.after)
            file = f"{short_path(place.file)}:{place.line}"
            print_message(f"would be written to {file}, {how}")
        return
    if not method:
        check_agreement(made, planned.project.root, context, yes=yes)
    if outline_only:
        with shown_progress(INTERRUPTED_EARLY) as progress:
            made_outline = asyncio.run(make_outline(planned, context, progress, setup))
        hand_out(made_outline, to, force=force)
        return
    with shown_progress(INTERRUPTED_EARLY) as progress:
        written = asyncio.run(order.written(progress, setup))
    if planned.method.uses_model:
        currency = setup.settings.currency if setup else ""
        for line in usage_lines(written.result.usage, currency):
            print_message(line)
    if note := written.basis.note:
        print_message(note)
    for warning in written.result.warnings:
        print_message(f"warning: {warning}")
    if written.result.uncited:
        uncited = ", ".join(planned.key_of[paper] for paper in written.result.uncited)
        print_message(f"not written about: {uncited}")
    if planned.brought and not in_place and not json:
        print_message("\n\n".join(planned.new.texts.values()) if planned.new else "")
    checked = check_versions(written)
    unfinished = why_unfinished(written.result.cut_short)
    cancelled = unfinished is Unfinished.CANCELLED
    weak = why_weak(written, checked, setup.name) if setup else ""
    if weak:
        print_message(f"warning: {weak}")
    is_inserted = in_place and (not (cancelled or weak) or is_wanted())
    if is_inserted:
        text = waiting_related_work(written, request, checked=checked)
        new = where_both_changed is Side.NEW
        decision = INSERT_BELOW if below else TAKE_NEW if new else KEEP_MINE
        say_insertion(insert_into_files(text, planned.opened, planned.folder, decision))
    answer = written_json(written, checked, trace=trace) if json else _latex(written)
    if to is not None or json or not is_inserted:
        hand_out(f"{answer}\n", to, force=force, show=print_page if json else print_source)
    if not json:
        if copied := copied_in_words(checked[0].scores):
            print_message(copied)
        say_doubts([version.doubtful for version in checked])
    if cancelled:
        print_message(INTERRUPTED_LATE)
        raise typer.Exit(INTERRUPTED)
    if unfinished is Unfinished.FAILED:
        raise typer.Exit(SERVICE_FAILED)
    if weak and not is_inserted:
        raise typer.Exit(PROBLEMS_FOUND)


def _say_plan(order: PlannedWriting, *, yes: bool, ask: bool) -> Forecast:
    (planned,), context = order.texts, order.context
    task = planned.task
    _say_found(planned)
    all_of_them, with_abstract = len(task.references), len(planned.ids_with_abstract)
    if own := len(planned.in_own_text):
        where = f"{own} {'is' if own == 1 else 'are'} already in your text (--all includes them)"
        print_message(f"covers {all_of_them} of {all_of_them + own} cited papers; {where}")
        print_message(f"to write about: {', '.join(paper.key for paper in task.references)}")
    print_message(f"{with_abstract} of {all_of_them} references have an abstract")
    if planned.found is None and with_abstract < FEW * all_of_them:
        known = known_now(planned.opened, context)
        for line in abstract_lines(known, planned.project.root, "write"):
            print_message(line)
    if planned.target is None:
        print_message(f"the draft has no related-work section yet; {_section_advice(planned)}")
    if task.draft.abstract_source != "abstract":
        print_message(f"the draft has no abstract; read instead: {task.draft.abstract_source}")
    method = planned.method
    if method.uses_model and method.compares_texts and planned.found is None:
        embedder_agreement(planned.project.root, context, yes=yes, ask=ask)
    made = order.forecast()
    say_plan(made)
    return made


def _section_advice(planned: Plan) -> str:
    """Say how a draft without related work gets it, with the section that may hold it."""
    most = section_for_prior_work(planned.opened)
    if most is None:
        return IN_A_TERMINAL[Remedy.ADD_SECTION]
    there = f"--section {quote(most.name)}, where {most.how_many}"
    return f"add \\section{{Related Work}} where it belongs, or write with {there}"


def _say_found(planned: Plan) -> None:
    """Say which papers were found for the draft, and how many are new."""
    if planned.found is None or planned.new is None:
        return
    for warning in planned.found.warnings:
        print_message(f"warning: {warning}")
    papers = planned.task.references
    print_message(f"{len(papers)} papers from {planned.found.named} match the draft:")
    for paper in papers:
        print_message(f"  {paper.key}: {paper.title}")
    if brought := planned.brought:
        keys = [paper.key for paper in brought]
        print_message(new_entries_words(keys, planned.new.bibliography.path))


def _latex(written: Written) -> str:
    """Return the versions as LaTeX; a comment above says what is from titles alone."""
    versions = [written.rendered, *written.alternatives]
    head = f"% written {TITLES_ALONE}\n" if written.basis.is_titles_alone else ""
    if len(versions) == 1:
        return head + versions[0].latex
    return head + "\n\n".join(
        f"% version {number} of {len(versions)}\n{version.latex}"
        for number, version in enumerate(versions, 1)
    )


def _named_keys(option: str, given: list[str] | None) -> list[str]:
    """Return the keys that an option names, however often it is given."""
    found = [part.strip() for value in given or () for part in value.split(",") if part.strip()]
    if given and not found:
        raise InputError(f"{option} contains no key", advice="leave it out, or name citation keys")
    return found


def parameter_values(given: list[str], option: str = "--set") -> dict[str, str]:
    """Return the values that ``--set NAME=VALUE`` gives to parameters, or a like option to names.

    Raises
    ------
    InputError
        If an option has no equals sign.
    """
    pairs = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"{option} {pair}: write NAME=VALUE")
        pairs[name.strip()] = value.strip()
    return pairs
