"""The record of a result: how it was made, and the sources of each sentence."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import AllowInfNan, Strict, StrictBool, StrictInt

from citeloom import __version__
from citeloom.grounding.evidence import source_in_words
from citeloom.methods.result import SentenceKind
from citeloom.placing.folding import fold, free_id, sentence_hash
from citeloom.placing.render import RenderedSentence, RenderedText

SCORE_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Origin:
    """How a result was made.

    ``made_from`` is a hash of the method's input, which serves only for comparing. ``outline`` are
    the lines of the outline that the text follows; none where it follows none. ``from_titles``: of
    the papers that it cites nothing but the titles was known. ``section`` is the heading of the
    section that it was written for, as plain text; empty for woven sentences. ``cited_elsewhere``
    are the keys that the author's own text cited then, and ``by_title`` those of the papers of
    which nothing but the title was known. ``model`` names the language model that was asked; empty
    where none was, or an older version has written it.
    """

    method: str
    seed: StrictInt
    made_from: str
    created_by: str = f"citeloom {__version__}"
    outline: tuple[str, ...] = ()
    from_titles: StrictBool = False
    section: str = ""
    cited_elsewhere: tuple[str, ...] = ()
    by_title: tuple[str, ...] = ()
    model: str = ""


@dataclass(frozen=True, slots=True)
class RecordedEvidence:
    """A source sentence: an ``Evidence`` with the citation keys of its papers.

    ``by_key`` is the key of the paper ``by``. A paper that the project has no key for has ``""``.
    """

    key: str
    paper: str
    source: str
    sentence: str
    start: StrictInt
    end: StrictInt
    score: Annotated[float, Strict(), AllowInfNan(False)]
    verdict: str
    by: str = ""
    by_key: str = ""

    @property
    def name(self) -> str:
        """What the paper is called."""
        return self.key or self.paper

    @property
    def text(self) -> str:
        """Which text of the paper the sentence stands in, in words for readers."""
        return source_in_words(self.source, self.by_key or self.by)

    @property
    def where(self) -> str:
        """Where the sentence stands, in words for readers."""
        return f"{self.name}, {self.text}"


@dataclass(frozen=True, slots=True)
class RecordedSentence:
    """A sentence as it was written, the keys that it cites, and its sources."""

    latex: str
    kind: SentenceKind
    keys: tuple[str, ...]
    evidence: tuple[RecordedEvidence, ...]

    @property
    def is_heading(self) -> bool:
        return self.kind is SentenceKind.HEADING

    @property
    def hash(self) -> str:
        """The hash of the sentence, which spacing does not change."""
        return sentence_hash(self.latex)


@dataclass(frozen=True, slots=True)
class RecordedParagraph:
    """A paragraph, and its topic in a few words."""

    topic: str
    sentences: tuple[RecordedSentence, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one result.

    ``earlier`` are sentences of earlier results that stand between its marks because the author
    moved or copied them; they stay, and their sources still count.
    """

    id: str
    origin: Origin
    paragraphs: tuple[RecordedParagraph, ...]
    earlier: tuple[RecordedSentence, ...] = ()

    def sentences(self) -> Iterator[RecordedSentence]:
        """Yield all sentences, the earlier ones last."""
        for paragraph in self.paragraphs:
            yield from paragraph.sentences
        yield from self.earlier

    def texts(self) -> list[list[str]]:
        """Return the LaTeX of the result's sentences, paragraph by paragraph."""
        return [
            [sentence.latex for sentence in paragraph.sentences] for paragraph in self.paragraphs
        ]


def id_of(rendered: RenderedText, taken: Collection[str] = ()) -> str:
    """Return the id that a rendered result has between our marks, none of those ``taken``."""
    return free_id([fold(paragraph.latex) for paragraph in rendered.paragraphs], taken)


def record_of(rendered: RenderedText, origin: Origin, taken: Collection[str] = ()) -> Record:
    """Return the record of a rendered result; ``taken`` are ids of texts that stand elsewhere."""
    return Record(
        id_of(rendered, taken),
        origin,
        tuple(
            RecordedParagraph(
                paragraph.topic,
                tuple(recorded_sentence(sentence, rendered) for sentence in paragraph.sentences),
            )
            for paragraph in rendered.paragraphs
        ),
    )


def recorded_sentence(sentence: RenderedSentence, rendered: RenderedText) -> RecordedSentence:
    """Return a sentence of a rendered result as its record has it."""
    keys = rendered.keys
    return RecordedSentence(
        sentence.latex,
        sentence.sentence.kind,
        tuple(dict.fromkeys(keys[paper] for paper in sentence.sentence.cites)),
        tuple(
            RecordedEvidence(
                key=keys.get(evidence.paper, ""),
                paper=evidence.paper,
                source=evidence.source,
                sentence=evidence.sentence,
                start=evidence.start,
                end=evidence.end,
                score=round(evidence.score, SCORE_DIGITS),
                verdict=evidence.verdict,
                by=evidence.by,
                by_key=keys.get(evidence.by, ""),
            )
            for evidence in sentence.sentence.evidence
        ),
    )
