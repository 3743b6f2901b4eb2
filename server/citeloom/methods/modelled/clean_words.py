"""Takes out of a model's words what no related work holds: links, commands, tags of our prompts."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.resources import files

from citeloom.methods.modelled.mentions import mention_texts
from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.methods.task import WritingTask
from citeloom.models.formulas import formulas_as_words, mark_formulas

_FENCE = re.compile(
    r" ?</?\s*quoted-[^<>\s]*(?:\s+id=[\"“”']?\w+[\"“”']?)?\s*>?"
    r"| ?\bquoted-[0-9a-f]{6,}| ?\bid=[\"“”']P\d+[\"“”']>?"
)
_WRAPPER = re.compile(r"\\(?:emph|text\w*)\s*\{([^{}]*)\}")
_COMMAND = re.compile(r" ?\\[A-Za-z@]+\*?(?: ?\[[^\[\]\\]*\])*(?: ?\{[^{}\\]*\})*")
_LINK = re.compile(r" ?[(<\[]?(?:[a-z][a-z+.-]{1,9}://|www\.|mailto:)[^\s)>\]]+[)>\]]?", re.I)
_HOST = re.compile(
    r" ?[(<\[]?(?<![a-z0-9])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:[a-z]{2,24}/[^\s)>\]]*"
    r"|(?:com|org|net|edu|gov|info|io|ai|dev|app|co|me|cc|xyz|top|site|online|link|example|test)(?![a-z0-9])\w*)"
    r"[)>\]]?",
    re.IGNORECASE,
)
_PATH = re.compile(r" ?(?<![\w/.])(?:~?/(?:\w[\w.-]*/)+\w[\w.-]+|[A-Za-z]:\\\S*)")
_AROUND = " (<[)>]"
_PAIR = re.compile(r"(?P<name>[^/]+)/[a-z]+[.,;:!?]?")
"""A name and another behind a stroke: node.js/express."""

_MOST_NAMED = 5
_LONGEST_NAMED = 120


def clean_words(words: str, known: Collection[str] = ()) -> str:
    """Return a model's words without links, hosts, paths, LaTeX and tags, which nobody asked for.

    Formulas are marked for `citeloom.models.formulas.split_formulas`. ``known`` are dotted names
    in lower case (booking.com) that may stay because the papers themselves use them.
    """
    return mark_formulas(words, lambda piece: _without_foreign(_unwrapped(piece), known))


def without_commands(words: str, known: Collection[str] = ()) -> str:
    """Return clean words with formulas as plain text."""
    return formulas_as_words(clean_words(words, known))


def left_out_warnings(texts: Sequence[str], known: Collection[str]) -> Iterator[str]:
    """Yield a warning for each of a model's sentences that `clean_words` takes something out of."""
    cut = [words for words in texts if _is_cut(words, known)]
    for words in cut[:_MOST_NAMED]:
        left = without_commands(words, known)
        named = left if len(left) <= _LONGEST_NAMED else f"{left[:_LONGEST_NAMED]}…"
        yield (
            "the model wrote a link, a path, a tag or a LaTeX command, which was left out of this"
            f" sentence: {named}"
        )
    if more := len(cut[_MOST_NAMED:]):
        yield f"links, paths, tags or LaTeX commands were left out of {more} more sentences"


def known_names(task: WritingTask) -> frozenset[str]:
    """Return the dotted names in the draft, its .bib files and the texts of papers, in lower case.

    A name with a path behind it is a link, which no sentence speaks of.
    """
    texts = [
        without_orders(f"{paper.title} {paper.venue} {paper.abstract}") for paper in task.references
    ]
    texts += [text for paper in task.references for text in mention_texts(paper, task.surroundings)]
    texts += [task.draft.title, task.draft.abstract, *task.titles]
    texts += [section.text for section in task.draft.sections]
    found = {match[0].strip(_AROUND).lower() for text in texts for match in _HOST.finditer(text)}
    return frozenset(host for host in found if "/" not in host)


def _without_foreign(words: str, known: Collection[str]) -> str:
    def left(found: re.Match[str]) -> str:
        name = found[0].strip(_AROUND).lower()
        pair = _PAIR.fullmatch(name)
        is_name = (pair["name"] if pair else name) in {*known, *_product_names()}
        return found[0] if is_name else ""

    words = _HOST.sub(left, _LINK.sub("", _FENCE.sub("", words)))
    return _COMMAND.sub("", _PATH.sub("", words))


def _unwrapped(words: str) -> str:
    return _WRAPPER.sub(r"\1", words)


def _is_cut(words: str, known: Collection[str]) -> bool:
    cut: list[bool] = []

    def change(piece: str) -> str:
        left = _without_foreign(_unwrapped(piece), known)
        cut.append(left != _unwrapped(piece))
        return left

    mark_formulas(words, change)
    return any(cut)


@cache
def _product_names() -> frozenset[str]:
    text = files("citeloom.methods.modelled").joinpath("product_names.txt").read_text("utf-8")
    return frozenset(text.lower().split())
