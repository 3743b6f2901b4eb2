"""A taxonomy as an outline: topics by indentation, papers by their citation keys."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

BULLETS = "-*•‣–—−‐"
"""What a paper's line may begin with; editors and mail programs put some of them for others."""

COMMENTS = "#%+"
"""What a line begins with that is not read; earlier versions wrote ``+ key`` below a topic."""

ESCAPE = "\\"
UNNAMED = "?"
LEFT_OUT = "[not written about]"

INSTRUCTIONS = """\
# A line is a topic, or a paper ("- key: title") of the topic
# above. Move, rename, merge, split and delete lines as you
# like, then write again from this outline.
# ? as a topic's name: the method gives it one.
"""

_INDENT = "  "
_LONGEST_TITLE = 76
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SPECIAL = tuple(f"{BULLETS}{COMMENTS}{ESCAPE}[")


def outline_text(taxonomy: Taxonomy, papers: Sequence[Paper]) -> str:
    """Return the outline of a taxonomy; papers that it does not hold stand below it."""
    known = {paper.id: paper for paper in papers}
    keys = frozenset(key for paper in papers for key in paper.keys)
    lines = [line for topic in taxonomy.topics for line in _topic_lines(topic, "", known, keys)]
    held = set(taxonomy.all_papers())
    left_out = [paper for paper in papers if paper.id not in held]
    if left_out:
        lines += [LEFT_OUT, *(_paper_line(paper, f"{_INDENT}- ", keys) for paper in left_out)]
    return "".join(f"{line}\n" for line in lines)


def one_line(text: str) -> str:
    """Return a text without line breaks, other control characters and doubled spaces."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _topic_lines(
    topic: Topic, indent: str, known: Mapping[str, Paper], keys: frozenset[str]
) -> Iterator[str]:
    yield f"{indent}{_name(topic.name)}"
    inside = indent + _INDENT
    yield from (_paper_line(known[paper], f"{inside}- ", keys) for paper in topic.papers)
    for narrower in topic.topics:
        yield from _topic_lines(narrower, inside, known, keys)


def _name(name: str) -> str:
    shown = one_line(name)
    if not shown:
        return UNNAMED
    return f"{ESCAPE}{shown}" if shown.startswith(_SPECIAL) or shown == UNNAMED else shown


def _paper_line(paper: Paper, start: str, keys: frozenset[str]) -> str:
    # A colon would make another paper's key of this one.
    colon = "" if f"{paper.key}:" in keys else ":"
    title = shorten(one_line(paper.title), _LONGEST_TITLE)
    return f"{start}{paper.key}{colon} {title}" if title else f"{start}{paper.key}"
