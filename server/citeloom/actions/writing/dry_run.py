"""The words that an order would send to a language model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.writing.forecast import DRAFT_TEXT
from citeloom.actions.writing.section_papers import SectionPapers
from citeloom.actions.writing.standing_section import StandingSection
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.methods.modelled.showing_papers import authors_and_year, mention_texts
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.methods.task import Instruction
from citeloom.models.port import Message
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.paper import Paper
from citeloom.placing.standing_paragraphs import StandingParagraph

Messages = tuple[Message, ...]


BESIDE_QUESTIONS = (
    "Each question includes the form of the answer, as a JSON schema or in words. If an answer "
    "cannot be used, the question is sent again with that answer and the reason."
)


@dataclass(frozen=True)
class SentQuestions:
    """The questions to which no answer is kept, in their order, without what each begins with.

    ``count`` claims are judged; the answers about ``kept`` of them are kept: nothing of these is
    sent. ``instructions`` are the messages with which every question begins.
    """

    count: int
    kept: int
    instructions: Messages
    questions: tuple[Messages, ...]


@dataclass(frozen=True)
class SentParagraph:
    """A paragraph of the draft that weaving sends: its text with keys in brackets, and its papers.

    ``cited`` has the authors and the year of each paper that it cites, by the paper's key.
    """

    text: str
    cited: Mapping[str, str]


@dataclass(frozen=True)
class DryRun:
    """The draft's parts by name, and the papers.

    Of a paper title, authors, venue, year and abstract are sent.

    ``mentions`` are the sentences of others on papers without an abstract, and ``texts`` the parts
    of full texts, by the papers' ids. ``theme`` is the point of view that the author
    wants, ``instruction`` what is to become of a sentence.
    ``paragraphs`` are those into which one of the papers may be woven. All are empty where the
    method asks no model.
    """

    draft: tuple[tuple[str, str], ...] = ()
    papers: tuple[Paper, ...] = ()
    mentions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    theme: str = ""
    instruction: Instruction | None = None
    paragraphs: tuple[SentParagraph, ...] = ()


Sent = DryRun | SentQuestions


def dry_run(plans: Sequence[Plan], context: Context) -> DryRun:
    """Return what texts that one method writes would send; nothing is sent.

    A model gets it in parts, with the method's instructions around; what does not fit into its
    context is shortened.
    """
    sent = [planned for planned in plans if planned.method.uses_model]
    tasks = [planned.task for planned in sent]
    papers = {paper.id: (paper, task) for task in tasks for paper in task.references}
    return DryRun(
        tuple(dict.fromkeys(part for planned in sent for part in _shown_parts(planned))),
        tuple(paper for paper, _ in papers.values()),
        {name: mention_texts(paper, task.surroundings) for name, (paper, task) in papers.items()},
        {name: text for planned in sent for name, text in _excerpts(planned, context).items()},
        tasks[0].theme if tasks else "",
        tasks[0].instruction if tasks else None,
    )


def weaving_dry_run(planned: WeavePlan, context: Context) -> DryRun:
    """Return what planned weaving would send."""
    written = planned.written
    if not planned.uses_model:
        return DryRun()
    return DryRun(
        tuple(written.draft_parts.items()),
        tuple(written.task.references),
        texts=_excerpts(written, context),
        paragraphs=tuple(_paragraphs(planned, context)),
    )


def _shown_parts(planned: Plan) -> Iterator[tuple[str, str]]:
    yield from planned.draft_parts.items()
    if planned.draft_excerpt:
        yield DRAFT_TEXT, planned.draft_excerpt


def _excerpts(planned: Plan, context: Context) -> Mapping[str, str]:
    """Return the parts of full texts that would be sent, by the papers' ids."""
    if not planned.ids_of_texts_read:
        return {}
    kept = KeptTexts(FullTextCache(context.user.full_texts), planned.texts)
    embedder = draft_embedder(planned.project.root, context)
    embedded = planned.method.compares_texts and embedder is not None
    return planned.method.excerpts(planned.task, planned.parameters, kept, embedded=embedded)


def _paragraphs(planned: WeavePlan, context: Context) -> Iterator[SentParagraph]:
    """Yield the paragraphs that may be sent.

    Of several papers each is woven into the paragraph that fits it best once those before it stand
    there. Which that is nobody knows yet, so that it may be any.
    """
    request, papers = planned.request, planned.written.task.references
    section = StandingSection(planned.written.opened, request.section, file=request.main)
    known = SectionPapers(section.project, section.paragraphs, context, [])
    number = request.paragraph
    if number is None and len(papers) == 1:
        number = known.closest(papers[0])
    for at, chosen in enumerate(section.paragraphs, 1):
        if number in (None, at):
            yield _sent(chosen.paragraph, known)


def _sent(paragraph: StandingParagraph, known: SectionPapers) -> SentParagraph:
    key_of = known.key_of(paragraph)
    sentences = [known.sentence(sentence.text, sentence.keys) for sentence in paragraph.sentences]
    text = " ".join(_with_keys(sentence, key_of) for sentence in sentences)
    papers = known.papers_of(paragraph)
    return SentParagraph(text, {key_of[paper.id]: authors_and_year(paper) for paper in papers})


def _with_keys(sentence: Sentence, key_of: Mapping[str, str]) -> str:
    return "".join(
        f"[{', '.join(key_of[paper] for paper in part.papers)}]"
        if isinstance(part, CitationMark)
        else shown_part(part)
        for part in sentence.parts
    ).strip()
