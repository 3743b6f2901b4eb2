"""What the draft does instead of a paper, behind a sentence of ours."""

from citeloom.actions.writing.revising.new_sentences import SentenceWriter
from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.wanted_words import WantedWords, own_sentence
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.methods.positioning import positioned, shared_with
from citeloom.methods.result import Paragraph
from citeloom.placing.citation_style import citation_style
from citeloom.placing.folding import fold
from citeloom.placing.record import record_of
from citeloom.placing.render import render
from citeloom.placing.revising.dependent_sentences import last_on_its_paper
from citeloom.placing.revising.replacing import New, RevisedText, inserted_after
from citeloom.problem import InputError, Place


def positioned_beside(place: RevisablePlace, writer: SentenceWriter) -> RevisedText:
    """Put what the draft does behind all that a text of ours says of the paper of a sentence.

    Raises
    ------
    InputError
        If the draft does not say it, or it stands there.
    """
    wanted = WantedWords((place.item,), own_sentence(place).keys[:1], 1)
    beside = writer.document.place(place.start)
    sentences = _said(writer, wanted, beside)
    standing = {item.key for own in place.text.paragraphs for item in own}
    if any(fold(sentence.latex) in standing for sentence in sentences):
        raise InputError("the text already says that here", beside)
    at = last_on_its_paper(place.text, place.paragraph, place.item)
    return inserted_after(place.before, place.paragraph, at, sentences)


def _said(writer: SentenceWriter, wanted: WantedWords, beside: Place) -> New:
    """Return what the draft does, as sentences."""
    planned, project = writer.plan(wanted), writer.opened.project
    (paper,) = planned.task.references
    new = positioned(planned.task.draft, paper)
    if new is None:
        what = "neither abstract nor introduction says 'we present', 'we propose' or similar"
        advice = "say in your abstract what you do, in a sentence that can be read alone"
        raise InputError(what, beside, advice)
    if shared := shared_with(new, paper):
        which = f"'{paper.key}' mentions “{shared}”, too"
        writer.notes.append(f"{which}: check whether “Unlike” is true of it")
    style = citation_style([document.facts for document in project.documents.values()])
    text = render(
        [Paragraph("", (new,))],
        planned.key_of,
        style,
        encoding=letters_encoding(project, writer.document.encoding),
        typesetting=typesetting_of(project),
    )
    return tuple(record_of(text, writer.record.origin).sentences())
