"""Tells where in a sentence the names of authors can stand, by the words around the place.

A language without lists of words gets names at the beginning of sentences alone.
"""

import re
from enum import Enum

from citeloom.methods.extractive.rewriting.verbs import is_adverb, is_verb_form


class NamePlace(Enum):
    """What can stand at a place: the subject of a clause, another name, or no name.

    ``OPENING`` is the beginning of a sentence that goes on without a name: nothing can stand there.
    """

    SUBJECT = "subject"
    OBJECT = "object"
    BESIDE = "beside"
    OPENING = "opening"


_BEFORE_SUBJECTS = {
    "en": """although because hence if once since so that then though thus unless when where
        whereas whether while why how""",
    "de": "als dass da indem nachdem ob obwohl sodass während weil wenn wie wobei wo",
    "fr": "que lorsque quand où si alors puisque comme",
    "es": "que cuando donde si aunque mientras porque como",
    "it": "che quando dove se mentre perché come",
    "pt": "que quando onde se enquanto porque como",
    "nl": "als dat omdat terwijl wanneer waar zoals of",
}
_BEFORE_OBJECTS = {
    "en": """about above across after against along alongside among amongst around as at before
        behind below beside besides between beyond by cf cf. concerning despite during except
        follow followed following for from given in including inside into like near of off on onto
        outside over past per regarding see than through throughout to toward towards under unlike
        until upon versus via vs vs. with within without
        complement complements contradict contradicts extend extends extended extending follows
        include includes outperform outperforms outperformed outperforming resemble resembles
        surpass surpasses surpassed""",
    "de": """an auf aus bei durch für gegen gemäß im in laut mit nach neben ohne seit siehe statt
        über um unter vgl vgl. von vor wie zu zwischen""",
    "fr": "à avec chez d'après dans de depuis par pour sans selon sur vers voir et ou",
    "es": "a con de desde en entre para por según sin sobre véase y o",
    "it": "a con da di in per secondo su tra fra vedi e o",
    "pt": "a com de desde em entre para por segundo sem sobre ver e ou",
    "nl": "aan bij door in met na naar op over tegen tot tussen uit van volgens voor zonder zie",
}
_CONJUNCTIONS = {
    "en": "and but or nor",
    "de": "und aber oder sowie",
    "fr": "et mais ou",
    "es": "y pero o",
    "it": "e ma o",
    "pt": "e mas ou",
    "nl": "en maar of",
}
_ARTICLES = {"en": "the"}
_SUCH_AS = re.compile(r"\bsuch\s+as\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\(\s*(?:e\.g\.|i\.e\.|see|see also|cf\.)\s*,?\s*\Z", re.IGNORECASE)
_CLOSED = re.compile(r"[^()]*\)")
_CORRELATIVES = {"en": "both either neither", "de": "sowohl weder entweder", "fr": "ni soit tant"}
_INTRODUCTIONS = {
    "en": """according akin analogous analogously based building built compared contrary different
        differently due drawing extending inspired motivated next opposed prior similar similarly
        starting thanks""",
    "fr": "contrairement conformément suivant grâce outre comme",
    "es": "siguiendo como frente gracias basándose",
    "it": "diversamente contrariamente seguendo come rispetto grazie",
    "pt": "ao seguindo como diferentemente graças",
}
"""Words that begin a phrase before the subject, besides prepositions."""

_MOST_INTRODUCING = 6
_CLAUSE_STARTS = re.compile(r"[;:]|,\s*(?:and|but|while|whereas|et|mais|y|pero|e|ma|mas)\b")
_ASIDE_BY_DASHES = re.compile(r"\s+(?:[–—]|-{1,3})\s*(?=[^\W\d_A-Z])[^–—]*?(?:\s[–—-]|[–—])")
_LAST_WORD = re.compile(r"[^\s(\[“\"]+\Z")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+(?:['’][^\W\d_]+)?)(?!-)")
_OPENERS = frozenset(
    ["here", "however", "later", "moreover", "more", "most", "now", "soon", "today"]
)
_MOST_OPENERS = 3


def name_place(before: str, after: str, language: str) -> NamePlace:
    """Tell what can stand between two parts of a sentence.

    Parameters
    ----------
    before
        The sentence up to the place, without other sentences.
    after
        What follows the place.
    """
    language = language[:2].lower()
    before = before.rstrip()
    if not before.strip("\"'“‘([ "):
        return NamePlace.SUBJECT if _goes_on(after) else NamePlace.OPENING
    if _ASIDE.search(before):
        return NamePlace.OBJECT if _CLOSED.match(after) else NamePlace.BESIDE
    last = _LAST_WORD.search(before)
    word = last[0].lower() if last else ""
    if before[-1] in ",;:–—":
        return _after_comma(before, after, language)
    if word in _words(_BEFORE_SUBJECTS, language) or word in _words(_CORRELATIVES, language):
        return NamePlace.SUBJECT
    if word in _words(_CONJUNCTIONS, language):
        if after.lstrip()[:1].isupper():
            return NamePlace.BESIDE
        is_clause = before[: -len(word)].rstrip().endswith((",", ";"))
        return NamePlace.SUBJECT if is_clause and verb_follows(after) else NamePlace.OBJECT
    if word in _words(_BEFORE_OBJECTS, language):
        as_subject = word == "as" and not _SUCH_AS.search(before) and verb_follows(after)
        return NamePlace.SUBJECT if as_subject else NamePlace.OBJECT
    if word in _words(_ARTICLES, language) and _NEXT_WORD.match(after):
        return NamePlace.OBJECT
    if language == "en" and _are_openers(before) and verb_follows(after):
        return NamePlace.SUBJECT
    return NamePlace.BESIDE


def _after_comma(before: str, after: str, language: str) -> NamePlace:
    if before.count("(") > before.count(")"):
        return NamePlace.BESIDE
    if language != "en":
        is_subject = introduces(before.rstrip(","), language) and re.match(r"\s+[^\W\d_A-Z]", after)
        return NamePlace.SUBJECT if is_subject else NamePlace.BESIDE
    is_introduced = _is_introduction(before) or introduces(before.rstrip(","), language)
    goes_on = is_introduced and re.match(r"\s*(?!and\b|or\b)[a-z]", after)
    return NamePlace.SUBJECT if goes_on or verb_follows(after) else NamePlace.BESIDE


def _words(lists: dict[str, str], language: str) -> list[str]:
    return lists.get(language, "").split()


def _goes_on(after: str) -> bool:
    """Tell whether a sentence goes on after its first words: no new one begins."""
    if _ASIDE_BY_DASHES.match(after):
        return True
    after = after.lstrip()
    first = after[:1]
    if not any(map(str.isalpha, after)):
        return False
    is_small = first.isalpha() and first.lower() in (first, first.upper())
    return is_small or first in ",;'’("


def verb_follows(after: str) -> bool:
    """Tell whether a finite English verb comes next, behind adverbs at most."""
    found = _NEXT_WORD.match(after)
    while found and is_adverb(found[1].lower()):
        found = _NEXT_WORD.match(after, found.end())
    return found is not None and found[1].islower() and is_verb_form(found[1])


def introduces(before: str, language: str) -> bool:
    """Tell whether a clause has begun with a phrase before its subject: "Unlike A", "As in A"."""
    language = language[:2].lower()
    words = _CLAUSE_STARTS.split(before)[-1].lower().split()
    if not 0 < len(words) <= _MOST_INTRODUCING or any("," in word for word in words):
        return False
    first = words[0].strip("\"'“‘([")
    lists = (_INTRODUCTIONS, _BEFORE_OBJECTS)
    return any(first in _words(known, language) for known in lists)


def is_function_word(word: str, language: str) -> bool:
    """Tell whether a word is a preposition or a conjunction, so that no clause begins before it."""
    language = language[:2].lower()
    lists = (_BEFORE_OBJECTS, _BEFORE_SUBJECTS, _CONJUNCTIONS)
    return any(word in _words(known, language) for known in lists)


def _is_introduction(before: str) -> bool:
    """Tell whether a sentence has begun with a clause or a few words that no list begins with."""
    words = before.rstrip(",").lower().split()
    if "," in before[:-1] or not words:
        return False
    is_phrase = words[0] in _words(_BEFORE_OBJECTS, "en") and len(words) <= _MOST_OPENERS + 1
    is_clause = words[0] in _words(_BEFORE_SUBJECTS, "en")
    return is_phrase or is_clause or _are_openers(before.rstrip(","))


def _are_openers(before: str) -> bool:
    words = re.split(r"[,;]", before.lower())[-1].split()
    words = words[1:] if words[:1] and words[0] in _words(_CONJUNCTIONS, "en") else words
    return (
        bool(words)
        and len(words) <= _MOST_OPENERS
        and all(word in _OPENERS or is_adverb(word) for word in words)
    )
