"""The names that users see for the sources of facts about papers."""

_NAMES = {
    "bib": "the .bib file",
    "s2": "Semantic Scholar",
    "arxiv": "arXiv",
    "arxiv_pages": "arXiv's pages",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "unpaywall": "Unpaywall",
    "pdf": "the PDF",
    "zotero": "your Zotero library",
    "own_bib": "your own .bib files",
}

LIBRARIES = ("zotero", "own_bib")
"""The sources that are libraries of the user's own."""


def source_name(source: str) -> str:
    """Return the name of a source (``s2``) for users; an unknown source keeps its own."""
    return _NAMES.get(source, source)
