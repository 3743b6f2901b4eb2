"""Takes out of a model's words what no related work holds: links, commands, tags of our prompts."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import AfterValidator

from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.methods.task import WritingTask
from citeloom.models.formulas import formulas_as_words, mark_formulas
from citeloom.visible import shorten

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\xad\u200b\u2060-\u206f\u202a-\u202e\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e007f]"
)
"""Controls, marks that turn the direction of a text, halves of characters, signs of our own."""


def visible_words(text: str) -> str:
    """Return a text without invisible characters, its white space collapsed.

    All patterns that read a model's words rely on this: a run of a million blanks is one blank.
    """
    return " ".join(without_unseen(text).split())


def without_unseen(text: str) -> str:
    """Return a text without invisible characters, its lines as they are."""
    return _UNSEEN.sub("", text)


Words = Annotated[str, AfterValidator(visible_words)]
"""Words of a model in an answer."""

_FENCE = re.compile(
    r" ?</?\s*quoted-[^<>\s]*(?:\s+id=[\"“”']?\w+[\"“”']?)?\s*>?"
    r"| ?\bquoted-[0-9a-f]{6,}| ?\bid=[\"“”']P\d+[\"“”']>?"
)
_WRAPPER = re.compile(r"\\(?:emph|text\w*)\s*\{([^{}]*)\}")
_COMMAND = re.compile(r" ?\\[A-Za-z@]+\*?(?: ?\[[^\[\]\\]*\])*(?: ?\{[^{}\\]*\})*")
_LINK = re.compile(r" ?[(<\[]?(?:[a-z][a-z+.-]{1,9}://|www\.|mailto:)[^\s)>\]]+[)>\]]?", re.I)
_TOP = (
    "com|org|net|edu|gov|info|io|ai|dev|app|co|me|cc|xyz|top|site|online|link|example|test"
    "|ru|cn|de|uk|fr|nl|eu|br|jp|kr|es|pl|ch|se|dk|cz|ua|ir|su|tk|onion|local|internal|biz"
    "|mobi|zip|click|shop|store|club|live|icu|vip"
)
"""Ends of host names that are no words of English."""

_HOST = re.compile(
    r" ?[(<\[]?(?<![a-z0-9])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:[a-z]{2,24}/[^\s)>\]]*"
    rf"|(?:{_TOP})(?![a-z0-9])\w*)"
    r"[)>\]]?",
    re.IGNORECASE,
)
_BASE58 = "[1-9A-HJ-NP-Za-km-z]"
_ADDRESS = re.compile(
    r" ?[(<\[]?(?:"
    r"hxxps?:[^\s)>\]]+(?:\[\.\][^\s)>\]]+)*"
    # ann@example.org; evil[.]example, ann (at) example (dot) org
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,24}\b"
    r"|(?<![\w-])[\w.+-]{1,64}(?:(?:\[\.\]|\(\.\)|\{\.\}) ?[\w-]{2,63})+(?:/[^\s)>\]]*)?"
    r"|(?<![\w-])[\w.+-]{1,64}(?: ?[\[({] ?(?:at|@) ?[\])}] ?[\w-]{1,63})"
    r"(?: ?[\[({] ?(?:dot|\.) ?[\])}] ?[\w-]{2,63}|\.[\w-]{2,63})+"
    r"|(?<![\w-])(?:[\w-]{1,63} ?[\[({] ?dot ?[\])}] ?){1,5}"
    rf"(?:{_TOP})\b(?:/[^\s)>\]]*)?"
    # ann AT example DOT org; example dot ru, but not "the dot com boom"
    r"|(?<![\w-])[\w.+-]{1,64} (?-i:AT) [\w-]{1,63}(?: (?-i:DOT) [\w-]{2,63})+"
    r"|(?<![\w-])(?!(?:the|an?|this|of|post|before|after) )[\w.-]{2,63} dot (?:com|org|ru|cn|xyz)\b"
    # 10.0.0.7:8080, [2001:db8::1]:443, localhost:3000
    r"|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]\d)(?::\d{1,5})?(?:/[^\s)>\]]*)?"
    r"|(?<![\w:])\[?(?=[0-9a-f:]*(?:::|[a-f]))(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}\]?(?::\d{1,5})?(?![\w:])"
    r"|\blocalhost(?::\d{1,5})?(?:/[^\s)>\]]*)?"
    # wallets: Ethereum, Bitcoin, Litecoin, Tron, Monero, Solana
    r"|\b(?:0x[0-9a-f]{40}|(?:bc|ltc)1[0-9a-z]{20,70}"
    rf"|(?-i:[13]{_BASE58}{{25,34}}|T{_BASE58}{{33}}|4[0-9AB]{_BASE58}{{93}}"
    rf"|(?=\w*[0-9])(?=\w*[A-Z])(?=\w*[a-z]){_BASE58}{{32,44}}))\b"
    r")[)>\]]?",
    re.IGNORECASE,
)
_NEVER_NAMED = re.compile(r"\.\d+:\d+$|\]:|localhost:|[\[({]| at | dot ")
"""Addresses that stay out though a paper names them: with a port, or disguised."""

_FOREIGN_KEY = r"@?[a-z][a-z_:-]{1,40}(?:19|20)\d\d[\w:-]{0,40}"
_FOREIGN_KEYS = re.compile(
    rf" ?\[(?:{_FOREIGN_KEY}(?:[,;] ?{_FOREIGN_KEY})*|-?@[a-z][^\[\]]{{0,200}})\]"
)
"""Citation keys in brackets, also as Markdown has them (``[@key, p. 3]``).

A model knows papers by short ids alone, so it made these up.
"""

_BESIDE_LATIN = re.compile(
    "(?<=[!-~])[\u034f\u115f\u1160\u17b4\u17b5\u180e\u200c\u200d\u3164\ufe00-\ufe0f\uffa0]+(?=[!-~])"
)
_DOTS = re.compile(r"(?<=[A-Za-z0-9])[．。․｡](?=[A-Za-z])")
_WIDE = {code: code - 0xFEE0 for code in (*range(0xFF20, 0xFF3B), *range(0xFF41, 0xFF5B))}
"""Full-width letters and @, which make hosts that a browser understands."""

_PATH = re.compile(r" ?(?<![\w/.])(?:~?/(?:\w[\w.-]*/)+\w[\w.-]+|[A-Za-z]:\\\S*)")
_AROUND = " (<[)>]"
_PAIR = re.compile(r"(?P<name>[^/]+)/[a-z]+[.,;:!?]?")
"""A name and another behind a stroke: node.js/express."""

_MOST_NAMED = 5
_LONGEST_NAMED = 120


def clean_words(words: str, known: Collection[str] = ()) -> str:
    """Return a model's words without links, hosts, addresses, paths, LaTeX and tags.

    Nobody asked for these. Formulas are marked for `citeloom.models.formulas.split_formulas`.
    ``known`` are dotted names and addresses in lower case (booking.com) that may stay because the
    papers themselves use them.
    """
    return _cleaned(words, known).text


def without_commands(words: str, known: Collection[str] = ()) -> str:
    """Return clean words with formulas as plain text."""
    return formulas_as_words(clean_words(words, known))


def names_stranger(words: str, known: Collection[str]) -> bool:
    """Whether a model's sentence names a host, an address or a wallet that is not known.

    A link is no part of a sentence: it is cut out.
    """
    return _cleaned(words, known).names_stranger


def left_out_warnings(texts: Sequence[str], known: Collection[str]) -> Iterator[str]:
    """Yield a warning for each of a model's sentences that is left out or loses words."""
    cut = [own for own in (_cleaned(words, known) for words in texts) if own.is_cut]
    for own in cut[:_MOST_NAMED]:
        named = shorten(formulas_as_words(own.text), _LONGEST_NAMED)
        if own.names_stranger:
            yield f"a sentence with a host or an address was left out: {named}"
        else:
            yield f"a path, a tag or a LaTeX command was left out of this sentence: {named}"
    if more := len(cut[_MOST_NAMED:]):
        yield f"{more} more sentences were left out, or lost a path, a tag or a command"


def known_names(task: WritingTask) -> frozenset[str]:
    """Return the dotted names and addresses in the draft and in the titles of its .bib files.

    They are in lower case. What a paper's own text names is not among them: it may have been put
    there for a model to repeat. A name with a path behind it is a link, which no sentence speaks
    of; neither does one speak of an address with a port.
    """
    titles = [*task.titles, *(without_orders(paper.title) for paper in task.references)]
    texts = [task.draft.title, task.draft.abstract, *(part.text for part in task.draft.sections)]
    found = [match for text in (*texts, *titles) for match in _HOST.finditer(text)]
    found += [match for text in texts for match in _ADDRESS.finditer(text)]
    names = {match[0].strip(_AROUND).lower() for match in found}
    return frozenset(name for name in names if "/" not in name and not _NEVER_NAMED.search(name))


def with_usual_signs(words: str) -> str:
    """Return words with wide letters and dots, which make hosts as others do, as the usual ones."""
    return _DOTS.sub(".", _BESIDE_LATIN.sub("", words.translate(_WIDE)))


@dataclass(frozen=True, slots=True)
class _CleanWords:
    text: str
    names_stranger: bool
    is_cut: bool


def _cleaned(words: str, known: Collection[str]) -> _CleanWords:
    strangers: list[bool] = []
    cuts: list[bool] = []

    def change(piece: str) -> str:
        plain = _WRAPPER.sub(r"\1", piece)
        own = _FENCE.sub("", with_usual_signs(_FOREIGN_KEYS.sub("", plain)))
        own = _LINK.sub("", own)
        left = _without_strangers(own, known)
        strangers.append(left != own)
        left = _COMMAND.sub("", _PATH.sub("", left))
        cuts.append(left != plain)
        return left

    return _CleanWords(mark_formulas(words, change), any(strangers), any(cuts))


def _without_strangers(words: str, known: Collection[str]) -> str:
    """Return words without hosts, addresses and wallets that are not known."""

    def left(found: re.Match[str]) -> str:
        name = found[0].strip(_AROUND).lower()
        pair = _PAIR.fullmatch(name)
        named = pair["name"] if pair else name
        return found[0] if named in known or named in _product_names() else ""

    kept, at = [], 0
    for found in _ADDRESS.finditer(words):
        own = found[0] if found[0].strip(_AROUND).lower() in known else ""
        kept += [_HOST.sub(left, words[at : found.start()]), own]
        at = found.end()
    return "".join((*kept, _HOST.sub(left, words[at:])))


@cache
def _product_names() -> frozenset[str]:
    text = files("citeloom.methods.modelled").joinpath("product_names.txt").read_text("utf-8")
    return frozenset(text.lower().split())
