"""Say by its title what a paper studies, where no sentence of its abstract can be taken."""

import re
from dataclasses import dataclass
from itertools import pairwise

from citeloom.grounding.evidence import Evidence
from citeloom.grounding.language import is_english
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.names import MARK, first_mention
from citeloom.methods.extractive.rewriting.refusals import is_order
from citeloom.methods.extractive.rewriting.statement import with_subject
from citeloom.methods.extractive.rewriting.verbs import (
    base_of,
    is_past,
    is_plural_verb,
    is_singular_verb,
    may_be_noun,
    singular,
)
from citeloom.methods.extractive.text.refusing import is_damaged
from citeloom.methods.result import Sentence, SentenceKind
from citeloom.papers.paper import Paper
from citeloom.words import STOP_WORDS

_NO_TOPIC = re.compile(
    r"(?:introduction to|contributions? to|preface|editorial|proceedings|erratum|correction|"
    r"book review|report (?:on|of)|overview of the \d|findings of|special issue|comments? on|reply|"
    r"lecture|guide|history|(?:a )?(?:brief|short) history|how|why|what|when|where|which|who|is|"
    r"are|do|does|can|should|will|if|to|not|it|you|we|"
    r"beyond|from|in|at|for|with|without|against|over|under)\b"
    r"|.*\b(?:shared task|workshop|submission|system description|task \d+|part [IVX\d]+|"
    r"\d+(?:st|nd|rd|th) edition)\b"
    r"|(?:\S+ ){1,3}(?:at|@) \S+[ -](?:19|20)\d\d\b",
    re.IGNORECASE,
)
_PREPOSITION = r"(?:of|for|in|on|with|by|between|from|at|to|using|via|through|under|as)"
_HEAD = re.compile(rf"^(?P<phrase>.+?)(?: {_PREPOSITION}\b|,|$)")
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_OF_PAGES = frozenset(["misc", "online", "electronic", "www", "webpage"])
"""Types of entries that may be of a picture or a page, which studies nothing."""

_TEXTS = frozenset(
    ["analysis", "book", "comparison", "guide", "handbook", "history", "introduction",
     "investigation", "look", "manual", "note", "overview", "primer", "review", "study", "survey",
     "report", "reports", "textbook", "tutorial"]
)  # fmt: skip
_STUDIES = frozenset(["examination", "investigation", "investigations", "studies", "study"])
"""What a title calls a text whose authors study something."""

_TEXT_OF = re.compile(
    r"^(?:an? |the )?(?:[\w-]+ ){0,2}?(?P<text>[a-z]+) (?:of|between) (?P<matter>.+)", re.IGNORECASE
)
_STUDY = re.compile(r"\bstud(?:y|ies)\b")
_MADE = frozenset(["corpus", "database", "dataset", "package", "software", "toolbox", "toolkit"])
"""What is made, not studied, with whatever article."""

_CLAIM = "report that"
_MOST_WORDS = 22
_LEAST_WORDS = 2
_LEAST_BEFORE_COLON = 3
"""A title of fewer words before its colon is told by what stands behind it."""

_NOUNS_IN_ING = lexicon("gerunds")
_THINGS = lexicon("proposed_things") | lexicon("own_things")


@dataclass(frozen=True, slots=True)
class _Act:
    """What authors do, in the base form, and with what."""

    verb: str
    thing: str


def title_statement(paper: Paper, names: NamesInTexts) -> Sentence | None:
    """Return what a paper studies by its title; None where the title is no phrase for that."""
    if paper.type in _OF_PAGES and not (paper.venue or paper.doi or paper.arxiv_id):
        return None
    act = _act(" ".join(paper.title.split()).rstrip(". "), names)
    return _told(paper, act) if act else None


def _told(paper: Paper, act: _Act) -> Sentence:
    subject = first_mention(paper)
    verb, *that = act.verb.split()
    verb = " ".join((singular(verb) if subject.is_singular else verb, *that))
    evidence = (Evidence(paper.id, "title", paper.title, 0, len(paper.title), 1.0),)
    parts = with_subject(f"{MARK} {verb} {act.thing}", subject)
    return Sentence(parts, SentenceKind.STATEMENT, evidence)


def _act(title: str, names: NamesInTexts) -> _Act | None:
    if is_damaged(title) or _is_shouted(title) or not is_english(title):
        return None
    if any(sign in title for sign in (*'.!“”"', " - ", " – ", "—")):
        return None
    name, colon, rest = (part.strip() for part in title.partition(":"))
    if colon and rest.lower().startswith(("a ", "an ")) and _is_name(name):
        what = _phrase(rest, names)
        is_thing = what and _head(what) not in _TEXTS and not _has_finite_verb(what)
        return _Act("present", f"{name}, {what}") if is_thing else None
    phrase = _phrase(name, names)
    if colon and (len(name.split()) < _LEAST_BEFORE_COLON or is_past(phrase.rpartition(" ")[2])):
        return None
    if phrase and _has_finite_verb(phrase):
        return _Act(_CLAIM, phrase) if _claims(phrase) else None
    return _as_act(phrase) if phrase else None


def _is_shouted(title: str) -> bool:
    """Return whether most of the long words of a title are in capitals."""
    long = [word for word in _WORD.findall(title) if len(word) > 3]
    return title.isupper() or 2 * sum(word.isupper() for word in long) > max(4, len(long))


def _is_name(text: str) -> bool:
    """Return whether what stands before a colon is a name: ``SQuAD``, not ``Deep learning``."""
    return len(text.split()) == 1 and re.search(r"[a-z][A-Z]|[A-Z]{2}|\d", text) is not None


def _phrase(text: str, names: NamesInTexts) -> str:
    """Return words of a title as they stand in a sentence; empty where they ask or may be names."""
    if text.count("(") != text.count(")"):
        return ""
    if "?" in text or ";" in text or _NO_TOPIC.match(text):
        return ""
    if not _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS:
        return ""
    return names.as_words(text)


def _as_act(phrase: str) -> _Act | None:
    of = _TEXT_OF.match(phrase)
    if of and of["text"] in _STUDIES:
        return _Act("study", of["matter"])
    first, _, rest = phrase.partition(" ")
    if first == "on":
        return _Act("study", rest)
    is_noun = first in _NOUNS_IN_ING and re.match(rf"(?:{_PREPOSITION}|and)\b", rest)
    if first.endswith("ing") and not is_noun:
        return None
    if first in {"toward", "towards"} or _head(phrase) in _TEXTS or is_order(first):
        return None
    is_made = _head(phrase) in (_THINGS if first in {"a", "an"} else _MADE)
    if is_made and first not in STOP_WORDS - {"a", "an", "the"}:
        return _Act("present", phrase if first in {"a", "an", "the"} else f"the {phrase}")
    if first in STOP_WORDS and first not in {"a", "an", "the"}:
        return None
    before, _, owner = phrase.partition(" of ")
    has_owner = owner and _head(before) == before.split()[-1].lower() and " and " not in before
    the = "the " if has_owner and first not in {"a", "an", "the"} else ""
    return None if _STUDY.search(phrase) else _Act("study", the + phrase)


def _head(phrase: str) -> str:
    found = _HEAD.match(phrase)
    return found["phrase"].split()[-1].lower() if found else ""


def _claims(phrase: str) -> bool:
    """Return whether a title is a whole sentence: a verb that no noun can be, under no other word.

    ``Trees and states of parsers`` has none, ``A model that parses`` has one under "that".
    """
    words = _WORD.findall(phrase.lower())
    if words[0] in {"on", "toward", "towards"}:
        return False
    for word, following in pairwise(words[1:]):
        if word in {"that", "which", "who", "where", "when", "whether", "how", "if"}:
            return False
        if word in {"is", "are", "was", "were", "has", "have", "can", "cannot", "does"}:
            return True
        is_verb = is_singular_verb(word) and not may_be_noun(base_of(word))
        if is_verb and not re.fullmatch(_PREPOSITION, following):
            return True
    return False


def _has_finite_verb(phrase: str) -> bool:
    """Return whether a title is a sentence: ``A host achieves affinity``."""
    before = ""
    for word in _WORD.findall(phrase.lower()):
        if word in {"is", "are", "was", "were", "has", "have", "can", "do", "does", "cannot"}:
            return True
        verb = is_singular_verb(word) and not may_be_noun(base_of(word))
        bare = is_plural_verb(word) and not is_past(word) and not may_be_noun(word)
        if (verb or (bare and before not in {"to", "and"})) and before:
            return True
        before = word
    return False
