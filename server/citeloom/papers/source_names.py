"""What users call the sources of what is known of papers."""

_NAMES = {
    "bib": "the .bib file",
    "s2": "Semantic Scholar",
    "arxiv": "arXiv",
    "arxiv_pages": "arXiv's pages",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "unpaywall": "Unpaywall",
    "pdf": "the PDF",
}


def source_name(source: str) -> str:
    """Return a source (``s2``) in words; one that is not known is called what it is."""
    return _NAMES.get(source, source)
