"""Entries that new papers get in a draft's .bib file."""

from pathlib import Path

import bibtexparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.papers.entries.new_entries import NewEntries, new_entries
from citeloom.papers.paper import Author, Paper
from citeloom.problem import InputError, OutsideError
from citeloom.settings import UserSettings
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.file_encoding import decode, encode
from corpus import BOTH, found_files
from projects import make_project

VASWANI = Paper(
    "doi:10.5555/att",
    title="Attention is all you need",
    authors=(Author("Vaswani", "Ashish"), Author("Shazeer", "Noam")),
    year=2017,
    venue="Advances in Neural Information Processing Systems",
    doi="10.5555/att_1",
    abstract="We propose 100% attention.",
)
ARTICLE = Paper(
    "x", title="Deep nets", authors=(Author("Lee", "Ann"),), year=2001, venue="Journal of Nets"
)
PREPRINT = Paper(
    "arxiv:1810.04805",
    title="BERT: Pre-training of deep transformers",
    authors=(Author("Devlin", "Jacob"), Author("van den Berg", "Jan"), Author("Google Research")),
    year=2018,
    arxiv_id="1810.04805",
)


def entries_of(folder: Path, fixture: str, *papers: Paper) -> NewEntries:
    main = make_project(folder, fixture)
    context = Context(user=UserSettings(data_folder=folder / "data"), folders=(folder,))
    opened = open_project(main, context)
    return new_entries(papers, opened, project_folder(opened.project, main, context))


def added(folder: Path, bib: str, *papers: Paper, preamble: str = "") -> str:
    """Return what stands in a .bib file beside what stood there."""
    fixture = (
        f"%! main.tex\n\\documentclass{{article}}{preamble}\n\\begin{{document}}Text \\cite{{old}}."
        f"\n\\bibliography{{refs}}\n\\end{{document}}\n%! refs.bib\n{bib}"
    )
    made = entries_of(folder, fixture, *papers)
    assert made.edit is not None
    text = made.bibliography.text
    head, tail = text[: made.edit.span.start], text[made.edit.span.end :]
    assert made.edit.applied_to(text) == head + made.edit.new_text + tail
    return made.edit.new_text


PLAIN = "@article{old,\n  author = {Old, Ann},\n  title = {Old things},\n  year = {1999}\n}\n"


@pytest.mark.parametrize(
    ("bib", "paper", "expected"),
    [
        (
            "",
            VASWANI,
            "@inproceedings{vaswani2017attention,\n"
            "  author = {Vaswani, Ashish and Shazeer, Noam},\n"
            "  title = {Attention is all you need},\n"
            "  booktitle = {Advances in Neural Information Processing Systems},\n"
            "  year = {2017},\n"
            "  doi = {10.5555/att_1},\n"
            "}\n",
        ),
        (
            "@ARTICLE{Old1999,\n\ttitle={{Old things}},\n\tauthor={Ann Old},\n\tabstract={A.},\n"
            "\tyear=1999}\n",
            VASWANI,
            "\n\n@INPROCEEDINGS{Vaswani2017,\n\tauthor={Ashish Vaswani and Noam Shazeer},\n"
            "\ttitle={Attention is all you need},\n"
            "\tbooktitle={Advances in Neural Information Processing Systems},\n"
            "\tyear=2017,\n\tdoi={10.5555/att_1},\n\tabstract={We propose 100\\% attention.}}",
        ),
        (
            PLAIN,
            PREPRINT,
            "\n\n@misc{devlin2018bert,\n"
            "  author = {Devlin, Jacob and van den Berg, Jan and {Google Research}},\n"
            "  title = {{BERT}: Pre-training of deep transformers},\n  year = {2018},\n"
            "  eprint = {1810.04805},\n  archiveprefix = {arXiv}\n}",
        ),
        (
            "@online{old,\n  author = {Old, Ann},\n  title = {T},\n  date = {1999},\n"
            "  eprint = {1001.00001},\n  eprinttype = {arXiv}\n}\n",
            PREPRINT,
            "\n\n@online{devlin2018bert,\n"
            "  author = {Devlin, Jacob and van den Berg, Jan and {Google Research}},\n"
            "  title = {{BERT}: Pre-training of deep transformers},\n  date = {2018},\n"
            "  eprint = {1810.04805},\n  eprinttype = {arXiv}\n}",
        ),
        (
            "@article{old,\n  title = {T},\n  journaltitle = {Journal},\n  date = {1999}\n}\n",
            ARTICLE,
            "\n\n@article{lee2001deep,\n  author = {Lee, Ann},\n  title = {Deep nets},\n"
            "  journaltitle = {Journal of Nets},\n  date = {2001}\n}",
        ),
    ],
    ids=[
        *("empty", "upper-types", "arxiv-misc", "biblatex", "journaltitle"),
    ],
)
def test_an_entry_is_written_as_the_file_writes_entries(
    tmp_path: Path, bib: str, paper: Paper, expected: str
) -> None:
    assert added(tmp_path, bib, paper) == expected


def test_what_an_entry_of_arxiv_says_of_its_own_paper_is_not_said_of_another(
    tmp_path: Path,
) -> None:
    for said in ("howpublished = {Games (cs.GT) arXiv:1001.00001}", "journal = {arXiv:math.CA/9}"):
        bib = (
            f"@misc{{old,\n  title = {{T}},\n  {said},\n  url = {{arxiv.org/abs/1001.00001}}\n}}\n"
        )
        new = added(tmp_path, bib, PREPRINT)
        assert "Games" not in new and "math" not in new and "eprint = {1810.04805}" in new


def test_a_draft_with_biblatex_and_an_empty_bib_gets_fields_of_biblatex(tmp_path: Path) -> None:
    new = added(tmp_path, "", PREPRINT, preamble="\\usepackage{biblatex}")
    assert new.startswith("@online{") and "eprinttype = {arXiv}" in new and "date = {2018}" in new


def test_a_key_that_anything_in_the_project_has_is_not_taken(tmp_path: Path) -> None:
    bib = (
        "@string{lee2001deep = {x}}\n@misc{b, crossref = {LEE2001DEEP2}, ids = {lee2001deep3}}\n"
        "@misc{lee2001Deep4}\n"
    )
    fixture = (
        "%! main.tex\n\\bibliography{refs,more}\\cite{lee2001deep5}\n"
        f"%! refs.bib\n{bib}%! more.bib\n@misc{{lee2001deep6}}\n"
    )
    assert entries_of(tmp_path, fixture, ARTICLE).keys == {"x": "lee2001deep7"}


def test_several_papers_come_in_one_edit_and_known_ones_keep_their_key(tmp_path: Path) -> None:
    bib = PLAIN + "@misc{mine, title = {Deep Nets}, author = {Ann Lee}, year = 2002}\n"
    fixture = f"%! main.tex\n\\bibliography{{refs}}\\cite{{old}}\n%! refs.bib\n{bib}"
    made = entries_of(tmp_path, fixture, VASWANI, ARTICLE, PREPRINT, VASWANI)
    assert made.keys == {
        VASWANI.id: "vaswani2017attention",
        "x": "mine",
        PREPRINT.id: "devlin2018bert",
    }
    assert made.edit is not None
    text = made.edit.applied_to(bib)
    assert [entry.key for entry in scan_bib(text).entries] == [
        *("old", "mine", "vaswani2017attention", "devlin2018bert")
    ]
    assert entries_of(tmp_path, fixture, ARTICLE).edit is None


@pytest.mark.parametrize(
    ("title", "authors", "new"),
    [
        ("{D}eep {\\em N}ets", "Lee, Ann", "Deep nets"),
        ("Deep-nets", "{Ann Lee}", "Deepnets"),
        ("DEEP, nets!", "A. Lee and others", "Deep nets"),
    ],
    ids=["latex", "hyphen", "signs"],
)
def test_a_paper_is_known_however_its_title_is_written(
    tmp_path: Path, title: str, authors: str, new: str
) -> None:
    entry = f"@misc{{mine, title = {{{title}}}, author = {{{authors}}}, year = 2001}}\n"
    fixture = f"%! main.tex\n\\bibliography{{refs}}\n%! refs.bib\n{PLAIN}{entry}"
    made = entries_of(tmp_path, fixture, Paper("x", title=new, year=2001))
    assert (made.keys, made.edit) == ({"x": "mine"}, None)


def test_the_file_of_the_cited_entries_gets_the_entry(tmp_path: Path) -> None:
    fixture = (
        "%! main.tex\n\\bibliography{a,b}\\cite{one,two,three}\n"
        "%! a.bib\n@misc{one}\n@misc{two}\n%! b.bib\n@misc{three}\n@misc{four}\n@misc{five}\n"
    )
    assert entries_of(tmp_path, fixture, ARTICLE).bibliography.path.name == "a.bib"
    fixture = "%! main.tex\n\\bibliography{a,b}\n%! a.bib\n@misc{one}\n%! b.bib\n@misc{two}\n"
    assert entries_of(tmp_path, fixture, ARTICLE).bibliography.path.name == "b.bib"


def test_a_file_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixture = "%! main.tex\n\\bibliography{a,b}\\cite{one}\n%! a.bib\n@misc{one}\n%! b.bib\n"
    writable = {"a.bib": False, "b.bib": True}
    monkeypatch.setattr("os.access", lambda path, mode: writable[Path(path).name])
    assert entries_of(tmp_path, fixture, ARTICLE).bibliography.path.name == "b.bib"
    writable["b.bib"] = False
    with pytest.raises(InputError, match="read-only"):
        entries_of(tmp_path, fixture, ARTICLE)


def test_nothing_outside_of_the_project_is_written(tmp_path: Path) -> None:
    (tmp_path / "out.bib").write_text("@misc{one}\n")
    inside = tmp_path / "paper"
    inside.mkdir()
    fixture = "%! main.tex\n\\bibliography{../out}\\cite{one}\n"
    with pytest.raises(OutsideError):
        entries_of(inside, fixture, ARTICLE)
    made = entries_of(
        inside, "%! main.tex\n\\bibliography{../out,in}\\cite{one}\n%! in.bib\n", ARTICLE
    )
    assert made.bibliography.path.name == "in.bib"


def test_without_a_bib_file_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no \.bib file"):
        entries_of(tmp_path, "%! main.tex\nText.\n", ARTICLE)


@pytest.mark.parametrize(
    "bib",
    [
        PLAIN + "@article{broken,\n  title = {never closed\n",
        "@article{broken,\n  title = {never closed\n\n" + PLAIN,
        PLAIN.rstrip(),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "% Encoding: x\n\n@comment{jabref-meta: x;}\n",
        PLAIN + "@comment{never closed\n",
    ],
    ids=["broken-end", "broken-start", "no-line-end", "crlf", "cr", "no-entry", "comment"],
)
def test_an_entry_is_read_by_others_whatever_stands_around_it(tmp_path: Path, bib: str) -> None:
    make_project(tmp_path, f"%! main.tex\n\\bibliography{{refs}}\n%! refs.bib\n{bib}")
    made = entries_of(tmp_path, f"%! main.tex\n\\bibliography{{refs}}\n%! refs.bib\n{bib}", ARTICLE)
    assert made.edit is not None
    text = made.edit.applied_to(bib)
    keys = [entry.key for entry in bibtexparser.parse_string(text).entries]
    assert "lee2001deep" in keys
    if "\r" in bib:
        assert text.count("\n") == text.count("\r\n") and text.count("\r") > bib.count("\r")


def test_a_file_in_latin_1_keeps_its_encoding(tmp_path: Path) -> None:
    data = "@misc{old,\n  author = {Müller, Jürgen},\n  title = {T}\n}\n".encode("latin-1")
    (tmp_path / "refs.bib").write_bytes(data)
    new = Paper("y", title="Größe und 语言", authors=(Author("Łukasz", "Zoë"),), year=2000)
    made = entries_of(tmp_path, "%! main.tex\n\\bibliography{refs}\n", new)
    assert made.edit is not None
    written = encode(made.edit.applied_to(decode(data).text), made.bibliography.encoding)
    assert written.startswith(data[:-1]) and "Größe".encode("latin-1") in written
    assert made.entries[0].lost == "语言"


NONSENSE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            *("}{", "{", "}", "\\", "\\end{document}", "%", "a and b", "et al.", "$x_1$", '"'),
            *("@misc{a,", "\x00\x07", "\ud800", "x" * 3000, "BERT {", "ÅÄÖ, Ü", "of Bayesian"),
            *("~^_#&", "🙂", "語"),
        ]
    ),
)
PAPERS = st.builds(
    lambda title, authors, year, venue, ids, abstract, type_: Paper(
        "new", title=title, authors=tuple(authors), year=year, venue=venue, doi=ids[0],
        arxiv_id=ids[1], s2_id=ids[2], pmid=ids[3], acl_id=ids[4], abstract=abstract, type=type_,
    ),
    NONSENSE,
    st.lists(st.builds(Author, NONSENSE, NONSENSE), max_size=4),
    st.one_of(st.none(), st.integers(-(10**9), 10**9)),
    NONSENSE,
    st.tuples(
        st.one_of(NONSENSE, st.sampled_from(["10.1000/a_b", "10.1/{x}", "10.1000/x%20}y"])),
        st.one_of(NONSENSE, st.just("1810.04805")),
        *[NONSENSE] * 3,
    ),
    NONSENSE,
    st.sampled_from(["", "article", "inproceedings", "book", "phdthesis", "}", "mistype"]),
)  # fmt: skip
SMALL_FILES = [
    "", "% note\n", PLAIN, PLAIN.replace("\n", "\r\n"), PLAIN.rstrip(),
    '@ARTICLE(old, title = "Old", author = "A B", abstract = "x", year = 1999)\n',
    PLAIN + "@misc{broken, title = {x\n",
    "@string{s = {v}}\n@misc{zz,\n title = {{Whole}} # s,\n}\nprose @ here\n@misc{aa}\n",
]  # fmt: skip


@pytest.mark.parametrize("bib", SMALL_FILES, ids=range(len(SMALL_FILES)))
def test_whatever_services_say_the_file_stays_whole(
    tmp_path_factory: pytest.TempPathFactory, bib: str
) -> None:
    fixture = f"%! main.tex\n\\bibliography{{refs}}\n%! refs.bib\n{bib}"
    main = make_project(tmp_path_factory.mktemp("draft"), fixture)
    context = Context(user=UserSettings(data_folder=main.parent / "data"), folders=(main.parent,))
    opened = open_project(main, context)
    folder = project_folder(opened.project, main, context)
    before = entries_in(bib)

    @given(st.lists(PAPERS, min_size=1, max_size=3, unique_by=lambda paper: paper.title))
    def check(papers: list[Paper]) -> None:
        papers = [Paper(**{**vars(paper), "id": str(n)}) for n, paper in enumerate(papers)]
        made = new_entries(papers, opened, folder)
        assert made.edit is not None or not made.entries
        text = made.edit.applied_to(bib) if made.edit else bib
        new = [entry.key for entry in made.entries]
        assert len({key.lower() for key in new}) == len(new)
        assert [entry for entry in entries_in(text) if entry[1] not in new] == before
        read = bibtexparser.parse_string(text).entries_dict
        for entry in made.entries:
            fields = {field.key: field.value for field in read[entry.key].fields}
            assert fields.keys() == {name for name, _ in entry.fields}
        assert text.encode("utf-8")

    check()


def entries_in(text: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [
        (it.type, it.key, [(field.name, field.value_span.of(text)) for field in it.fields])
        for it in scan_bib(text).entries
    ]


@pytest.mark.parametrize("folder", BOTH)
def test_real_files_keep_every_byte_and_their_entries(folder: Path, tmp_path: Path) -> None:
    for number, path in enumerate(found_files(folder, "*.bib", 35)):
        if "import" not in path.parts:
            (project := tmp_path / f"{number}").mkdir()
            check_adding_to(path, project)


def check_adding_to(path: Path, tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_bytes(path.read_bytes())
    data = path.read_bytes()
    made = entries_of(tmp_path, "%! main.tex\n\\bibliography{refs}\n", VASWANI, PREPRINT, ARTICLE)
    assert made.edit is not None and len(made.entries) == 3
    old = decode(data).text
    text = made.edit.applied_to(old)
    assert encode(old, made.bibliography.encoding) == data
    new = [entry.key for entry in made.entries]
    assert [entry for entry in entries_in(text) if entry[1] not in new] == entries_in(old)
    known = {key.lower() for key in scan_bib(old).entries.keys()}  # noqa: SIM118
    assert known.isdisjoint(key.lower() for key in new)
    before = {entry.key for entry in bibtexparser.parse_string(old).entries}
    after = {entry.key for entry in bibtexparser.parse_string(text).entries}
    assert before <= after and set(new) <= after
