"""Records from lines of arXiv's dump and of one's own."""

import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus_papers import in_corpus

from citeloom.corpus.lines import LONGEST_LINE, Lines
from citeloom.corpus.reading import BadLine, Found, Withdrawn, records_in
from citeloom.papers.paper import Author, Paper
from citeloom.problem import InputError

ARXIV: dict[str, object] = {
    "id": "hep-ph/9901001",
    "submitter": "A. Person",
    "authors": "Adri\\'an Preu{\\ss} and the X Collaboration",
    "title": "Decays into $\\pi^0$ and\n  50% of the rest",
    "comments": "12 pages",
    "journal-ref": "Phys.Rev. D59 (1999) 1",
    "doi": "10.1103/PhysRevD.59.1",
    "report-no": None,
    "categories": "hep-ph hep-ex",
    "license": None,
    "abstract": "  We measure decays of \\'etale mesons\ninto two others, in 50% of all cases.\n",
    "versions": [{"version": "v1", "created": "Fri, 1 Jan 1999 10:00:00 GMT"}],
    "update_date": "2009-10-31",
    "authors_parsed": [["Preu{\\ss}", "Adri\\'an", "Jr."], ["X Collaboration", "", ""]],
}
OWN: dict[str, object] = {"id": "mine-1", "title": "Parsing", "abstract": "We parse " * 10}


def read(path: Path) -> list[Found]:
    return [found for _, found in records_in(Lines(path))]


def records(tmp_path: Path, *lines: object) -> list[Found]:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path = tmp_path / "dump.jsonl"
    path.write_text("\n".join(texts), "utf-8")
    return read(path)


def test_a_record_of_arxiv_becomes_plain_text(tmp_path: Path) -> None:
    assert records(tmp_path, ARXIV) == [
        in_corpus(
            "arxiv:hep-ph/9901001",
            title="Decays into π⁰ and 50% of the rest",
            abstract="We measure decays of étale mesons into two others, in 50% of all cases.",
            authors=(Author("Preuß", "Adrián Jr."), Author("X Collaboration")),
            year=1999,
            venue="Phys.Rev. D59 (1999) 1",
            doi="10.1103/physrevd.59.1",
            arxiv_id="hep-ph/9901001",
        )
    ]


@pytest.mark.parametrize(
    ("name", "doi", "arxiv_id"),
    [
        ("https://doi.org/10.26615/978-954-452-049-6_002", "10.26615/978-954-452-049-6_002", ""),
        ("10.1000/ABC", "10.1000/abc", ""),
        ("doi:10.1000/abc", "10.1000/abc", ""),
        ("arXiv:2212.11867v2", "", "2212.11867"),
        ("https://arxiv.org/abs/hep-ph/9901001", "", "hep-ph/9901001"),
        ("2212.11867", "", ""),
        ("chapter-10.1000/abc", "", ""),
    ],
    ids=["address", "bare", "doi", "arxiv", "arxiv-address", "number", "name"],
)
def test_an_id_that_is_an_identifier_is_one_of_the_paper(
    tmp_path: Path, name: str, doi: str, arxiv_id: str
) -> None:
    (record,) = records(tmp_path, {"id": name, "title": "Parsing"})
    assert isinstance(record, Paper)
    assert (record.id, record.doi, record.arxiv_id) == (name, doi, arxiv_id)


def test_a_record_of_ones_own_needs_an_id_and_a_title_alone(tmp_path: Path) -> None:
    whole = {
        **OWN,
        "authors": ["Jan van der Berg", "Ada Lovelace"],
        "year": "2020",
        "topic": "syntax",
        "venue": "ACL",
        "doi": "https://doi.org/10.1234/ABC",
        "arxiv": "arXiv:2001.00001v2",
    }
    found, bare = records(tmp_path, whole, {"id": "mine-2", "title": "Tagging"})
    assert isinstance(found, Paper)
    assert found.authors == (Author("van der Berg", "Jan"), Author("Lovelace", "Ada"))
    assert (found.year, found.doi, found.arxiv_id) == (2020, "10.1234/abc", "2001.00001")
    assert bare == in_corpus("mine-2", "Tagging", "")


def test_a_name_with_the_family_first_is_read_so(tmp_path: Path) -> None:
    people = ["Müller,  Jürgen", "van der Berg, Jan", "Ada King, Jr.", "Lovelace"]
    (found,) = records(tmp_path, {**OWN, "authors": people})
    assert isinstance(found, Paper)
    assert found.authors == (
        Author("Müller", "Jürgen"), Author("van der Berg", "Jan"), Author("King", "Ada Jr."),
        Author("Lovelace"),
    )  # fmt: skip


def test_a_record_without_an_id_has_the_one_of_its_paper(tmp_path: Path) -> None:
    bare = {**OWN, "id": ""}
    named, titled, other = records(
        tmp_path, {**bare, "doi": "10.1234/a"}, bare, {**bare, "title": "Tagging"}
    )
    assert isinstance(named, Paper)
    assert isinstance(titled, Paper)
    assert isinstance(other, Paper)
    assert named.id == "doi:10.1234/a"
    assert titled.id.startswith("title:")
    assert titled.id != other.id


@pytest.mark.parametrize(
    "changed",
    [
        {"comments": "This paper has been withdrawn by the author"},
        {"abstract": "  This paper has been withdrawn by the authors due to an error in Eq. 3.\n"},
    ],
    ids=["the comment", "the abstract"],
)
def test_what_is_withdrawn_says_so_in_words(tmp_path: Path, changed: dict[str, object]) -> None:
    (found,) = records(tmp_path, {**ARXIV, **changed})
    assert isinstance(found, Withdrawn)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "not JSON"),
        ({"id": "a"}, "'title'"),
        ({**OWN, "id": 704.0001}, "'id'"),
        ({**OWN, "id": "a\nb"}, "its id"),
        ({**OWN, "title": "  "}, "no title"),
        ({**ARXIV, "id": "no-such-id"}, "its id"),
        ({**ARXIV, "authors_parsed": None}, "'authors_parsed'"),
    ],
    ids=[
        "cut off",
        "a list",
        "deep",
        "no id",
        "a number",
        "blanks",
        "no title",
        "no arXiv",
        "null",
    ],
)
def test_a_bad_line_is_named_and_loses_no_other(tmp_path: Path, line: object, why: str) -> None:
    first, bad, last = records(tmp_path, OWN, line, {**OWN, "id": "mine-2"})
    assert isinstance(first, Paper)
    assert isinstance(last, Paper)
    assert isinstance(bad, BadLine)
    assert bad.number == 2
    assert why in bad.why


def test_a_line_that_is_too_long_or_no_text_is_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "dump.jsonl"
    good = json.dumps(OWN).encode()
    path.write_bytes(b"x" * (3 * LONGEST_LINE) + b"\n" + b"\xff\n" + good + b"\r\n")
    assert [type(found) for found in read(path)] == [BadLine, BadLine, Paper]


def test_half_a_surrogate_pair_is_left_out(tmp_path: Path) -> None:
    (found,) = records(tmp_path, '{"id": "a", "title": "A \\ud800 title"}')
    assert isinstance(found, Paper)
    assert found.title == "A title"


def zipped(data: bytes, path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("arxiv-metadata-oai-snapshot.json", data)


@pytest.mark.parametrize(
    "write",
    [
        lambda data, path: path.write_bytes(data),
        lambda data, path: path.write_bytes(b"\xef\xbb\xbf" + data),
        lambda data, path: path.write_bytes(gzip.compress(data)),
        zipped,
    ],
    ids=["plain", "with a mark", "gzip", "zip"],
)
def test_a_file_may_be_compressed_whatever_its_name(
    tmp_path: Path, write: Callable[[bytes, Path], None]
) -> None:
    data = b"".join(json.dumps({**OWN, "id": f"mine-{at}"}).encode() + b"\n" for at in range(500))
    write(data, tmp_path / "dump")
    lines = Lines(tmp_path / "dump")
    found = [line for line, record in records_in(lines) if isinstance(record, Paper)]
    assert [line.number for line in found] == list(range(1, 501))
    assert 0 < found[-1].position <= lines.size


def test_a_file_that_is_cut_off_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    data = "".join(json.dumps({**OWN, "title": str(at**9)}) + "\n" for at in range(3000))
    path = tmp_path / "dump.gz"
    path.write_bytes(gzip.compress(data.encode())[:-100])
    with pytest.raises(InputError, match="damaged or cut off"):
        list(records_in(Lines(path)))


@pytest.mark.parametrize("start", [b"\x28\xb5\x2f\xfd", b"BZh9", b"\xfd7zXZ\x00"])
def test_what_is_compressed_otherwise_is_refused_with_what_to_do(
    start: bytes, tmp_path: Path
) -> None:
    (tmp_path / "a").write_bytes(start + b"\0" * 20)
    with pytest.raises(InputError, match="zstd, bzip2 or xz") as raised:
        read(tmp_path / "a")
    assert raised.value.problem.advice == "unpack it, or compress it with gzip"


def test_a_zip_of_several_files_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a", "")
        archive.writestr("b", "")
    with pytest.raises(InputError, match="2 files"):
        read(tmp_path / "a.zip")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "missing")


def test_a_record_is_the_same_however_it_was_written(tmp_path: Path) -> None:
    spaced = {**ARXIV, "title": "Decays into\n $\\pi^0$ and 50% of the rest", "license": "x"}
    first, same, other = records(tmp_path, ARXIV, spaced, {**ARXIV, "journal-ref": "None"})
    assert first == same != other
