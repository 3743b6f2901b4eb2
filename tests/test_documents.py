"""Each link between the documents leads somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / folder / "README.md" for folder in ("examples", "vscode-extension", "lab")),
]
LINK = re.compile(r"""(?:\]\(|src(?:set)?=")([^()\s"]+)[)"]""")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(document: Path) -> set[str]:
    """Return the anchors that a forge makes of a document's headings."""
    titles = re.findall(r"^#+ +(.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    lost = []
    for link in LINK.findall(CODE.sub("", document.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (document.parent / file) if file else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("document", [*(ROOT / "docs").glob("*.md")], ids=lambda path: path.name)
def test_each_page_says_for_whom_it_is_and_can_be_found(document: Path) -> None:
    assert document.read_text("utf-8").split("\n\n")[1].startswith("For ")
    start = ROOT / "docs" / "README.md"
    assert document == start or f"]({document.name}" in start.read_text("utf-8")
