"""Sources that follow an editor's changes say what they would say if all were read afresh."""

from pathlib import Path
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from citeloom.draft.files import Files, OverlaidFiles
from citeloom.draft.project import Project, read_project
from citeloom.draft.sources import Sources
from citeloom.draft.terms.said_of_keys import keys_said_with
from citeloom.problem import InputError
from citeloom_latex.bib import scan as bib_scan
from citeloom_latex.bib.text import BibText
from citeloom_latex.edit import difference
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span

MAIN, PART, BIB = (Path("/draft") / name for name in ("main.tex", "part.tex", "refs.bib"))
TEXTS = {
    MAIN: (
        "\\documentclass{article}\n\\newcommand{\\mine}[1]{\\cite{#1}}\n"
        "\\newcommand{\\smith}{\\cite{a}}\n\\begin{document}\n\\title{T}\n\\section{One}\n"
        "See \\cite{a,b}, \\mine{c}, \\smith.\n\n\\input{part}\n\n\\bibliography{refs}\n"
        "\\end{document}\n"
    ),
    PART: "\\section{Two}\n\n\\subsection{Three}\nMore \\citep[p.~2]{b} and \\mine{a}.\n\n% x\n",
    BIB: (
        "@string{v = {Venue}}\n\n@misc{a, title = {A}, journal = v, ids = {a2}}\n\n"
        "@inproceedings{b, crossref = {p}}\n\n@proceedings{p, title = {P}, year = 2001}\n\n"
        "@misc{c, title = v # { and on}}\n@misc{A, title = {Twice}}\n"
    ),
}
SNIPPETS = (
    *("", "x", "é", "\n", "\n\n", "\r\n", "{", "}", "%", "\\", "a", "b", ",", "@", "=", '"', "#"),
    *(
        "\\cite{a}",
        "\\section{N}",
        "\\input{part}",
        "\\newcommand{\\smith}{\\cite{b}}",
        "\\iffalse",
    ),
    *("@misc{d, title = {D}}", "@string{v = {W}}", "crossref = {a},", "title = {New},", "\\mine{"),
)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(sorted(TEXTS)),
        st.integers(0, 400),
        st.sampled_from((0, 0, 0, 1, 2, 9, 60, 999)),
        st.sampled_from(SNIPPETS),
        st.booleans(),
    ),
    min_size=1,
    max_size=8,
)


def reading(sources: Sources) -> object:
    try:
        project = read_project(MAIN, sources)
    except InputError as error:
        return str(error)
    return said(project)


def said(project: Project) -> object:
    keys = list(project.entry_of)
    return (
        [(path, one.text, one.facts) for path, one in project.documents.items()],
        [(piece.at, piece.document.path, piece.span) for piece in project.flow.pieces],
        [(one.at, one.document.path, one.citation) for one in project.flow.citations],
        [(one.at, one.end, one.section) for one in project.flow.sections],
        [(bib.text, bib.facts.entries, bib.facts.strings) for bib in project.bibliographies],
        [(one.entry, one.file, dict(one.values), one.inherited) for one in project.entries],
        [(key, project.entry_of[key].entry) for key in keys],
        [(key, one.entry) for key, one in project.library.entry_of_lower_key.items()],
        {key: [*numbers] for key, numbers in project.library.doubled.items()},
        [project.library.places_with(key) for key in keys],
        [
            number
            for key in keys
            for number in project.library.search.entries_holding([key.lower()])
        ],
        [project.library.search.key(number) for number in range(len(project.entries))],
        project.library.terms.scores(
            {"venue": 1.0, "twice": 2.0, "new": 0.5}, {"author": 1.0}, body=0.5
        ),
        *[
            keys_said_with(project, {"venue", "twice", "new", "see"}, document, Span(0, 100))
            for document in project.documents.values()
        ],
        {
            key: [
                (document.path, citation, cited)
                for document, citation, cited in project.citations_of(key)
            ]
            for key in "abcdx"
        },
        project.times_cited,
        project.problems,
        [
            source.lines.position(offset, "utf-16")
            for source in (*project.documents.values(), *project.bibliographies)
            for offset in range(0, len(source.text) + 1, 7)
        ],
    )


@given(EDITS, st.sampled_from((40, bib_scan.PART)))
def test_edits_are_followed(edits: list[tuple[Path, int, int, str, bool]], part: int) -> None:
    with patch.object(bib_scan, "PART", part):
        follow(edits)


def follow(edits: list[tuple[Path, int, int, str, bool]]) -> None:
    texts = {path: LinedText(text) for path, text in TEXTS.items()}
    sources = Sources(OverlaidFiles(texts, Files()))
    reading(sources)
    for path, at, removed, new, is_asked in edits:
        content = texts[path]
        start = min(at, len(content.text))
        _ = content.lines
        texts[path] = content.replaced(Span(start, min(start + removed, len(content.text))), new)
        if is_asked:
            reading(sources)
    afresh = {path: LinedText(one.text) for path, one in texts.items()}
    assert reading(sources) == reading(Sources(OverlaidFiles(afresh, Files())))


@given(st.text("ab\n", max_size=40), st.text("ab\n", max_size=40), st.sampled_from((0, 40_000)))
def test_a_difference_makes_the_one_text_the_other(old: str, new: str, long: int) -> None:
    old, new = "x" * long + old + "y" * long, "x" * long + new + "y" * long
    edit = difference(old, new)
    assert edit.applied_to(old) == new
    assert len(edit.span) <= len(old) - 2 * long


def test_what_was_not_edited_is_not_read_again() -> None:
    texts = {path: LinedText(text) for path, text in TEXTS.items()}
    sources = Sources(OverlaidFiles(texts, Files()))
    before = read_project(MAIN, sources)
    texts[PART] = texts[PART].replaced(Span(20, 20), "x")
    after = read_project(MAIN, sources)
    assert after.documents[MAIN] is before.documents[MAIN]
    assert after.documents[PART] is not before.documents[PART]
    assert after.library is before.library


def test_an_edited_bib_is_read_without_its_whole_text() -> None:
    texts = {path: LinedText(text) for path, text in TEXTS.items()}
    sources = Sources(OverlaidFiles(texts, Files()))
    before = read_project(MAIN, sources).library
    assert before.search.key(0) == "a"
    assert before.terms.scores({"pruning": 1.0}, {}, body=0.5) == {}
    at = TEXTS[BIB].index("Twice") + len("Twice")
    texts[BIB] = texts[BIB].replaced(Span(at, at), " pruning")
    library = read_project(MAIN, sources).library
    assert library.entry_of["A"].values["title"] == "Twice pruning"
    assert [*library.search.entries_holding(["pruning"])] == [4]
    assert library.terms.scores({"pruning": 1.0}, {}, body=0.5).keys() == {4}
    assert not isinstance(texts[BIB].characters, str)
    assert texts[BIB].text.endswith("{Twice pruning}}\n")


def test_parts_of_a_bib_that_an_edit_left_alone_keep_their_index() -> None:
    with patch.object(bib_scan, "PART", 10):
        before = BibText.of(TEXTS[BIB])
        at = TEXTS[BIB].index("Twice")
        pieces = before.facts.entries.pieces
        changed = before.replaced(Span(at, at), "x").facts.entries.pieces
    assert len(changed) == len(pieces) > 2
    same = [piece.index is other.index for piece, other in zip(pieces, changed, strict=True)]
    assert same.count(False) == 1


class Memory(Files):
    """Files whose texts are in memory."""

    def __init__(self, texts: dict[Path, str]) -> None:
        self.texts = texts

    def read(self, path: Path) -> bytes:
        return self.texts[path].encode() if path in self.texts else super().read(path)

    def is_file(self, path: Path) -> bool:
        return path in self.texts or super().is_file(path)


@given(EDITS, st.sampled_from((40, bib_scan.PART)))
def test_files_that_change_on_the_disk_and_in_an_editor_are_followed(
    edits: list[tuple[Path, int, int, str, bool]], part: int
) -> None:
    disk, opened = dict(TEXTS), dict[Path, LinedText]()
    sources = Sources(OverlaidFiles(opened, Memory(disk)))
    with patch.object(bib_scan, "PART", part):
        reading(sources)
        for path, at, removed, new, is_open in edits:
            text = opened[path].text if path in opened else disk[path]
            changed = text[:at] + new + text[at + removed :]
            opened.pop(path, None)
            if is_open:
                opened[path] = LinedText(changed)
            else:
                disk[path] = changed
            reading(sources)
        afresh = Sources(OverlaidFiles(dict(opened), Memory(disk)))
        assert reading(sources) == reading(afresh)


def indexes(sources: Sources) -> list[object]:
    return [piece.index for piece in sources.bib(BIB).facts.entries.pieces]


def test_a_bib_that_is_opened_changed_and_closed_keeps_what_has_not_changed() -> None:
    entries = [f"@misc{{k{number}, title = {{{'Word ' * 40}}}}}\n\n" for number in range(2_000)]
    disk, opened = {BIB: "".join(entries)}, dict[Path, LinedText]()
    sources = Sources(OverlaidFiles(opened, Memory(disk)))
    read = indexes(sources)
    assert len(read) > 10
    opened[BIB] = LinedText(disk[BIB])
    assert all(index is other for index, other in zip(read, indexes(sources), strict=True))
    disk[BIB] = "".join([*entries[:1_000], "@misc{new}\n\n", *entries[1_000:]])
    del opened[BIB]
    kept = {id(index) for index in read}
    assert len([index for index in indexes(sources) if id(index) not in kept]) <= 4
    assert sources.bib(BIB).facts == Sources(Memory(disk)).bib(BIB).facts
