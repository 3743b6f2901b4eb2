import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.bib.files import AttachedFile as File
from citeloom_latex.bib.files import attached_files

PDF = "application/pdf"


@pytest.mark.parametrize(
    ("value", "files"),
    [
        ("paper.pdf", [File("paper.pdf")]),
        ("files/1/a.pdf;files/2/b.html", [File("files/1/a.pdf"), File("files/2/b.html")]),
        ("/home/me/a\\;b\\:c.pdf", [File("/home/me/a;b:c.pdf")]),
        ("C:\\Users\\me\\a.pdf", [File("C:\\Users\\me\\a.pdf")]),
        ("C:/Users/me/a.pdf;D:/b.pdf", [File("C:/Users/me/a.pdf"), File("D:/b.pdf")]),
        ("C\\:\\\\Users\\\\me\\\\a.pdf", [File("C:\\Users\\me\\a.pdf")]),
        (":papers/a.pdf:PDF", [File("papers/a.pdf", "PDF")]),
        ("Published:C\\:\\\\me\\\\a.pdf:PDF", [File("C:\\me\\a.pdf", "PDF", "Published")]),
        (
            "a\\:b:x.pdf:PDF;:y.ps:PostScript",
            [File("x.pdf", "PDF", "a:b"), File("y.ps", "PostScript")],
        ),
        (":x.pdf:PDF:https\\://x.org/a", [File("x.pdf", "PDF")]),
        (":https\\://x.org/a.pdf:URL", [File("https://x.org/a.pdf", "URL")]),
        (":https://x.org/a.pdf:URL", [File("https://x.org/a.pdf", "URL")]),
        (
            f"Full Text:/Users/me/A et al. - 2014 - B.pdf:{PDF}",
            [File("/Users/me/A et al. - 2014 - B.pdf", PDF, "Full Text")],
        ),
        (
            f"Snapshot:C:\\Zotero\\x.html:text/html;PDF:C:\\Zotero\\x.pdf:{PDF}",
            [
                File("C:\\Zotero\\x.html", "text/html", "Snapshot"),
                File("C:\\Zotero\\x.pdf", PDF, "PDF"),
            ],
        ),
        (
            ":Users/me/Best{\\_}Practices/Li2017.pdf:pdf",
            [File("Users/me/Best_Practices/Li2017.pdf", "pdf")],
        ),
        (
            ":C$\\backslash$:/Users/me/a\\_b.pdf:pdf;:D$\\backslash$:/c.pdf:pdf",
            [File("C:/Users/me/a_b.pdf", "pdf"), File("D:/c.pdf", "pdf")],
        ),
        ("a.pdf:PDF", [File("a.pdf", "PDF")]),
        ("Title:dir/a.pdf", [File("dir/a.pdf", "", "Title")]),
        ("", []),
        (";::;", []),
    ],
)
def test_files_in_the_three_syntaxes(value: str, files: list[File]) -> None:
    assert attached_files(value) == tuple(files)


@given(st.text(st.sampled_from("ab:;\\/$C{}_. "), max_size=40) | st.text())
def test_any_value_gives_files_with_a_path(value: str) -> None:
    assert all(file.path for file in attached_files(value))


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:").replace(";", "\\;")


PLAIN = st.text(st.sampled_from("ab C:;\\/.é"), min_size=1, max_size=20).filter(
    lambda text: text == text.strip()
)


DESCRIPTION = st.sampled_from(["", "Full Text", "one: two; three", "x\\yz"])


@given(st.lists(st.builds(File, PLAIN, st.sampled_from(["PDF", "text/html"]), DESCRIPTION)))
def test_what_jabref_escapes_is_read_back(files: list[File]) -> None:
    value = ";".join(f"{escaped(f.description)}:{escaped(f.path)}:{f.kind}" for f in files)
    assert attached_files(value) == tuple(files)
