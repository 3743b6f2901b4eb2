"""Texts of others on a page: whatever they hold, Markdown shows them as they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citeloom.lsp.features.markup import Page, escape
from citeloom.visible import shorten, visible_line

NASTY = [
    "**bold** _it_ `code` ~~gone~~",
    "![x](https://evil.example/a.png) [click](javascript:alert(1))",
    "<img src=x onerror=alert(1)> <script>y</script>",
    "&lt; &amp; &#x41; $x$ a|b",
    "1. one",
    "12345678) two",
    "- a",
    "+ b",
    "# heading",
    "===",
    "---",
    "> quote",
    "[a]: https://evil.example",
    "ends with a backslash \\",
    "    code",
]
letters = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))
signs = st.sampled_from(list("\\`*_{}[]()<>#+-.!|~&$=:;\"'/ 1a\n"))
texts = st.lists(letters | signs, max_size=30).map("".join) | st.sampled_from(NASTY)


def shown(markdown: str) -> list[str]:
    """Return the text that a reader of Markdown sees, block by block, if all of it is text."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    found = []
    for token in tokens:
        assert token.type in {
            "inline",
            "paragraph_open",
            "paragraph_close",
            "bullet_list_open",
            "bullet_list_close",
            "list_item_open",
            "list_item_close",
        }, token
        if token.type == "inline":
            kinds = {one.type for one in token.children or ()}
            assert kinds <= {"text", "text_special", "em_open", "em_close", "strong_open"} | {
                "strong_close"
            }, kinds
            found.append("".join(one.content for one in token.children or ()))
    return found


def words(text: str) -> str:
    return visible_line(" ".join(text.split()))


@given(texts)
def test_a_paragraph_of_any_text(text: str) -> None:
    for strong, soft in ((False, False), (True, False), (False, True)):
        page = Page(True)
        page.text(text, strong=strong, soft=soft)
        expected = [words(text)] if words(text) else []
        assert shown(page.content.value) == expected


@given(texts, texts)
def test_a_list_of_any_texts(name: str, text: str) -> None:
    page = Page(True)
    page.items("Abstract", [(name, text)])
    label = f"{words(name)}: " if words(name) else ""
    heading, *items = shown(page.content.value)
    assert heading == "Abstract" and words("".join(items)) == words(label + text)


@pytest.mark.parametrize(
    "text", ["see https://e.example", "HTTP://e.example", "www.e.example", "a@e.example", "ftp://e"]
)
def test_no_address_becomes_a_link_by_itself(text: str) -> None:
    assert "\\" in escape(text)


def test_plain_text_is_left_as_it_is() -> None:
    page = Page(False)
    page.text("a_b *c*", strong=True)
    page.items("Aim", [("x_y", "[z]")])
    page.links([("DOI", "https://doi.org/10.1/x")])
    assert page.content.value == "a_b *c*\n\nAim\n- x_y: [z]\n\nDOI: https://doi.org/10.1/x"


def test_shortened_between_two_words() -> None:
    assert shorten("one two  three", 9) == "one two …"
    assert shorten("one two", 9) == "one two"
