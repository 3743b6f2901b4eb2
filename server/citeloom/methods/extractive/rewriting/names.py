"""The names by which statements speak of a paper's authors."""

from dataclasses import dataclass

from citeloom.papers.authors import author_names, has_one_author
from citeloom.papers.paper import Paper

MARK = "\ue000"
"""Stands for the authors in a text that is being rewritten."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a statement is about.

    ``names`` is what a textual citation shows (``Smith and Lee``). It is empty where a paper has
    no known authors or where they were named in the sentence before; then ``noun`` stands in the
    text (``Prior work``, ``The authors``) and the citation goes to the end. ``is_singular`` says
    whether verbs take the singular, ``again`` whether the sentence before was about the same paper.
    """

    paper: str
    names: str
    noun: str
    is_singular: bool
    again: bool = False

    @property
    def is_work(self) -> bool:
        """Whether "prior work" stands for authors without names."""
        return not self.names and not self.again


def first_mention(paper: Paper) -> Subject:
    """Return the subject of a paper's first statement."""
    names = author_names(paper)
    noun = "" if names else "Prior work"
    one = not names or has_one_author(paper)
    return Subject(paper.id, names, noun, is_singular=one)


def next_mention(paper: Paper) -> Subject:
    """Return the subject of a statement that follows another on the same paper."""
    one = has_one_author(paper)
    noun = "The author" if one else "The authors"
    return Subject(paper.id, "", noun, is_singular=one, again=True)
