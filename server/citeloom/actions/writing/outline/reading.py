"""An outline as its author left it: the taxonomy that it describes, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.actions.writing.outline.keys import OutlineKeys, UnknownKeyError
from citeloom.actions.writing.outline.lines import (
    TAB_WIDTHS,
    LineKind,
    OutlineLine,
    outline_lines,
    topics_above,
)
from citeloom.actions.writing.outline.text import LEFT_OUT, one_line
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.papers.paper import Paper
from citeloom.problem import Place, Problem, Severity

DEEPEST = 9
"""How many levels of topics are read; LaTeX has fewer."""

_WRONG_KEYS_EXPLAINED = 20


@dataclass(frozen=True)
class ReadOutline:
    """An outline that was read; the taxonomy is empty where there are errors.

    ``left_out`` are the ids of the papers that the taxonomy does not hold: all of them are named in
    the outline, or in a problem.
    """

    taxonomy: Taxonomy
    left_out: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that leave open what the author means."""
        return tuple(found for found in self.problems if found.severity is Severity.ERROR)


def read_outline(text: str, papers: Sequence[Paper], path: Path) -> ReadOutline:
    """Read an outline of these papers; ``path`` is the file that problems name."""
    reader = _Reader(papers, path)
    reader.read(text)
    return reader.result()


@dataclass
class _TopicLines:
    """What stands under the line of a topic."""

    line: OutlineLine
    level: int
    papers: list[str] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    topics: list["_TopicLines"] = field(default_factory=list)


class _Reader:
    def __init__(self, papers: Sequence[Paper], path: Path) -> None:
        self._papers = papers
        self._keys = OutlineKeys(papers)
        self._key_of = {paper.id: paper.key for paper in papers}
        self._path = path
        self._problems: list[Problem] = []
        self._topics: list[_TopicLines] = []
        self._line_of: dict[str, int] = {}
        self._said_left_out: set[str] = set()
        self._also: list[tuple[OutlineLine, str]] = []
        self._wrong_keys = 0

    def read(self, text: str) -> None:
        """Read all lines; what is wrong is noted, and reading goes on."""
        lines = list(outline_lines(text))
        above, *others = (topics_above(lines, tab) for tab in TAB_WIDTHS)
        topics: dict[int, _TopicLines] = {}
        is_left_out = False
        unclear = 0
        for number, line in enumerate(lines):
            topic = topics.get(above[number] or 0)
            if any(other[number] != above[number] for other in others):
                unclear += 1
                if unclear == 1:
                    self._mixed(line)
            if line.kind is LineKind.TOPIC:
                is_left_out = False
                topics[line.number] = self._put_topic(line, topic)
            elif line.kind is LineKind.LEFT_OUT:
                is_left_out = True
            elif line.kind is LineKind.BRACKETS:
                self._error(
                    line,
                    f"brackets are only allowed in {LEFT_OUT}",
                    "put a \\ before a bracket that begins a topic's name",
                )
            else:
                self._put_papers(line, topic, is_left_out=is_left_out)
        for line, paper in self._also:
            if paper not in self._line_of:
                self._nowhere(line, paper)

    def result(self) -> ReadOutline:
        """Return the taxonomy, and the papers that it does not hold."""
        left_out = tuple(paper.id for paper in self._papers if paper.id not in self._line_of)
        if not self._line_of and not self._problems:
            message, advice = "the outline has no papers", "write topics, and papers below them"
            self._add(Severity.ERROR, message, None, advice)
        self._note_left_out([paper for paper in left_out if paper not in self._said_left_out])
        problems = tuple(self._problems)
        if any(problem.severity is Severity.ERROR for problem in problems):
            return ReadOutline(Taxonomy(()), tuple(paper.id for paper in self._papers), problems)
        topics = tuple(filter(None, map(self._topic, self._topics)))
        return ReadOutline(Taxonomy(topics), left_out, tuple(self._problems))

    def _put_topic(self, line: OutlineLine, above: _TopicLines | None) -> _TopicLines:
        topic = _TopicLines(line, 1 if above is None else above.level + 1)
        if topic.level > DEEPEST:
            message = f"topics are nested more than {DEEPEST} levels deep"
            if topic.level == DEEPEST + 1:
                self._error(line, message, "move this topic to the left")
            return topic
        (self._topics if above is None else above.topics).append(topic)
        return topic

    def _put_papers(
        self, line: OutlineLine, topic: _TopicLines | None, *, is_left_out: bool
    ) -> None:
        if not line.content:
            return
        try:
            papers = self._keys.papers_of(line.content)
        except UnknownKeyError as wrong:
            self._unknown(line, wrong)
            return
        for paper in papers:
            self._put_paper(line, paper, topic, is_left_out=is_left_out)

    def _put_paper(
        self, line: OutlineLine, paper: str, topic: _TopicLines | None, *, is_left_out: bool
    ) -> None:
        key = self._key_of[paper]
        if is_left_out:
            if line.kind is LineKind.PAPER:
                self._said_left_out.add(paper)
        elif topic is None:
            advice = "write a topic's name above it"
            self._error(line, f"'{key}' is not under a topic", advice)
        elif line.kind is LineKind.ALSO:
            self._also.append((line, paper))
            topic.also.append(paper)
        elif paper in self._line_of:
            message = f"'{key}' is already on line {self._line_of[paper]}"
            advice = f"remove one of them, or write '+ {key}' to list it here too"
            self._error(line, message, advice)
        else:
            self._line_of[paper] = line.number
            topic.papers.append(paper)

    def _topic(self, lines: _TopicLines) -> Topic | None:
        """Return a topic; None, with a note, for one under which nothing stands."""
        topics = tuple(filter(None, map(self._topic, lines.topics)))
        if not lines.papers and not topics:
            name = lines.line.content
            others = f", but {self._named(lines.also)} of other topics" if lines.also else ""
            message = f"the topic '{name}' is left out: it has no papers{others}"
            self._add(Severity.WARNING, message, lines.line)
            return None
        also = tuple(paper for paper in dict.fromkeys(lines.also) if paper not in lines.papers)
        return Topic(lines.line.content, tuple(lines.papers), topics, also)

    def _mixed(self, line: OutlineLine) -> None:
        message = "tabs and spaces are mixed, so the level of this line is unclear"
        self._error(line, message, "indent all lines with spaces")

    def _unknown(self, line: OutlineLine, wrong: UnknownKeyError) -> None:
        self._wrong_keys += 1
        is_explained = self._wrong_keys <= _WRONG_KEYS_EXPLAINED
        near = self._keys.nearest(wrong.key) if is_explained else []
        advice = f"did you mean {' or '.join(near)}?" if near else "remove the '-' if it is a topic"
        message = f"'{one_line(wrong.key)}' is not the key of a paper to write about"
        self._error(line, message, advice)

    def _nowhere(self, line: OutlineLine, paper: str) -> None:
        key = self._key_of[paper]
        message = f"'+ {key}' names a paper that is not under a topic"
        self._error(line, message, f"write '- {key}' under its topic")

    def _note_left_out(self, papers: Sequence[str]) -> None:
        if papers:
            count = "1 paper is" if len(papers) == 1 else f"{len(papers)} papers are"
            advice = "to write about them, give each a line under its topic"
            message = f"{count} not written about: {self._named(papers)}"
            self._add(Severity.NOTE, message, None, advice)

    def _named(self, papers: Sequence[str]) -> str:
        return ", ".join(self._key_of[paper] for paper in papers)

    def _error(self, line: OutlineLine, message: str, advice: str) -> None:
        self._add(Severity.ERROR, message, line, advice)

    def _add(
        self, severity: Severity, message: str, line: OutlineLine | None, advice: str = ""
    ) -> None:
        place = Place(self._path) if line is None else Place(self._path, line.number, line.span)
        self._problems.append(
            Problem(severity, rule="outline", message=message, place=place, advice=advice)
        )
