"""Have a language model judge the claims of a draft; what is sent is said before."""

import asyncio
import json as json_format
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import ClaimsCheck
from citeloom.actions.checking.claims.judging import check_may_be_sent, judge_claims
from citeloom.actions.checking.claims.judging_plan import JudgingPlan
from citeloom.actions.checking.claims.stored_judgements import with_judgements
from citeloom.actions.context import Context
from citeloom.actions.writing.cost_words import cost_lines
from citeloom.actions.writing.dry_run import BESIDE_QUESTIONS, Messages, SentQuestions
from citeloom.cli.console import print_message, print_page, shown_progress
from citeloom.cli.outside import with_outside
from citeloom.plural import number_of


def judged(
    checked: ClaimsCheck, main: Path, context: Context, *, dry_run: bool, json: bool, outside: bool
) -> ClaimsCheck | None:
    """Return the claims with what the model says of them; None where nothing is to be asked.

    With ``dry_run`` all that would be sent is printed, as one JSON object with ``json``.

    Raises
    ------
    InputError
        If no model is configured, or something outside of the project would be sent; as
        ServiceError if the model cannot be used.
    """
    with_outside(lambda: check_may_be_sent(checked, main, context), context, outside=outside)
    planned = JudgingPlan(context, "", checked)
    made, sent = planned.estimate, planned.sent()
    count = sent.count - sent.kept
    if made.host:
        print_message(f"model: {made.model} at {made.host}")
        print_message(
            f"sent there: the sentences of {number_of(count, 'claim')}, and titles, abstracts and "
            "sentences of stored full texts of the papers they cite"
        )
    else:
        print_message("model: none is configured; set one with 'citeloom model set PROVIDER NAME'")
    if sent.kept:
        print_message(f"answers reused: {sent.kept} of {sent.count} claims")
    for line in cost_lines(made):
        print_message(line)
    if dry_run:
        _print_questions(sent, json=json)
        return None
    with shown_progress("interrupted; the model's answers are kept") as progress:
        found = asyncio.run(judge_claims(checked, context, progress, planned.setup))
    if found.used:
        print_message(f"used: {found.used}")
    if found.failed:
        print_message(f"the model gave no usable answer about {number_of(found.failed, 'claim')}")
    return with_judgements(checked, found)


def _print_questions(sent: SentQuestions, *, json: bool) -> None:
    """Print what would be sent, word for word."""
    if json:
        questions = [_as_json(messages) for messages in sent.questions]
        found = {"version": 1, "instructions": _as_json(sent.instructions)}
        print_page(
            json_format.dumps(found | {"questions": questions}, ensure_ascii=False, indent=2)
        )
        return
    count = len(sent.questions)
    if count:
        print_message(BESIDE_QUESTIONS)
        _print_messages("every question begins with", sent.instructions)
    for number, messages in enumerate(sent.questions, 1):
        _print_messages(f"question {number} of {count}", messages)


def _print_messages(heading: str, messages: Messages) -> None:
    print_page(f"---- {heading} ----\n")
    for message in messages:
        print_page(f"{message.text}\n")


def _as_json(messages: Messages) -> list[dict[str, str]]:
    return [{"role": message.role, "text": message.text} for message in messages]
