"""Mend the articles of a statement, as an editor would."""

import re

from citeloom.grounding.article import indefinite_article
from citeloom.grounding.words import STOP_WORDS
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import base_of, is_verb_form, may_be_noun

_A = re.compile(r"\b(?P<letter>[Aa])n? (?=(?P<word>[A-Za-z][\w-]*))")
_HEADS = (
    "algorithm|approach|architecture|classifier|corpus|dataset|framework|mechanism|method|model|"
    "network|pipeline|problem|strategy|system|task|technique"
)
_PLURAL_HEADS = (
    "algorithms|approaches|architectures|classifiers|corpora|datasets|experiments|frameworks|"
    "mechanisms|methods|metrics|models|networks|problems|results|strategies|systems|tasks|"
    "techniques|tools"
)
_WORD = r"[^\W_][\w'-]*"
_ENDS = (
    r"(?=(?: \([^()]{1,16}\))?"
    r"(?:[.,;)]|$| (?:at|based|by|for|from|in|of|on|that|to|using|which|with)\b))"
)
_LACKING = re.compile(
    r"(?P<before>(?:^ |\b)"
    r"(?:address|explore|introduce|investigate|present|propose|tackle)(?:e?s|e?d)? "
    r"|(?:^ study|\bstudies|\bstudied) "
    r"|\b(?:adopt|apply|employ|leverage|us|utili[sz])(?:e|es|ed|ing|s)? "
    r"|\b(?:by|for|from|in|of|on|via|with) )"
    rf"(?P<modifiers>(?:{_WORD} (?:\([A-Z][\w-]*\) )?){{1,5}}?)(?P<head>{_HEADS}){_ENDS}"
)
"""A noun that is counted, without an article: ``with xgboost classifier to``."""

_GROUP = re.compile(
    r"(?P<before>\b(?:by|through|us(?:e|es|ed|ing)|via|with) )"
    r"(?=(?:combination|mixture|number|series|set|variety) of\b)"
)
_LANGUAGE = re.compile(
    r"(?P<before>\b(?:by|for|from|in|of|on|to|with) )(?P<modifiers>[A-Z][a-z]+ )"
    rf"(?P<head>language|dialect){_ENDS}"
)
_PLURAL_AFTER_A = re.compile(
    rf"\b(?P<article>[Aa]n? )(?P<modifiers>(?:{_WORD} ){{0,4}}?)(?P<head>{_PLURAL_HEADS})"
    rf"(?=(?: \([^()]{{1,16}}\))?(?:[.,;)]|$| (?:by|for|from|in|of|on|that|to|using|with)\b))"
)
_OF_KIND = re.compile(r"\b(?:types?|kinds?|sorts?|forms?|class|classes|variants?) of $")
_IN_NAME = re.compile(r"\b[A-Z][\w-]* (?:of|in|with|for|on|by) $")
_LATIN = frozenset(["silico", "situ", "vitro", "vivo"])
_MANY = frozenset(["couple", "dozen", "few", "good", "great", "handful", "hundred", "thousand"])
_NEW = frozenset(["different", "hybrid", "more", "new", "novel", "simple", "single", "unified"])
_NOUNS_IN_ING = lexicon("gerunds")


def mend_articles(text: str) -> str:
    """Return a text whose articles fit: ``a LSTM``, ``using xgboost classifier to``.

    A noun that is counted gets the article that it lacks, "a" gives way before several, and "a"
    and "an" fit the letter behind them.
    """
    text = _LACKING.sub(_with_article, text)
    text = _GROUP.sub(r"\g<before>a ", text)
    text = _LANGUAGE.sub(_with_article, text)
    text = _PLURAL_AFTER_A.sub(_without_article, text)
    return _A.sub(_fitting_a, text)


def _with_article(match: re.Match[str]) -> str:
    modifiers = match["modifiers"].split()
    before = match.string[: match.start("modifiers")]
    if match.start() and match["before"].endswith("ed "):
        return match.group()
    if _OF_KIND.search(before) or (modifiers[0][0].isupper() and _IN_NAME.search(before)):
        return match.group()
    if (
        modifiers[0] in _LATIN
        or modifiers[0].endswith("ing")
        or not all(map(_may_modify, modifiers))
    ):
        return match.group()
    first = modifiers[0].lower()
    article = indefinite_article(first) if first in _NEW else "the"
    return f"{match['before']}{article} {match.group()[len(match['before']) :]}"


def _without_article(match: re.Match[str]) -> str:
    modifiers = match["modifiers"].split()
    if not all(map(_may_modify, modifiers)) or not _MANY.isdisjoint(modifiers):
        return match.group()
    rest = match.group()[len(match["article"]) :]
    return rest[:1].upper() + rest[1:] if match["article"][0] == "A" else rest


def _fitting_a(match: re.Match[str]) -> str:
    word = match["word"]
    article = indefinite_article(word)
    # Whether letters are read one by one (an MRI, a NAND) their author knows.
    is_known = word.islower() or article == "an"
    if word in STOP_WORDS or len(word) == 1 or not is_known:
        return match.group()
    return f"{match['letter']}{article[1:]} "


def _may_modify(word: str) -> bool:
    """Return whether a word can stand before a noun, behind no article: no verb, no plural."""
    bare = word.strip("()").lower()
    if word.startswith("("):
        return True
    if bare in STOP_WORDS or bare[:1].isdigit() or bare.endswith(("'s", "s'")):
        return False
    if bare.endswith("ing"):
        return bare in _NOUNS_IN_ING
    if bare.endswith("s") and not bare.endswith(("ss", "us", "is", "less", "ous")):
        return False
    return bare.endswith("ed") or not is_verb_form(bare) or may_be_noun(base_of(bare))
