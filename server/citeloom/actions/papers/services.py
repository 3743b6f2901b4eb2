"""The services of papers, in the order in which they are asked."""

from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.services.port import Service
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.web import Web


def services_of(web: Web) -> tuple[Service, ...]:
    """Return the services that are asked for papers; first those that know most in one request.

    Unpaywall is not among them: it only knows where PDFs are, and is asked for these.
    """
    return SemanticScholar(web), Arxiv(web), Crossref(web), OpenAlex(web)
