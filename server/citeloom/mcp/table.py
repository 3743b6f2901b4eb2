"""The tools that agents may call."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from citeloom.mcp.tool import Tool

LONGEST_TEXT = 400_000
"""Characters of a text to be checked."""

_FILE: Mapping[str, Any] = {
    "type": "string",
    "maxLength": 1_000,
    "description": "Any .tex file of the draft, by its path from the project's folder.",
}
_KEY: Mapping[str, Any] = {"type": "string", "maxLength": 300}


def _text(description: str, most: int = 4_000) -> Mapping[str, Any]:
    return {"type": "string", "maxLength": most, "description": description}


def _number(description: str, default: int | None, least: int, most: int) -> Mapping[str, Any]:
    found = {"type": "integer", "minimum": least, "maximum": most, "description": description}
    return found if default is None else {**found, "default": default}


def _keys(description: str, most: int = 500) -> Mapping[str, Any]:
    return {"type": "array", "items": _KEY, "maxItems": most, "description": description}


TOOLS = (
    Tool(
        "references",
        "References of a draft",
        "Lists the references of a LaTeX draft: key, authors, year, title, where it is cited, and "
        "what is known about it (abstract, full text, retracted, not in the .bib, ...). "
        "Cite only keys from here; never make one up.",
        "citeloom.mcp.tools.references",
        {
            "file": _FILE,
            "which": {
                "type": "string",
                "maxLength": 20,
                "enum": ["cited", "uncited", "all"],
                "default": "all",
                "description": "Cited references, other entries, or all (cited ones first).",
            },
            "abstracts": {
                "type": "boolean",
                "default": False,
                "description": "Include abstracts, for as many references as fit.",
            },
            "state": _text("Only references in this state, such as 'retracted'.", 100),
            "start": _number("The number of the first result, from 'next'.", 0, 0, 1_000_000),
            "limit": _number("Maximum number of results.", 100, 1, 200),
        },
        ("file",),
    ),
    Tool(
        "paper",
        "A cited paper",
        "Describes one reference: abstract, what it asks, does and finds, the "
        "sentences of the draft that cite it, and what other references say about it.",
        "citeloom.mcp.tools.paper",
        {"file": _FILE, "key": _text("Its citation key.", 300)},
        ("file", "key"),
    ),
    Tool(
        "sentences_behind",
        "Sentences behind a claim",
        "Finds the sentences in the references' abstracts, titles and kept full texts that are "
        "nearest to a claim by their words. Read them before you cite: being near is not proof of "
        "support.",
        "citeloom.mcp.tools.sentences_behind",
        {
            "file": _FILE,
            "claim": _text("One sentence."),
            "keys": _keys("Search only these papers; by default all entries.", 100),
            "limit": _number("Maximum number of sentences.", 5, 1, 30),
        },
        ("file", "claim"),
    ),
    Tool(
        "check_text",
        "Check a text",
        "Checks LaTeX that you wrote, before it goes into the draft: which cited keys exist, are "
        "undefined (with the nearest that exist), have several entries, or are of retracted "
        "papers; and what the cited papers say about each claim, compared by words, numbers and "
        "names, with the sentences behind it.",
        "citeloom.mcp.tools.check_text",
        {"file": _FILE, "text": _text("The LaTeX text.", LONGEST_TEXT)},
        ("file", "text"),
    ),
    Tool(
        "search_references",
        "Search the references",
        "Searches the entries of the draft's .bib files, cited or not, by words of title, "
        "abstract, authors, year and key.",
        "citeloom.mcp.tools.search_references",
        {
            "file": _FILE,
            "words": _text("What to look for.", 1_000),
            "limit": _number("Maximum number of results.", 20, 1, 100),
        },
        ("file", "words"),
    ),
    Tool(
        "write_related_work",
        "Write related work",
        "Writes related work from the references by a published method, each sentence with its "
        "source, and as LaTeX with the draft's keys. No file is changed: an editor with Citeloom "
        "shows the text to its author, who alone can insert it there. A method that asks a "
        "language model runs only where the author has agreed to it in the editor.",
        "citeloom.mcp.tools.write_related_work",
        {
            "file": _FILE,
            "method": _text(
                "The method; by default the project's. 'extractive' asks no model.", 50
            ),
            "keys": _keys("Write about these; by default what the draft cites."),
            "exclude": _keys("Leave these out."),
            "section": _text("The section's heading, where several may be meant.", 500),
            "paragraphs": _number("Number of paragraphs.", None, 1, 50),
            "words": _number("Approximate number of words.", None, 50, 20_000),
            "seed": _number("The seed of all random choices.", 0, 0, 1_000_000_000),
        },
        ("file",),
        is_writer=True,
    ),
)

_WITH_LIBRARIES = (
    " Also returns, as 'in_own_libraries', papers of the author's own libraries that the .bib does "
    "not have. They have no key and cannot be cited before the author adds an entry."
)


def tools(*, with_libraries: bool) -> tuple[Tool, ...]:
    """Return the tools as an agent is told of them, with what its user lets it search."""
    if not with_libraries:
        return TOOLS
    return tuple(
        replace(tool, description=tool.description + _WITH_LIBRARIES)
        if tool.name == "search_references"
        else tool
        for tool in TOOLS
    )


TOOL_OF = {tool.name: tool for tool in TOOLS}
