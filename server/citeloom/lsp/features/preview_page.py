"""The preview of a text as a Markdown page: its paragraphs, each with its sources."""

from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.writing.preview import (
    ParagraphPreview,
    SentencePreview,
    preview_foot,
    preview_paragraphs,
)
from citeloom.actions.writing.waiting import WOVEN_IN, TaskReference, WaitingText, WovenSentences
from citeloom.lsp.features.markup import escape

DOUBTFUL = "⚠"
"""Stands behind a sentence that holds something that its papers do not say."""


def preview_page(text: WaitingText, notes: tuple[str, ...]) -> str:
    """Return the page of a text, with notes."""
    if isinstance(text.content, WovenSentences):
        return _woven_page(text, text.content, notes)
    content = text.content
    lines = [f"# {escape(content.anchor.heading)}: preview", ""]
    model = f" Written by a language model: {text.used}." if text.by_model else ""
    lines += [f"{escape(text.title)}. It is not in the draft yet.{model}", ""]
    lines += [line for note in notes for line in (f"> {escape(note)}", "")]
    for version, rendered in enumerate(content.versions):
        if len(content.versions) > 1:
            lines += [f"## Version {version + 1} ({escape(text.titles[version])})", ""]
        heading = ""
        for paragraph in preview_paragraphs(rendered, content.doubtful_in(version)):
            if paragraph.is_heading:
                heading = paragraph.topic
                lines += [f"### {escape(heading)}", ""]
            else:
                lines += _paragraph(paragraph, heading)
        lines += _uncited(content.uncited(version))
        if foot := preview_foot(content, version):
            lines += [f"*{foot}*", ""]
    return "\n".join(lines)


def _woven_page(text: WaitingText, content: WovenSentences, notes: tuple[str, ...]) -> str:
    """Return the page of sentences for paragraphs: the difference from the draft as it was then."""
    model = f" Written by a language model: {text.used}." if text.by_model else ""
    done = "To be woven in" if content.what == WOVEN_IN else "Revised"
    lines = [f"# {done}: {escape(text.title)}", "", f"Nothing is in the draft yet.{model}", ""]
    lines += [line for note in notes for line in (f"> {escape(note)}", "")]
    # A code block of its own: four spaces, so that nothing in the text can end it.
    lines += [f"    {line}" for line in content.difference.split("\n")]
    if content.doubtful:
        lines += ["", doubts_in_words(content.doubtful), ""]
    for sentence in content.doubtful:
        lines.append(f"- {escape(sentence.text)} {DOUBTFUL}")
        lines += [f"   - To be checked: {escape(doubt.reason)}" for doubt in sentence.doubts]
    return "\n".join([*lines, ""])


def _paragraph(paragraph: ParagraphPreview, heading: str) -> list[str]:
    topic = "" if paragraph.topic == heading else paragraph.topic
    lines = [f"### {escape(topic)}", ""] if topic else []
    text = " ".join(map(_as_marked, paragraph.sentences))
    lines += [text, "", "*Sources:*", ""]
    for number, sentence in enumerate(paragraph.sentences, 1):
        lines.append(f"{number}. {escape(sentence.text)}")
        for source in sentence.sources:
            where, words = escape(source.text), escape(source.sentence)
            lines.append(f"   - **{escape(source.name)}**, {where}: “{words}”")
        if not sentence.sources:
            lines.append("   - no source; it introduces the paragraph")
        lines += [f"   - {DOUBTFUL} To be checked: {escape(doubt)}" for doubt in sentence.doubts]
    return [*lines, ""]


def _as_marked(sentence: SentencePreview) -> str:
    return f"{escape(sentence.text)} {DOUBTFUL}" if sentence.doubts else escape(sentence.text)


def _uncited(papers: tuple[TaskReference, ...]) -> list[str]:
    if not papers:
        return []
    lines = ["### Not cited", ""]
    for paper in papers:
        why = "" if paper.has_abstract else " (no abstract was found)"
        lines.append(f"- **{escape(paper.key)}**: {escape(paper.title)}{why}")
    return [*lines, ""]
