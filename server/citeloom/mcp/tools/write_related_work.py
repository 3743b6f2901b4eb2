"""``write_related_work``: a text that waits until the author inserts it."""

from collections.abc import Mapping

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.quoting import short_text
from citeloom.actions.agents.written_section import keep_for_author, task_for_agent
from citeloom.actions.writing.preview import preview_paragraphs
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.mcp.answer import MOST_SIGNS, fitting
from citeloom.mcp.tool import Call, LongWork

TASK = "citeloom.actions.ordered_task:do_ordered"
WAITS = (
    "an editor with Citeloom shows the text to its author, who alone can insert it there; without "
    "one, give them the LaTeX"
)
MOST_LATEX = 20_000
"""Signs of a text in LaTeX: of a longer one its sentences are given alone."""


def run(call: Call) -> LongWork:
    """Return the order to write, for a process of its own."""
    arguments = call.arguments
    given = call.project
    request = WriteRequest(
        given.named,
        method=arguments["method"] or "",
        keys=arguments["keys"] or (),
        exclude=arguments["exclude"] or (),
        section=arguments["section"] or "",
        paragraphs=arguments["paragraphs"],
        words=arguments["words"],
        seed=arguments["seed"],
    )
    task = task_for_agent(given, request)
    about = f"the related work of {given.shown_path(given.project.root)}"
    return LongWork(TASK, task, about, lambda text: _answer(text, given))


def _answer(text: WaitingText, given: AgentProject) -> Mapping[str, object]:
    kept = keep_for_author(text, given.context)
    assert isinstance(kept.content, SectionText)
    latex = kept.content.versions[0].latex
    shown = preview_paragraphs(kept.content.versions[0], kept.content.doubtful_in())
    sentences: list[dict[str, object]] = [
        {
            "paragraph": number,
            "text": given.quoting.text(sentence.text, "written"),
            "sources": [
                {
                    "key": short_text(source.name),
                    "where": short_text(source.text),
                    "sentence": given.quoting.text(source.sentence, source.name),
                }
                for source in sentence.sources
            ],
            "doubts": [given.quoting.text(doubt, "checked") for doubt in sentence.doubts],
        }
        for number, paragraph in enumerate(shown, 1)
        for sentence in paragraph.sentences
    ]
    count = fitting(sentences, MOST_SIGNS - min(len(latex), MOST_LATEX))
    return {
        "waiting": kept.id,
        "what_happens_now": WAITS,
        "section": short_text(kept.origin.section),
        "title": short_text(kept.title),
        "latex": given.quoting.text(latex, "written") if len(latex) <= MOST_LATEX else "",
        "sentences": sentences[:count],
        "further_sentences": len(sentences) - count if sentences else 0,
        "not_cited": [short_text(reference.key) for reference in kept.content.uncited()][:200],
        "warnings": [short_text(warning) for warning in kept.warnings[:20]],
    }
