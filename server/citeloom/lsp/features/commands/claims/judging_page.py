"""What judging the claims of a draft would send, as a page in Markdown."""

from collections.abc import Iterator

from citeloom.actions.checking.claims.judging_plan import JudgingPlan, Messages
from citeloom.actions.writing.forecast import Forecast
from citeloom.lsp.features.markup import escape
from citeloom.lsp.questions.sending import to_whom


def judging_page(made: Forecast, planned: JudgingPlan) -> str:
    """Return what judging claims would send."""
    lines = ["# What judging the draft's claims would send", ""]
    count = len(planned.questions)
    if kept := planned.kept:
        lines += [f"The answers about {kept} of {planned.claims} claims are kept from before.", ""]
    if not count:
        return "\n".join([*lines, "Nothing."])
    lines += [escape(to_whom(made)), "", f"Nothing has been sent. {planned.about_calls}", ""]
    lines += ["## Every question begins so", "", *_message_lines(planned.instructions)]
    for number, messages in enumerate(planned.questions, 1):
        lines += [f"## Question {number} of {count}", "", *_message_lines(messages)]
    return "\n".join(lines)


def _message_lines(messages: Messages) -> Iterator[str]:
    for message in messages:
        for line in filter(None, message.text.split("\n")):
            yield from (escape(line), "")
