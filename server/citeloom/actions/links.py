"""Links of a paper that a browser opens."""

from urllib.parse import quote

from citeloom.papers.identifiers import arxiv_id as arxiv_of
from citeloom.papers.identifiers import doi_of
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import ResolvedEntry


def links(paper: Paper) -> tuple[tuple[str, str], ...]:
    """Return a paper's links: what they lead to, and the URL."""
    return _links(paper.doi, paper.arxiv_id)


def entry_links(entry: ResolvedEntry) -> tuple[tuple[str, str], ...]:
    """Return the links of a .bib entry, from its own fields."""
    own = {name: value for name, value in entry.values.items() if name not in entry.inherited}
    found = _links(doi_of(own), arxiv_of(own))
    url = own.get("url", "").strip().removeprefix("\\url{").rstrip("}").replace("\\", "")
    if not found and url.startswith(("https://", "http://")) and not set(url) & set(" {}<>\"'"):
        found = (("web", url),)
    return found


def _links(doi: str, arxiv: str) -> tuple[tuple[str, str], ...]:
    found = []
    if doi:
        found.append(("DOI", f"https://doi.org/{quote(doi, safe='/:;.-_')}"))
    if arxiv:
        found.append(("arXiv", f"https://arxiv.org/abs/{quote(arxiv, safe='/.')}"))
    return tuple(found)
