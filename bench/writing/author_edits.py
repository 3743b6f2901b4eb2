"""What an author does with the text between our marks, at random, each edit with words to find."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random

from citeloom.placing.marks import find_marks
from citeloom_latex.spans import Span

_SENTENCE = re.compile(r"[^\n%][^\n]*?(?<=[.}])(?=[ \n])")
_WORD = re.compile(r"(?<=[ \n])[a-z]{4,}(?=[ ,])")
_CITE = re.compile(r"(\\cite\w*\{)([^{}]*)\}")


@dataclass
class EditedFile:
    """A file with a text between our marks, as its author changes it.

    ``own`` are words of the author's that were nowhere before: each must stand there once.
    ``taken_out`` are sentences of ours that must not come back.
    """

    text: str
    random: Random
    keys: tuple[str, ...]
    own: list[str] = field(default_factory=list)
    taken_out: list[str] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def inside(self) -> Span:
        """The text between the first marks."""
        return next(iter(find_marks(self.text))).content

    def new_word(self) -> str:
        """Return a word that stands nowhere yet."""
        word = f"mine{next(self._numbers)}q"
        self.own.append(word)
        return word

    def replace(self, span: Span, new: str) -> None:
        """Put other text in place of a part; words of the author's there are no longer his."""
        gone = span.of(self.text)
        self.own = [word for word in self.own if word not in gone or word in new]
        self.text = self.text[: span.start] + new + self.text[span.end :]

    def pick(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return one match between the marks; None if there is none."""
        found = list(pattern.finditer(self.text, self.inside.start, self.inside.end))
        return self.random.choice(found) if found else None


def change_words(file: EditedFile) -> None:
    """Put another word in place of one, in one to three sentences."""
    for _ in range(file.random.randint(1, 3)):
        if found := file.pick(_WORD):
            file.replace(Span(*found.span()), file.new_word())


def move_sentence(file: EditedFile) -> None:
    """Take a sentence out and put it behind another one."""
    if (found := file.pick(_SENTENCE)) is None:
        return
    sentence = found[0]
    file.text = file.text[: found.start()] + file.text[found.end() :]
    if (other := file.pick(_SENTENCE)) is None:
        file.text = file.text[: found.start()] + sentence + file.text[found.start() :]
        return
    file.text = f"{file.text[: other.end()]} {sentence}{file.text[other.end() :]}"


def delete_sentence(file: EditedFile) -> None:
    """Take a sentence out."""
    if found := file.pick(_SENTENCE):
        if not any(word in found[0] for word in file.own):
            file.taken_out.append(found[0])
        file.replace(Span(*found.span()), "")


def split_sentence(file: EditedFile) -> None:
    """Make two sentences of one."""
    if found := file.pick(re.compile(r", (?=[a-z])")):
        file.replace(Span(*found.span()), f". The {file.new_word()} ")


def add_sentence(file: EditedFile) -> None:
    """Write a sentence behind one."""
    if found := file.pick(_SENTENCE):
        own = f" We {file.new_word()} none of this."
        file.replace(Span(found.end(), found.end()), own)


def add_paragraph(file: EditedFile) -> None:
    """Write a paragraph between two."""
    if found := file.pick(re.compile(r"\n\n")):
        key = file.random.choice(file.keys)
        own = f"\n\nWe {file.new_word()} the work of others~\\cite{{{key}}}. It is near.\n\n"
        file.replace(Span(*found.span()), own)


def join_paragraphs(file: EditedFile) -> None:
    """Take a blank line out."""
    if found := file.pick(re.compile(r"\n\n")):
        file.replace(Span(*found.span()), "\n")


def split_paragraph(file: EditedFile) -> None:
    """Put a blank line between two sentences."""
    if found := file.pick(re.compile(r"(?<=[.])\n(?=[^\n%])")):
        file.replace(Span(*found.span()), "\n\n")


def add_citation(file: EditedFile) -> None:
    """Cite one more paper in a sentence."""
    if found := file.pick(_CITE):
        key = file.random.choice(file.keys)
        if key not in found[2]:
            file.replace(Span(*found.span()), f"{found[1]}{found[2]},{key}}}")


def remove_citation(file: EditedFile) -> None:
    """Cite nothing in a sentence any more."""
    if found := file.pick(_CITE):
        file.replace(Span(*found.span()), file.new_word())


def add_comment(file: EditedFile) -> None:
    """Write a comment at the end of a line, or on a line of its own."""
    if found := file.pick(re.compile(r"(?<=[^\n])(?=\n)")):
        before = file.random.choice([" % ", "\n% TODO "])
        file.replace(Span(*found.span()), before + file.new_word())


def wrap_lines(file: EditedFile) -> None:
    """Let an editor break the lines anew."""
    part = file.inside
    if "%" not in part.of(file.text):
        broken = re.sub(
            r"(?<=\S)[ ](?=\S)", lambda _: file.random.choice(" \n"), part.of(file.text)
        )
        file.text = file.text[: part.start] + broken + file.text[part.end :]


def emphasise(file: EditedFile) -> None:
    """Set words in italics."""
    if found := file.pick(_WORD):
        file.replace(Span(*found.span()), f"\\emph{{{file.new_word()}}}")


def add_footnote(file: EditedFile) -> None:
    """Write a footnote at the end of a sentence."""
    if found := file.pick(_SENTENCE):
        own = f"\\footnote{{See {file.new_word()}.}}"
        file.replace(Span(found.end(), found.end()), own)


def make_list(file: EditedFile) -> None:
    """Make items of a paragraph's sentences."""
    if found := file.pick(re.compile(r"(?:(?<=\n)[^\n%]+\n){2,}")):
        items = "".join(f"\\item {line}\n" for line in found[0].splitlines())
        own = f"\\begin{{itemize}} % {file.new_word()}\n{items}\\end{{itemize}}\n"
        file.replace(Span(*found.span()), own)


def rename_heading(file: EditedFile) -> None:
    """Call the section something else."""
    if found := re.search(r"(?<=\\section\{)Related Work(?=\})", file.text):
        file.replace(Span(*found.span()), f"What Others Did {file.new_word()}")


def write_before(file: EditedFile) -> None:
    """Write an introduction above the first mark."""
    at = next(iter(find_marks(file.text))).begin.start
    file.replace(Span(at, at), f"This section {file.new_word()} what others did.\n\n")


EDITS: Mapping[str, Callable[[EditedFile], None]] = {
    edit.__name__: edit
    for edit in (
        change_words,
        move_sentence,
        delete_sentence,
        split_sentence,
        add_sentence,
        add_paragraph,
        join_paragraphs,
        split_paragraph,
        add_citation,
        remove_citation,
        add_comment,
        wrap_lines,
        emphasise,
        add_footnote,
        make_list,
        rename_heading,
        write_before,
    )
}
"""Edits that leave the marks whole, by name."""


def lose_end(file: EditedFile) -> None:
    """Delete the last mark."""
    file.text = re.sub(r"\n% citeloom:end [^\n]*", "", file.text)


def join_mark(file: EditedFile) -> None:
    """Join the last mark to the line before it."""
    file.text = re.sub(r"\n(% citeloom:end)", r" \1", file.text)


def change_id(file: EditedFile) -> None:
    """Mistype the id in the first mark."""
    file.text = re.sub(r"(% citeloom:begin )\w", r"\1x", file.text)


def leave_merge(file: EditedFile) -> None:
    """Leave a merge of git's unresolved between the marks."""
    if found := file.pick(re.compile(r"(?<=\n)[^\n%]+\n")):
        own = f"<<<<<<< HEAD\n{found[0]}=======\nOther {file.new_word()}.\n>>>>>>> theirs\n"
        file.replace(Span(*found.span()), own)


def paste_twice(file: EditedFile) -> None:
    """Copy the whole text with its marks."""
    block = next(iter(find_marks(file.text))).span.of(file.text)
    file.own = [word for word in file.own if word not in block]
    file.text = file.text.replace(block, f"{block}\n{block}")


DAMAGES: Mapping[str, Callable[[EditedFile], None]] = {
    edit.__name__: edit for edit in (lose_end, join_mark, change_id, leave_merge, paste_twice)
}
"""Edits after which nothing may be written before their author has mended them."""
