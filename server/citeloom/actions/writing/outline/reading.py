"""An outline as its author left it: the taxonomy that it describes, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.actions.writing.outline.keys import OutlineKeys, UnknownKeyError
from citeloom.actions.writing.outline.lines import (
    LineKind,
    OutlineLine,
    outline_lines,
    topics_above,
)
from citeloom.actions.writing.outline.text import one_line
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
        self._wrong_keys = 0

    def read(self, text: str) -> None:
        """Read all lines; what is wrong is noted, and reading goes on."""
        lines = list(outline_lines(text))
        topics: dict[int, _TopicLines] = {}
        is_left_out = False
        for line, above in zip(lines, topics_above(lines), strict=True):
            topic = topics.get(above or 0)
            if line.kind is LineKind.TOPIC:
                is_left_out = False
                topics[line.number] = self._put_topic(line, topic)
            elif line.kind is LineKind.LEFT_OUT:
                is_left_out = True
            else:
                self._put_papers(line, topic, is_left_out=is_left_out)

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
            self._said_left_out.add(paper)
        elif topic is None:
            advice = "write a topic's name above it"
            self._error(line, f"'{key}' is not under a topic", advice)
        elif paper in self._line_of:
            message = f"'{key}' is already on line {self._line_of[paper]}"
            self._error(line, message, "remove one of them")
        else:
            self._line_of[paper] = line.number
            topic.papers.append(paper)

    def _topic(self, lines: _TopicLines) -> Topic | None:
        """Return a topic; None, with a note, for one under which nothing stands."""
        topics = tuple(filter(None, map(self._topic, lines.topics)))
        if not lines.papers and not topics:
            name = lines.line.content
            message = f"the topic '{name}' is left out: it has no papers"
            self._add(Severity.WARNING, message, lines.line)
            return None
        return Topic(lines.line.content, tuple(lines.papers), topics)

    def _unknown(self, line: OutlineLine, wrong: UnknownKeyError) -> None:
        self._wrong_keys += 1
        is_explained = self._wrong_keys <= _WRONG_KEYS_EXPLAINED
        near = self._keys.nearest(wrong.key) if is_explained else []
        advice = f"did you mean {' or '.join(near)}?" if near else "remove the '-' if it is a topic"
        message = f"'{one_line(wrong.key)}' is not the key of a paper to write about"
        self._error(line, message, advice)

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
