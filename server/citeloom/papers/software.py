"""Which .bib entries are software, data or a mere web page rather than papers."""

import re

from citeloom.papers.identifiers import arxiv_id, doi_of
from citeloom_latex.bib.resolve import ResolvedEntry

_ALWAYS = frozenset({"software", "dataset", "hardware"})
_PERHAPS = frozenset({"misc", "online", "electronic", "www", "webpage", "manual"})
_KINDS = re.compile(r"\b(?:software|source code|data ?set|computer program)\b", re.IGNORECASE)
_HOSTS = re.compile(
    r"(?:github|gitlab|bitbucket|sourceforge|codeberg)\.(?:com|org|net)/|\.github\.io\b"
    r"|zenodo\.org|figshare\.com|pypi\.org|kaggle\.com|dataverse\.|datadryad\.org|anaconda\.org"
    r"|data\.mendeley\.com|cran\.r-project\.org|huggingface\.co/(?!papers/|blog/)|npmjs\.com"
    r"|crates\.io|docs\.rs|hub\.docker\.com|readthedocs\.(?:io|org)|archive\.ics\.uci\.edu"
    r"|catalog\.ldc\.upenn\.edu",
    re.IGNORECASE,
)
_DOI_PREFIXES = ("10.5281/", "10.6084/", "10.5061/", "10.17632/", "10.7910/", "10.17605/")
_WORDS = re.compile(
    r"\b(?:R|Python|Julia|MATLAB|Ruby|npm|LaTeX) (?:package|library|module|toolbox)\b"
    r"|\bversion \d+(?:\.\d+)+|\bv\d+(?:\.\d+)+\b"
    r"|\[(?:computer )?software\]|\[data ?set\]|\[source code\]"
    r"|\bdocumentation\s*$|\buser(?:['’]s)? (?:manual|guide)\s*$|\breference manual\s*$",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://|\\url\b|www\.", re.IGNORECASE)
_DOCUMENT = re.compile(r"\.(?:pdf|ps|tex|docx?)\b", re.IGNORECASE)
_NO_BRACES = str.maketrans("", "", "{}")


def is_software_or_data(resolved: ResolvedEntry) -> bool:
    """Tell whether an entry is software, a data set or a web page, and surely no paper.

    In doubt it is a paper: whatever has an arXiv id, a journal, a volume that it stands in or a
    type of its own for papers, and a link to a document (PDF, TeX) wherever that lies.
    """
    kind, values = resolved.entry.type, resolved.values
    if kind in _ALWAYS:
        return True
    published = any(values.get(name) for name in ("journal", "journaltitle", "booktitle"))
    if kind not in _PERHAPS or published or arxiv_id(values):
        return False
    doi = doi_of(values)
    if doi:
        return doi.startswith(_DOI_PREFIXES)
    links = " ".join(values.get(name, "") for name in ("url", "howpublished", "note"))
    if _DOCUMENT.search(links):
        return False
    words = (values.get(name, "") for name in ("title", "note", "howpublished"))
    return bool(
        kind == "manual"
        or values.get("version")
        or _KINDS.search(f"{values.get('type', '')} {values.get('entrysubtype', '')}")
        or _HOSTS.search(links)
        or any(_WORDS.search(value.translate(_NO_BRACES)) for value in words)
        or (_LINK.search(links) and not (values.get("author") or values.get("abstract")))
    )
