"""The names that users see for the sources of facts about papers."""

_NAMES = {
    "bib": "the .bib file",
    "s2": "Semantic Scholar",
    "arxiv": "arXiv",
    "arxiv_pages": "arXiv's pages",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "europepmc": "Europe PMC",
    "inspire": "INSPIRE",
    "datacite": "DataCite",
    "hal": "HAL",
    "pdf": "the PDF",
    "zotero": "your Zotero library",
    "own_bib": "your own .bib files",
    "acl": "the ACL Anthology's file",
    "looked_up": "papers that you looked up before",
    "acl_anthology": "the ACL Anthology",
    "pasted": "you",
    "attached_pdf": "the PDF that the entry names",
    "zotero_pdf": "a PDF in your Zotero library",
    "own_pdf": "one of your own PDFs",
}

LIBRARIES = ("zotero", "own_bib", "acl", "looked_up")
"""The sources that are libraries on this machine."""

PASTED = "pasted"
ATTACHED_PDF, ZOTERO_PDF, OWN_PDF = PDFS = ("attached_pdf", "zotero_pdf", "own_pdf")
"""The sources that are PDFs on the disk: attached to an entry, Zotero's, others of the user."""

OWN_HAND = (PASTED, *PDFS)
"""The sources of abstracts that the user pasted, or that were read from PDFs on the disk."""


_OF_SEVERAL = {
    "pasted": "your pasting",
    "attached_pdf": "PDFs that entries name",
    "zotero_pdf": "PDFs in your Zotero library",
    "own_pdf": "your own PDFs",
}


def source_name_of_several(source: str) -> str:
    """Return the name of a source of several abstracts ("23 from your Zotero library")."""
    return _OF_SEVERAL.get(source, source_name(source))


def source_name(source: str) -> str:
    """Return the name of a source (``s2``) for users; an unknown source keeps its own."""
    return _NAMES.get(source, source)
