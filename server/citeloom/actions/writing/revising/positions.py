"""What the draft does instead of a paper, beside a sentence of ours or of the author's."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, Opened
from citeloom.actions.keys.places import key_at
from citeloom.actions.writing.kept.made_texts import passage_change
from citeloom.actions.writing.revising.new_sentences import INSTEAD, SentenceWriter
from citeloom.actions.writing.revising.place import RevisablePlace, block_at, document_of
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revised_files import WHAT
from citeloom.actions.writing.revising.wanted_words import WantedWords, own_sentence
from citeloom.actions.writing.waiting import WaitingText, WovenSentences
from citeloom.actions.writing.weave import WovenFile
from citeloom.draft.document import Document
from citeloom.draft.section.marked_text import check_merged, ids_of_others
from citeloom.draft.section_paragraphs import paragraph_span
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.methods.port import Progress
from citeloom.methods.positioning import positioned, shared_with
from citeloom.methods.registry import method_named
from citeloom.methods.result import Paragraph, Usage
from citeloom.methods.sentence_joints import places_between
from citeloom.placing.citation_style import citation_style
from citeloom.placing.folding import fold
from citeloom.placing.record import Origin, Record, record_of
from citeloom.placing.render import render
from citeloom.placing.revising.leaning import last_on_its_paper
from citeloom.placing.revising.replacing import New, RevisedText, inserted_after
from citeloom.placing.standing_paragraphs import StandingParagraph, standing_paragraphs
from citeloom.placing.weaving import NewSentence, woven_text
from citeloom.problem import InputError, Place
from citeloom_latex.spans import Span


@dataclass(frozen=True)
class OwnWords:
    """A sentence of the author's that cites an entry: its paragraph, its number there, the key."""

    document: Document
    paragraph: StandingParagraph
    number: int
    key: str

    @property
    def place(self) -> Place:
        """Where the sentence begins."""
        return self.document.place(self.paragraph.sentences[self.number].span.start)


def own_words_at(opened: Opened, document: Document, offset: int) -> OwnWords | None:
    """Return the sentence of the author's at an offset; None where none cites an entry there.

    The key is the one at the offset, else the first.
    """
    body = document.facts.document or Span(0, len(document.text))
    around = paragraph_span(document.text, offset)
    part = Span(max(around.start, body.start), min(around.end, body.end))
    facts = document.facts
    if not any(part.start <= citation.span.start < part.end for citation in facts.citations):
        return None
    for paragraph in standing_paragraphs(document.text, part, facts, {}):
        for number, sentence in enumerate(paragraph.sentences):
            if sentence.block is None and sentence.span.start <= offset <= sentence.span.end:
                at = key_at(document, offset)
                keys = [key for key in sentence.keys if opened.project.entry(key) is not None]
                key = at.key if at is not None and at.key in keys else next(iter(keys), "")
                return OwnWords(document, paragraph, number, key) if key else None
    return None


def own_words_of(request: ReviseRequest, opened: Opened) -> OwnWords | None:
    """Return the sentence of the author's that a request is about; None where it is about ours.

    Raises
    ------
    InputError
        If neither stands there.
    """
    if request.at is None:
        return None
    document = document_of(opened, request.main)
    if block_at(document, request.at) is not None:
        return None
    if (own := own_words_at(opened, document, request.at)) is None:
        what = "no sentence that cites one of your references stands here"
        raise InputError(what, document.place(request.at))
    return own


def citation_in_line(opened: Opened, path: Path, offset: int) -> int:
    """Return where the first citation of a line begins, in the author's words; else the offset.

    ``offset`` is where the line begins. A line may be a whole paragraph.
    """
    document = document_of(opened, path)
    if block_at(document, offset) is not None:
        return offset
    line = document.lines.line_of(offset)
    starts = (citation.span.start for citation in document.facts.citations)
    following = (at for at in starts if at >= offset)
    first = next(following, offset)
    return first if document.lines.line_of(first) == line else offset


def positioned_beside(place: RevisablePlace, writer: SentenceWriter) -> RevisedText:
    """Put what the draft does behind all that a text of ours says of the paper of a sentence.

    Raises
    ------
    InputError
        If the draft does not say it, or it stands there.
    """
    wanted = WantedWords((place.item,), own_sentence(place).keys[:1], 1)
    beside = writer.document.place(place.start)
    sentences, _ = _said(writer, wanted, beside)
    standing = {item.key for own in place.text.paragraphs for item in own}
    if any(fold(sentence.latex) in standing for sentence in sentences):
        raise InputError("that is said here already", beside)
    at = last_on_its_paper(place.text, place.paragraph, place.item)
    return inserted_after(place.before, place.paragraph, at, sentences)


def position_beside_own_words(
    own: OwnWords, request: ReviseRequest, opened: Opened, context: Context, progress: Progress
) -> WaitingText:
    """Return what the draft does as a sentence behind one of the author's, which stays as it is.

    It gets marks of its own, as a reference that is woven in.

    Raises
    ------
    InputError
        If the draft does not say it, or it stands there.
    """
    document, project = own.document, opened.project
    check_merged(document)
    offset = own.paragraph.sentences[own.number].span.start
    nothing = Record("", Origin(INSTEAD, request.seed, ""), ())
    method = method_named(INSTEAD)
    writer = SentenceWriter(opened, context, document, offset, nothing, progress, method)
    sentences, made_from = _said(writer, WantedWords((), (own.key,), 1), own.place)
    if any(fold(sentence.latex) in fold(document.text) for sentence in sentences):
        raise InputError("that is said here already", own.place)
    texts = [sentence.text for sentence in own.paragraph.sentences]
    at = min(place for place in places_between(texts) if place > own.number)
    origin = Origin(INSTEAD, request.seed, made_from)
    new = [NewSentence(at, at, sentence) for sentence in sentences]
    taken = ids_of_others(project)
    woven = woven_text(document.text, own.paragraph, new, {}, origin, taken)
    records = {record.id: record for record in woven.records}
    file = WovenFile(document.path, document.encoding, document.text, woven.text, records, ())
    return WaitingText(
        project.root,
        WovenSentences((passage_change(file, project.root),), (), WHAT),
        (request.title[0].lower() + request.title[1:],),
        origin,
        writer.made.warnings,
        by_model=False,
        usage=Usage(),
        currency="",
        trace={},
    )


def _said(writer: SentenceWriter, wanted: WantedWords, beside: Place) -> tuple[New, str]:
    """Return what the draft does, as sentences, and a hash of what that was made from."""
    planned, project = writer.plan(wanted), writer.opened.project
    (paper,) = planned.task.references
    new = positioned(planned.task.draft, paper)
    if new is None:
        what = "neither abstract nor introduction says 'we present', 'we propose' or so"
        advice = "say in your abstract what you do, in a sentence that can stand by itself"
        raise InputError(what, beside, advice)
    if shared := shared_with(new, paper):
        which = f"what is known of '{paper.key}' names “{shared}”, too"
        writer.notes.append(f"{which}: read whether “Unlike” is true of it")
    style = citation_style([document.facts for document in project.documents.values()])
    text = render(
        [Paragraph("", (new,))],
        planned.key_of,
        style,
        encoding=letters_encoding(project, writer.document.encoding),
        typesetting=typesetting_of(project),
    )
    return tuple(record_of(text, writer.record.origin).sentences()), planned.task.digest
