import asyncio
import os
import stat
from datetime import date
from pathlib import Path

import pytest
from pdfs import pdf_of_lines

from citeloom.papers.fulltext import local
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.fetch import NotFetched, TextSearch, fetch_full_text, read_as
from citeloom.papers.fulltext.local import attached_pdfs, pdfs_in, proved_files
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    Reference,
    TextMention,
    TextParagraph,
    TextSection,
    Unreadable,
)
from citeloom.papers.paper import Author, Paper
from services.sample import SAMPLE

GARDEN, _, PREPRINT, _ = SAMPLE
TEXT = FullText(
    Form.LATEX,
    "Weaving",
    "We weave.",
    (TextSection("One", 1, (TextParagraph("As [1] says.", (TextMention(3, 6, ("1",)),)),)),),
    (Reference("1", "A. B. 2001.", doi="10.1000/x"),),
    ("page 1: 3 characters left out, invisible",),
)
PAPER = Paper("arxiv:2001.01234", arxiv_id="2001.01234", title="Weaving Words on Looms")
SOURCE = rb"\documentclass{article}\begin{document}\section{One}Text.\end{document}"


def fetched(
    answers: dict[str, bytes | Exception], paper: Paper = PAPER, pdf: str = ""
) -> TextSearch:
    async def get(url: str) -> bytes:
        answer = answers.get(url.removeprefix("https://arxiv.org/"), NotFetched("404 Not Found"))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def read(form: Form, data: bytes) -> FullText:
        return read_as(form, data)

    return asyncio.run(fetch_full_text(paper, get, read, pdf=pdf))


def test_the_source_is_tried_first_then_the_pdf() -> None:
    pdf = pdf_of_lines(["Weaving Words on Looms", "Looms weave."] * 9)
    search = fetched({"pdf/2001.01234": pdf})
    assert search.text is not None and search.text.form is Form.PDF
    assert [(one.source.form, one.said) for one in search.tried] == [
        (Form.LATEX, "404 Not Found"),
        (Form.PDF, ""),
    ]


def test_each_failure_is_noted_and_none_ends_the_search() -> None:
    answers = {
        "e-print/2001.01234": b"\x1f\x8bbroken",
        "https://host.org/a.pdf": NotFetched("timed out"),
        "pdf/2001.01234": b"<html>busy</html>",
    }
    search = fetched(answers, pdf="https://host.org/a.pdf")
    assert search.text is None
    assert [one.source.address for one in search.tried] == [
        "https://arxiv.org/e-print/2001.01234",
        "https://host.org/a.pdf",
        "https://arxiv.org/pdf/2001.01234",
    ]
    assert all(one.said for one in search.tried)


def test_a_paper_without_an_address_is_asked_of_nobody() -> None:
    assert fetched({}, Paper("title:x", title="X")) == TextSearch(None)


def test_what_is_kept_comes_back_as_it_was_and_is_private(tmp_path: Path) -> None:
    cache = FullTextCache(tmp_path / "data" / "fulltext")
    kept = Kept("doi:10.1/x", date(2026, 1, 2), TextSearch(TEXT))
    assert cache.get("doi:10.1/x") is None
    assert cache.put(kept)
    assert cache.get("doi:10.1/x") == kept
    (file,) = (tmp_path / "data" / "fulltext").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert cache.size() == (1, file.stat().st_size)


def test_that_nothing_was_found_is_kept_too(tmp_path: Path) -> None:
    cache = FullTextCache(tmp_path)
    kept = Kept(PAPER.id, date(2026, 1, 2), fetched({}))
    cache.put(kept)
    assert cache.get(PAPER.id) == kept


def test_a_broken_file_is_as_none_and_is_replaced(tmp_path: Path) -> None:
    cache = FullTextCache(tmp_path)
    kept = Kept("x", date(2026, 1, 2), TextSearch(TEXT))
    cache.put(kept)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:50])
    assert cache.get("x") is None
    cache.put(kept)
    assert cache.get("x") == kept


def test_the_cache_can_be_emptied(tmp_path: Path) -> None:
    cache = FullTextCache(tmp_path / "fulltext")
    assert cache.clear() == 0
    for name in ("x", "y"):
        cache.put(Kept(name, date(2026, 1, 2), TextSearch(TEXT)))
    (tmp_path / "fulltext" / "killed.tmp").write_bytes(b"half")
    assert cache.clear() == 2
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_too_large_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citeloom.papers.fulltext.cache.LARGEST", 100)
    assert not FullTextCache(tmp_path).put(Kept("x", date(2026, 1, 2), TextSearch(TEXT)))
    assert list(tmp_path.iterdir()) == []


def test_attached_pdfs_are_found_in_all_syntaxes(tmp_path: Path) -> None:
    for name in ("a.pdf", "b c.PDF", "note.txt"):
        (tmp_path / name).write_bytes(b"")
    whole = str(tmp_path / "a.pdf")
    assert attached_pdfs(":a.pdf:PDF", [tmp_path]) == (tmp_path / "a.pdf",)
    assert attached_pdfs("Full text:b c.PDF:application/pdf;note.txt", [tmp_path]) == (
        tmp_path / "b c.PDF",
    )
    assert attached_pdfs(f":{whole.removeprefix('/')}:pdf", [Path("/nowhere")]) == (Path(whole),)
    assert attached_pdfs(f":/{whole}:pdf", [tmp_path]) == ()  # That may name another machine.
    assert attached_pdfs("~no-such-user/a.pdf", [tmp_path]) == ()
    assert attached_pdfs("missing.pdf;https://host.org/x.pdf", [tmp_path]) == ()


def test_pdfs_in_folders_are_found_and_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.pdf", "a.pdf", "sub/c.pdf", "sub/d.txt"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = [str(path.relative_to(tmp_path)) for path in pdfs_in([tmp_path, tmp_path / "none"])]
    assert sorted(found) == ["a.pdf", "b.pdf", "sub/c.pdf"]


def test_pdfs_in_folders_are_looked_for_up_to_a_depth_and_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "DEEPEST", 2)
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    for folder in (tmp_path, *deep.parents[:2], deep):
        (folder / "x.pdf").write_bytes(b"")
    found = [path.relative_to(tmp_path).as_posix() for path in pdfs_in([tmp_path])]
    assert found == ["x.pdf", "a/x.pdf", "a/b/x.pdf"]
    monkeypatch.setattr(local, "MOST_LOOKED", 3)
    assert [path.parent for path in pdfs_in([tmp_path])] == [tmp_path]
    monkeypatch.setattr(local, "MOST_FILES", 1)
    assert [path.parent for path in pdfs_in([tmp_path, deep])] == [tmp_path, deep]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_is_no_pdf(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pdf")
    assert list(pdfs_in([tmp_path])) == []
    assert attached_pdfs("a.pdf", [tmp_path]) == ()


def test_a_file_is_a_papers_only_where_its_first_page_proves_it() -> None:
    papers = (
        Paper("a", title="Weaving Words on Looms", authors=(Author("Roe"),)),
        Paper("b", doi="10.1000/b", title="Another Paper of Threads", authors=(Author("Doe"),)),
        Paper("c", title="Threads", authors=(Author("Doe"),)),
    )
    pages = {
        "1.pdf": "Weaving Words\non Looms∗\nJane Roe\nAbstract We weave.",
        "2.pdf": "Weaving Words on Looms\nJohn Smith\nAbstract We weave.",
        "6.pdf": "Weaving Words on Looms and Other Machines\nJane Roe",
        "3.pdf": "https://doi.org/10.1000/b Some other spelling",
        "4.pdf": "https://doi.org/10.1000/z and later 10.1000/b",
        "5.pdf": "Threads\nJo Doe",
        "broken.pdf": "",
    }

    def opening(path: Path) -> str:
        if path.name == "broken.pdf":
            raise Unreadable("malformed")
        return pages[path.name]

    paths = [Path(name) for name in sorted(pages, reverse=True)]
    assert proved_files(papers, paths, opening) == {"a": Path("1.pdf"), "b": Path("3.pdf")}


def test_no_text_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    cache = FullTextCache(tmp_path)
    kept = Kept(PREPRINT.id, date(2026, 1, 1), TextSearch(None))
    assert cache.put(kept) and cache.get(PREPRINT.id) == kept
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes().replace(b'"day"', b'"at"'))
    assert cache.get(PREPRINT.id) is None
    assert cache.clear() == 1
