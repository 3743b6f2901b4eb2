"""What a new entry says of a paper: its type and its fields."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from citeloom.papers.authors import is_for_more
from citeloom.papers.identifiers import acl_id, arxiv_id, clean_doi, is_arxiv_doi, pmid
from citeloom.papers.identity import names_preprints
from citeloom.papers.paper import Author, Paper
from citeloom.placing.entries.entry_habits import EntryHabits
from citeloom.placing.entries.key_form import FIRST_YEAR, LAST_YEAR
from citeloom_latex.bib.names import names
from citeloom_latex.escape import to_latex_of
from citeloom_latex.typesetting import Typesetting

_PART = re.compile(r"[-‐–/]")
_BEHIND = re.compile(r"[:?!.—]$")
_EDGES = re.compile(r"(?P<before>[\"'“‘(\[]*)(?P<word>.*?)(?P<after>[\"'”’)\].,:;?!]*)", re.DOTALL)
_CHANGED_BY_CASE = re.compile(r"\$|\\[A-Za-z]*[A-Z]|\{\\")
_LONG = 4


def protected_title(title: str, latex: Callable[[str], str]) -> str:
    """Return the LaTeX of a title.

    Braces stand around words with capitals inside of them, around names in a title whose other
    words begin with small letters, and around LaTeX that means something else in small letters.
    """
    words = title.split()
    keep = any(letter.islower() for letter in title)
    names = _is_in_sentence_case(words)
    found = []
    for number, word in enumerate(words):
        begins = number == 0 or bool(_BEHIND.search(words[number - 1]))
        is_protected = keep and _has_capitals_to_keep(word, names and not begins, begins)
        found.append(_written_word(word, latex, is_protected))
    return " ".join(filter(None, found))


def _written_word(word: str, latex: Callable[[str], str], protected: bool) -> str:
    edges = _EDGES.fullmatch(word)
    if not protected or edges is None or not edges["word"]:
        written = latex(word)
        return f"{{{written}}}" if _CHANGED_BY_CASE.search(written) else written
    # Quotation marks are told by what is beside them.
    whole = latex(word)
    core = latex(edges["word"])
    start = whole.find(core)
    if start < 0:
        return f"{{{whole}}}"
    return f"{whole[:start]}{{{core}}}{whole[start + len(core) :]}"


def _is_in_sentence_case(words: Sequence[str]) -> bool:
    """Tell whether the long words of a title, its first aside, mostly begin with small letters."""
    long = [word for word in words[1:] if len(word) > _LONG and word[0].isalpha()]
    small = sum(word[0].islower() for word in long)
    return 2 * small > len(long)


def _has_capitals_to_keep(word: str, names: bool, begins: bool) -> bool:
    letters = word.strip("\"'“”‘’()[].,:;?!")
    if len(letters) == 1:
        return letters.isupper() and not (begins or letters in "AI")
    parts = [part for part in _PART.split(letters) if part]
    return any(
        any(letter.isupper() for letter in part[1:])
        or (names and part[0].isupper())
        or (len(part) == 1 and part.isupper() and len(parts) > 1)
        or (part[0].isupper() and not part.isalpha() and not part.replace("'", "").isalpha())
        for part in parts
    )


MOST_AUTHORS = 100
"""People who are named; others are ``and others``."""

_LONGEST_NAME = 200
_ACCENT = re.compile(
    r"(?<!\{)(\\(?:[\"'`^~=.]|[uvHtcdbrk](?=\{))\{\\?[A-Za-z]\s?\}|\\[A-Za-z]+\{\})"
)
_NOT_IN_NAMES = re.compile(r"[,{}\\~]+")


def written_names(paper: Paper, latex: Callable[[str], str], *, family_first: bool) -> str:
    """Return the LaTeX of a paper's authors, joined by ``and``.

    Each is written so that BibTeX finds the same parts of it; the names of groups stand in braces.
    """
    people = [author for author in paper.authors if not is_for_more(author)]
    names = [_written_person(author, latex, family_first) for author in people[:MOST_AUTHORS]]
    # A name in letters that the draft cannot set would be question marks.
    found = [name for name in names if any(map(str.isalnum, name))]
    if found and (len(people) > MOST_AUTHORS or len(people) < len(paper.authors)):
        found.append("others")
    return " and ".join(found)


def _written_person(author: Author, latex: Callable[[str], str], family_first: bool) -> str:
    family, given = _clean(author.family), _clean(author.given)
    if not family:
        family, given = given, ""

    def letters(text: str) -> str:
        # In braces of its own, an accented letter is one letter for BibTeX, upper or lower case.
        return _ACCENT.sub(r"{\1}", latex(text))

    if not letters(family).strip():
        return ""
    if not letters(given).strip():
        is_word = family.isalpha() and family[0].isupper()
        return letters(family) if is_word else f"{{{latex(family)}}}"
    for text, parts in _ways(family, given, family_first):
        if _is_read_as(text, family, given):
            return "".join(part if is_sign else letters(part) for part, is_sign in parts)
    return f"{{{latex(f'{given} {family}')}}}"


_Parts = tuple[tuple[str, bool], ...]


def _ways(family: str, given: str, family_first: bool) -> Iterator[tuple[str, _Parts]]:
    """Yield ways to write a person: the text, and its parts with whether each is of BibTeX's."""
    sign = (", ", True)
    after = ((family, False), sign, (given, False))
    before = ((given, False), (" ", True), (family, False))
    braced = (("{", True), (family, False), ("}", True))
    ways = [after, before] if family_first else [before, (*before[:2], *braced), after]
    for way in (*ways, (*braced, sign, (given, False))):
        yield "".join(part for part, _ in way), way


def _is_read_as(text: str, family: str, given: str) -> bool:
    read = names(text, lambda part: part.strip("{}"))
    return len(read) == 1 and (read[0].last_with_von, read[0].first) == (family, given)


def _clean(name: str) -> str:
    return " ".join(_NOT_IN_NAMES.sub(" ", name).split())[:_LONGEST_NAME].strip()


Fields = Sequence[tuple[str, str]]

_VENUE_OF = {
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "book": "publisher",
    "phdthesis": "school",
    "mastersthesis": "school",
    "techreport": "institution",
}
_WITHOUT_VENUE = frozenset({"book", "phdthesis", "mastersthesis", "techreport"})
_MEETING = re.compile(
    r"\b(?:proceedings|conference|workshop|symposium|meeting|congress|colloquium|chapter of the"
    r" association|findings of|advances in neural|neural information processing systems"
    r"|neurips|nips|iclr|icml|aistats|cvpr|iccv|eccv|wacv|bmvc|n?aacl|eacl|acl|emnlp|coling|conll"
    r"|aaai|ijcai|kdd|sigir|sigmod|sigkdd|www|wsdm|cikm|icra|iros|interspeech|icassp|chi|uist"
    r"|computer vision and pattern recognition|empirical methods in natural language processing"
    r"|learning representations|knowledge discovery and data mining)\b",
    re.IGNORECASE,
)
_JOURNAL = re.compile(r"\b(?:journal|transactions|letters|magazine|annals|review)\b", re.IGNORECASE)
_BRACE = re.compile(r"\\([{}])")
_BRACE_COMMANDS = {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
_SAFE_DOI = re.compile(r"10\.[0-9.]+/[-A-Za-z0-9._;()/:<>\[\]+=,!*'&~$#@]+")
_SPECIAL_IN_DOI = re.compile(r"(?=[_&#$])")


@dataclass(frozen=True, slots=True)
class FileLatex:
    """Writes plain text as LaTeX for one .bib file: its encoding, and what its draft can set."""

    encoding: str = "utf-8"
    typesetting: Typesetting = field(default_factory=Typesetting)

    def write(self, text: str) -> str:
        written = to_latex_of(text, self.encoding, self.typesetting).latex
        latex = _BRACE.sub(lambda brace: _BRACE_COMMANDS[brace[1]], written)
        return latex if self._can_write(latex) else to_latex_of(text, "ascii", Typesetting()).latex

    def lost_letters(self, text: str) -> str:
        """Return the letters of a text that nothing stands for."""
        replaced = to_latex_of(text, self.encoding, self.typesetting).replaced
        return "".join(dict.fromkeys(char for char, written in replaced if "?" in written))

    def _can_write(self, latex: str) -> bool:
        try:
            latex.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be added; the values of its fields are LaTeX without delimiters.

    ``lost`` are letters of title and names that its draft cannot set and that stand as ``[?]``.
    """

    type: str
    key: str
    fields: Fields
    lost: str = ""


def new_entry(paper: Paper, key: str, habits: EntryHabits, latex: FileLatex) -> NewEntry:
    """Return all that is known of a paper as an entry with this key, as others of its file are."""
    writer = _EntryWriter(paper, habits, latex.write)
    names = " ".join(f"{author.given} {author.family}" for author in paper.authors)
    return NewEntry(
        writer.type, key, tuple(writer.fields()), latex.lost_letters(f"{paper.title} {names}")
    )


class _EntryWriter:
    def __init__(self, paper: Paper, habits: EntryHabits, latex: Callable[[str], str]) -> None:
        self._paper, self._habits, self._latex = paper, habits, latex
        self._doi = _doi(paper)
        self._arxiv_id = arxiv_id({"eprint": paper.arxiv_id}) or arxiv_id({"doi": paper.doi})
        self._venue = "" if names_preprints(paper.venue) else latex(_on_one_line(paper.venue))
        self._is_preprint = bool(self._arxiv_id) and not self._venue
        self.type = self._type()

    def fields(self) -> Iterator[tuple[str, str]]:
        for name, value in self._all_fields():
            if value.strip():
                yield name, value

    def _all_fields(self) -> Iterator[tuple[str, str]]:
        paper, habits, latex = self._paper, self._habits, self._latex
        yield "author", written_names(paper, latex, family_first=habits.family_first)
        yield "title", protected_title(paper.title, latex)
        if self._venue:
            yield self._venue_field, self._venue
        if paper.year and FIRST_YEAR <= paper.year <= LAST_YEAR:
            yield habits.year, str(paper.year)
        yield from self._identifiers()
        if habits.abstracts:
            yield "abstract", latex(_on_one_line(paper.abstract))

    def _identifiers(self) -> Iterator[tuple[str, str]]:
        paper = self._paper
        doi = _SPECIAL_IN_DOI.sub(r"\\", self._doi) if self._habits.escaped_dois else self._doi
        yield "doi", doi
        if self._arxiv_id and not doi:
            yield "eprint", self._arxiv_id
            yield self._habits.archive, "arXiv"
        if doi or self._arxiv_id:
            return
        anthology = f"https://aclanthology.org/{paper.acl_id}"
        if paper.acl_id and acl_id({"url": anthology}) == paper.acl_id:
            yield "url", anthology
        elif paper.pmid and pmid({"pmid": paper.pmid}) == paper.pmid:
            yield "pmid", paper.pmid
        elif re.fullmatch(r"[0-9a-f]{40}", paper.s2_id):
            yield "url", f"https://www.semanticscholar.org/paper/{paper.s2_id}"

    @property
    def _venue_field(self) -> str:
        if self.type == "article":
            return self._habits.journal
        return _VENUE_OF.get(self.type, "howpublished")

    def _type(self) -> str:
        known = self._paper.type
        if self._is_preprint:
            return "online" if self._habits.online else "misc"
        if not self._venue:
            return known if known in _WITHOUT_VENUE else "misc"
        if known in _VENUE_OF or known == "article":
            return known
        meets = _MEETING.search(self._venue) and not _JOURNAL.search(self._venue)
        return "inproceedings" if meets or self._paper.acl_id else "article"


def _doi(paper: Paper) -> str:
    """Return the DOI, if nothing in it can do harm; that of a preprint is its arXiv id."""
    doi = clean_doi(paper.doi)
    return doi if _SAFE_DOI.fullmatch(doi) and not is_arxiv_doi(doi) else ""


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
