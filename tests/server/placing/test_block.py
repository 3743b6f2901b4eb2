"""What stands between two marks, cut into sentences, breaks and the author's own."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.block import Block, ItemKind, read_block

FIRST = r"Li et al.~\cite{li19} propose 50\% more."
SECOND = "It helps."
KNOWN = [FIRST, SECOND]


def shown(content: str, known: Sequence[str] = KNOWN) -> list[str]:
    """Show known sentences by number, breaks as ``|`` and the author's words in quotes."""
    names = {latex: str(number) for number, latex in enumerate(known, 1)}
    return [
        "|"
        if item.kind is ItemKind.BREAK
        else names[item.key]
        if item.kind is ItemKind.SENTENCE
        else f"'{item.key}'"
        for item in read_block(content, known).items
    ]


def joined(block: Block) -> str:
    return "".join(item.lead + item.text for item in block.items) + block.tail


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"{FIRST}\n{SECOND}\n", ["1", "2"]),
        (f"{FIRST} {SECOND}", ["1", "2"]),
        ("Li et al.~\\cite{li19}\n   propose\t50\\%\r\nmore.  It\nhelps.\n", ["1", "2"]),
        (f"{FIRST}\n\n{SECOND}\n", ["1", "|", "2"]),
        (f"{FIRST}\r\n \t\r\n{SECOND}\r\n", ["1", "|", "2"]),
        (f"{FIRST}\r\r{SECOND}\r", ["1", "|", "2"]),
        (f"\n\n{FIRST}\n\n", ["1"]),
        (f"{FIRST}\nMine.\n{SECOND}\n", ["1", "'Mine.'", "2"]),
        (f"{FIRST} Mine. {SECOND}\n", ["1", "'Mine.'", "2"]),
        ("Li et al.~\\cite{li19} suggest 50\\% more.\nIt helps.\n",
         [r"'Li et al.~\cite{li19} suggest 50\% more.'", "2"]),
        ("However, It helps.\n", ["'However, It helps.'"]),
        ("It helps.!\n", ["'It helps.!'"]),
        ("It\n\nhelps.\n", ["'It'", "|", "'helps.'"]),
        (f"\\paragraph{{Old work.}}\n{SECOND}\n", [r"'\paragraph{Old work.}'", "2"]),
        (f"% note\n{SECOND} % why?\n", ["'% note'", "2", "'% why?'"]),
        (f"% {SECOND}\n", ["'% It helps.'"]),
        (f"% First. {SECOND}\n", ["'% First. It helps.'"]),
        ("It % so\nhelps.\n", ["'It % so helps.'"]),
        (f"{SECOND}%\n{SECOND}\n", ["2", "'%'", "2"]),
        (f"{SECOND}\n{SECOND}\n", ["2", "2"]),
        (f"Mine.~\n{SECOND}\n", ["'Mine.~'", "2"]),
        (f"Mine.\\\\[2mm]\n{SECOND}\n", [r"'Mine.\\[2mm]'", "2"]),
        (f"(Mine.)\\footnotemark[2]\\par\n{SECOND}", [r"'(Mine.)\footnotemark[2]\par'", "2"]),
        (f"Mine.\\ \n{SECOND}\n", ["'Mine.\\'", "2"]),
        (f"In \\TeX\\ {SECOND}\n", ["'In \\TeX\\ It helps.'"]),
        (f"Dr.~{SECOND}\n", ["'Dr.~It helps.'"]),
        ("", []),
        (" \n\n ", []),
    ],
)  # fmt: skip
def test_items(content: str, expected: list[str]) -> None:
    assert shown(content) == expected
    assert joined(read_block(content, KNOWN)) == content


def test_the_longest_known_sentence_is_found() -> None:
    assert shown("It helps. It does.", ["It helps.", "It helps. It does."]) == ["2"]


def test_spans_are_exact() -> None:
    content = f"\n  Mine.\n{FIRST}\n\n{SECOND}\n"
    for item in read_block(content, KNOWN).items:
        assert item.span.of(content) == item.text


words = st.sampled_from([*FIRST.split(), *SECOND.split(), "%", "\\", "\\%", "}", "x."])
spacing = st.sampled_from([" ", "\n", "\n\n", "\r\n", "\t", "\r", "", "\\ ", "\u00a0"])


@given(st.lists(words | spacing).map("".join))
def test_nothing_is_lost_in_any_text(content: str) -> None:
    assert joined(read_block(content, KNOWN)) == content
