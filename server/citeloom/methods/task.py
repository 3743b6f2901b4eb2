"""The task of a method: the draft and the references to write about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper

_LANGUAGES = {
    "ar": "Arabic", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "nb": "Norwegian", "nl": "Dutch", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian",
    "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DraftSection:
    """A section of the draft: its heading and its text, both plain."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class DraftText:
    """The draft as plain text, without its related-work section.

    ``abstract_source`` says what stands in ``abstract``: ``abstract``, ``introduction``,
    ``first words`` or ``nothing``. ``language`` is a BCP 47 tag (``en``).
    """

    title: str
    abstract: str
    abstract_source: str
    sections: tuple[DraftSection, ...] = ()
    language: str = "en"

    @property
    def language_name(self) -> str:
        """The language as a prompt names it: ``German``, "the language with the tag 'xx'"."""
        unknown = f"the language with the tag '{self.language}'"
        return _LANGUAGES.get(self.language.lower().split("-")[0], unknown)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What full texts and services tell of the references; all by paper ids.

    ``headings`` are those of the sections with text of each kept full text, some of them empty;
    `citeloom.methods.port.FullTexts` gives the texts. ``mentions`` are the sentences of these texts
    that cite other references; what one sentence cites was cited together. ``cites`` are the
    references that each one cites, as far as services and full texts tell.
    """

    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mentions: tuple[CitingSentence, ...] = ()
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def mentions_of(self, paper: Paper) -> tuple[CitingSentence, ...]:
        """Return the sentences that cite a paper, those first that cite the fewest others."""
        found = (sentence for sentence in self.mentions if paper.id in sentence.paper_ids)
        return tuple(sorted(found, key=lambda sentence: len(sentence.paper_ids)))


@dataclass(frozen=True, slots=True)
class Instruction:
    """What an author wants of a sentence that is written again, in the author's own words.

    ``sentence`` is how it reads now, ``before`` and ``after`` are those beside it: plain text.
    """

    words: str
    sentence: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class WritingTask:
    """A task: write about ``references`` from the point of view of ``draft``.

    ``references`` come in the order in which the draft cites them. ``paragraphs`` and ``words``
    are what the user asked for, or None to let the method choose; ``seed`` decides every random
    choice; ``alternatives`` is how many further versions the user wants. ``titles`` are those of
    all entries of the .bib files, where a model writes: names in them may stand in its text.
    ``taxonomy`` is one of all references that the author has given: a method with an outline
    writes by it. Topics without a name get one. ``said_in_draft`` has the draft's own sentences
    that cite a paper without an abstract, by its id, where nobody is sent them. ``theme`` is the
    point of view that the author wants the text to be told from, in the author's own words.
    ``position`` tells whether a model ends paragraphs with what the draft does instead.
    ``instruction`` is what a sentence that is written again is to be like.
    """

    draft: DraftText
    references: tuple[Paper, ...]
    paragraphs: int | None = None
    words: int | None = None
    seed: int = 0
    alternatives: int = 0
    surroundings: Surroundings = field(default_factory=Surroundings)
    titles: tuple[str, ...] = ()
    taxonomy: Taxonomy | None = None
    said_in_draft: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    theme: str = ""
    position: bool = False
    instruction: Instruction | None = None

    @property
    def digest(self) -> str:
        """A hash of all that a method reads of the task, to tell whether it has changed."""
        papers = [
            (
                paper.id,
                paper.key,
                paper.title,
                [author.family for author in paper.authors],
                paper.abstract,
            )
            for paper in self.references
        ]
        draft = (self.draft.title, self.draft.abstract, self.draft.language)
        asked = (self.paragraphs, self.words, self.seed, self.alternatives)
        around = (
            sorted(self.surroundings.headings.items()),
            [
                (sentence.by, sentence.text, sentence.paper_ids)
                for sentence in self.surroundings.mentions
            ],
            sorted(self.surroundings.cites.items()),
        )
        read = (draft, papers, asked, around, *([self.taxonomy] if self.taxonomy else []))
        if self.said_in_draft:
            read = (*read, sorted(self.said_in_draft.items()))
        if self.theme:
            read = (*read, ("theme", self.theme))
        if self.position:
            read = (*read, "position")
        if self.instruction:
            read = (*read, self.instruction)
        return sha256(repr(read).encode("utf-8", "replace")).hexdigest()
