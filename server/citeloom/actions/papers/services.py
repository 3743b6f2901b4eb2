"""The services of papers, in the order in which they are asked."""

from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.services.port import Service
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.web import Web


def services_of(web: Web) -> tuple[Service, ...]:
    """Return who is asked for papers: first who knows most of them in one request.

    Unpaywall is not among them: it knows where a PDF is, and is asked where one is wanted.
    """
    return SemanticScholar(web), Arxiv(web), Crossref(web), OpenAlex(web)
