"""The names that services give to papers, read from the fields of a .bib entry."""

import re
from collections.abc import Mapping
from urllib.parse import unquote

LONGEST = 2_048
"""Characters of an identifier or an address that has one; Crossref takes no longer DOI."""

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"{}|\\^]+")
_DOI_IN_LINK = re.compile(r"doi\.org/(?P<doi>\S+)", re.IGNORECASE)
_QUESTION = re.compile(r"\?[\w.-]+=.*")
_PLACE_IN_PAGE = re.compile(r"[A-Za-z][\w-]*")

_DOI_IN_ADDRESS = re.compile(
    r"(?:dl\.acm\.org|link\.springer\.com|onlinelibrary\.wiley\.com|tandfonline\.com|pubs\.acs\.org"
    r"|journals\.aps\.org|(?:www\.)?science\.org|pnas\.org|journals\.sagepub\.com"
    r"|iopscience\.iop\.org|(?:bio|med)rxiv\.org|epubs\.siam\.org|annualreviews\.org"
    r"|royalsocietypublishing\.org|academic\.oup\.com|pubsonline\.informs\.org)"
    r"/(?:[\w.-]+/){0,3}?(?P<doi>10\.\d{4,9}/[^\s\"{}|\\^?#]+)",
    re.IGNORECASE,
)
_AFTER_DOI_IN_ADDRESS = re.compile(
    r"(?:/(?:abstract|full|fulltext|html|meta|pdf|epdf|summary))+/?\Z"
    r"|(?<=\d)v\d+(?:\.[a-z.-]+)?\Z|(?:\.full)?(?:\.pdf|\.html|\.full|\.abstract)\Z",
    re.IGNORECASE,
)
_NATURE = re.compile(
    r"nature\.com/articles/(?P<id>s\d{5}-\d{3}-\d{4,5}-[\dxX]|(?:nature|n[a-z]{3,9})\d{3,6})\b"
)
_TEX_ESCAPE = re.compile(r"\\([_&%#$])")
_TEX_NAMED = re.compile(r"\{?\\text(less|greater|underscore)(?![A-Za-z])(?:\{\}|\s+)?\}?")
_TEX_SYMBOLS = {"less": "<", "greater": ">", "underscore": "_"}
_OPENED_BY = {")": "(", "]": "[", ">": "<"}

_ARXIV_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas"
    "|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin"
    "|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_ARXIV_MONTH = r"(?:0[1-9]|1[0-2])"
_ARXIV_ID = (
    rf"(?:(?<!\d)\d\d{_ARXIV_MONTH}\.\d{{4,5}}"
    rf"|(?<![\w-])(?:{_ARXIV_ARCHIVES})(?:\.[A-Z]{{2}})?/\d\d{_ARXIV_MONTH}\d{{3}})(?!\d)"
)
_ARXIV_BARE = re.compile(rf"(?:arxiv:)?\s*(?P<id>{_ARXIV_ID})(?:v\d+)?", re.IGNORECASE)
_ARXIV_NAMED = re.compile(
    r"\b(?:arxiv|ar5iv|alphaxiv)(?:\.labs)?(?:\.org)?[\s:./]*(?:(?:abs|pdf|html|e-print)/)?"
    rf"(?P<id>{_ARXIV_ID})",
    re.IGNORECASE,
)
_ARXIV_CORR = re.compile(rf"abs/(?P<id>{_ARXIV_ID})", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(?P<id>\S+)")
_ARXIV_PLACES = (
    *("url", "note", "howpublished", "journal", "journaltitle", "volume", "pages", "ee"),
    *("number", "series", "annote", "annotation"),
)

_S2_PAGE = re.compile(r"semanticscholar\.org/(?:\w+/)*paper/(?:[^/\s]+/)?(?P<id>[0-9a-f]{40})\b")
_S2_CORPUS = re.compile(r"(?:corpus\s*id\s*:\s*|^\s*)(?P<id>\d+)\b", re.IGNORECASE)
_S2_SHA = re.compile(r"\b[0-9a-f]{40}\b")

_PMID = re.compile(r"\s*(?:pmid\s*:?\s*)?(?P<id>[1-9]\d{0,8})\s*", re.IGNORECASE)
_PMID_NAMED = re.compile(
    r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|europepmc\.org/\w+/med/"
    r"|\bpmid\s*:\s*)(?P<id>[1-9]\d{0,8})(?!\d)",
    re.IGNORECASE,
)
_ACL_ID = r"(?:[a-z]\d\d-\d{4,5}|(?:19|20)\d\d\.[a-z0-9]+(?:-[a-z0-9]+)?\.\d+)(?!\d)"
_ACL_PAGE = re.compile(
    r"(?:aclanthology\.(?:org|info)|aclweb\.org/anthology(?:-new)?)/(?:\w+/)*"
    rf"(?P<id>{_ACL_ID})",
    re.IGNORECASE,
)
_ACL_DOI = re.compile(rf"10\.(?:18653|3115)/v1/(?P<id>{_ACL_ID})")

# Its publishers, Cold Spring Harbor and openRxiv, also have journals and books.
_BIORXIV_DOI = re.compile(
    r"10\.(?:1101|64898)/(?:\d{6}|\d{4}\.\d\d\.\d\d\.\d{6,8})(?:v\d+)?", re.IGNORECASE
)
_AT_DATACITE = frozenset({
    # arXiv, Zenodo, Dagstuhl, figshare, OSF, Dataverse, Dryad, Mendeley Data, HEPData, CERN,
    # Caltech, Hugging Face, then universities: Zurich (two), Lausanne, Karlsruhe, Berlin,
    # Cambridge, Aachen, Darmstadt, Hannover, Brunswick.
    "10.48550", "10.5281", "10.4230", "10.6084", "10.17605", "10.7910", "10.5061", "10.17632",
    "10.17182", "10.17181", "10.22002", "10.57967", "10.3929", "10.5167", "10.5075", "10.5445",
    "10.14279", "10.17863", "10.18154", "10.26083", "10.15488", "10.24355",
})  # fmt: skip
"""Prefixes of DOIs; others of DataCite's are not known here and not asked for there."""


def clean_doi(value: str) -> str:
    """Return the DOI in a text as it is compared: bare and in lower case; empty without one.

    Resolver addresses, a ``doi:`` before it, LaTeX and percent escapes and punctuation after it
    are taken off.
    """
    value = _TEX_ESCAPE.sub(r"\1", value).replace("{_}", "_").replace("$_$", "_")
    value = _TEX_NAMED.sub(lambda command: _TEX_SYMBOLS[command[1]], value)
    return next(filter(None, map(_doi_in, _words(value))), "")


def _doi_in(word: str) -> str:
    while (decoded := unquote(word)) != word:
        word = decoded
    found = _DOI.search(word)
    doi = _QUESTION.sub("", found[0].lower()) if found else ""
    while doi != (shorter := _without_punctuation_after(_without_place(doi))):
        doi = shorter
    return doi if "/" in doi else ""


def doi_of(values: Mapping[str, str]) -> str:
    """Return the DOI of an entry: its ``doi`` field, else that of an address among its links.

    Addresses are doi.org's and those of publishers who have DOIs in theirs.
    """
    given = clean_doi(values.get("doi", ""))
    if given:
        return given
    for name in ("url", "ee", "note", "howpublished"):
        link = _DOI_IN_LINK.search(_read(values, name))
        if link and (linked := clean_doi(link["doi"])):
            return linked
    for name in ("url", "ee", "note", "howpublished"):
        if doi := _publishers_doi(_read(values, name)):
            return doi
    return ""


def _publishers_doi(value: str) -> str:
    value = _TEX_ESCAPE.sub(r"\1", value)
    if nature := _NATURE.search(value):
        return f"10.1038/{nature['id'].lower()}"
    if not (link := _DOI_IN_ADDRESS.search(unquote(value))):
        return ""
    return clean_doi(_AFTER_DOI_IN_ADDRESS.sub("", link["doi"]))


def arxiv_id(values: Mapping[str, str]) -> str:
    """Return the arXiv id of an entry, without version and subject class; empty without one.

    Parameters
    ----------
    values
        Field names in lower case to LaTeX. Read are ``eprint`` with its type, ``arxivid``,
        ``doi``, and what names arXiv in a link, a note, a journal or where CoRR has its volume.
    """
    kind = (values.get("eprinttype") or values.get("archiveprefix") or "arxiv").strip().lower()
    bare = [_read(values, "arxivid"), _read(values, "arxiv")]
    if kind == "arxiv":
        bare.insert(0, _read(values, "eprint"))
    for value in bare:
        if found := _ARXIV_BARE.fullmatch(value.strip(" {}[]")) or _ARXIV_NAMED.search(value):
            return _arxiv_canonical(found["id"])
    registered = _ARXIV_DOI.fullmatch(clean_doi(values.get("doi", "")))
    if registered and (found := _ARXIV_BARE.fullmatch(registered["id"])):
        return _arxiv_canonical(found["id"])
    for name in _ARXIV_PLACES:
        if found := _ARXIV_NAMED.search(_read(values, name)):
            return _arxiv_canonical(found["id"])
    if values.get("journal", "").strip().lower() == "corr":
        found = _ARXIV_CORR.search(_read(values, "volume"))
        return _arxiv_canonical(found["id"]) if found else ""
    return ""


def s2_id(values: Mapping[str, str]) -> str:
    """Return the Semantic Scholar id of an entry: 40 hex digits or ``CorpusId:…``; empty without.

    Both forms are accepted by the service's own interface.
    """
    for name in ("url", "note", "howpublished", "s2id"):
        if page := _S2_PAGE.search(_read(values, name)):
            return page["id"]
    if sha := _S2_SHA.search(_read(values, "s2id")):
        return sha[0]
    url = _read(values, "url")
    named = [_read(values, "corpusid"), _read(values, "s2id")]
    if "semanticscholar.org" in url.lower():
        named.append(url)
    for value in named:
        if corpus := _S2_CORPUS.search(value):
            return f"CorpusId:{corpus['id']}"
    return ""


def pmid(values: Mapping[str, str]) -> str:
    """Return the PubMed id of an entry, digits alone; empty without one.

    It stands in ``pmid``, in ``eprint`` of type ``pubmed``, or in a link or a note.
    """
    named = [_read(values, "pmid")]
    if values.get("eprinttype", "").strip().lower() == "pubmed":
        named.append(_read(values, "eprint"))
    for value in named:
        if found := _PMID.fullmatch(value.strip(" {}")):
            return found["id"]
    for name in ("pmid", "url", "note", "howpublished", "ee"):
        if found := _PMID_NAMED.search(_read(values, name)):
            return found["id"]
    return ""


def acl_id(values: Mapping[str, str]) -> str:
    """Return the ACL Anthology id of an entry (``P19-1001``, ``2020.acl-main.1``); else empty.

    It stands in an address of the Anthology or in a DOI that the ACL registered. Source of the
    forms: https://aclanthology.org/info/ids/
    """
    for name in ("url", "ee", "note", "howpublished"):
        if found := _ACL_PAGE.search(_read(values, name)):
            return _acl_canonical(found["id"])
    registered = _ACL_DOI.fullmatch(doi_of(values))
    return _acl_canonical(registered["id"]) if registered else ""


def is_arxiv_doi(doi: str) -> bool:
    """Tell whether a cleaned DOI is one that arXiv gives to its preprints."""
    return doi.startswith("10.48550/arxiv.")


def is_preprint_doi(doi: str) -> bool:
    """Tell whether a DOI is given by arXiv, bioRxiv or medRxiv."""
    return is_arxiv_doi(doi) or _BIORXIV_DOI.fullmatch(doi) is not None


def is_datacite_doi(doi: str) -> bool:
    """Tell whether a cleaned DOI is of a repository that registers its DOIs at DataCite."""
    return doi.partition("/")[0] in _AT_DATACITE


def _arxiv_canonical(found: str) -> str:
    archive, slash, number = found.lower().rpartition("/")
    return archive.partition(".")[0] + slash + number


def _acl_canonical(found: str) -> str:
    return found.lower() if found[0].isdigit() else found.upper()


def _words(value: str) -> list[str]:
    """Return the words of a field; what is longer than any identifier names none."""
    return [word for word in value.split() if len(word) <= LONGEST]


def _read(values: Mapping[str, str], name: str) -> str:
    value = values.get(name, "")
    return value and " ".join(_words(value))


def _without_place(doi: str) -> str:
    """Take off what a link has after a DOI: a place in the page."""
    before, _, place = doi.rpartition("#")
    return before if _PLACE_IN_PAGE.fullmatch(place) else doi


def _without_punctuation_after(doi: str) -> str:
    while doi:
        last = doi[-1]
        unopened = last in _OPENED_BY and doi.count(last) > doi.count(_OPENED_BY[last])
        if not unopened and last not in ".,;:/'’”*":
            break
        doi = doi[:-1]
    return doi
