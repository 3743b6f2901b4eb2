"""The services of papers, in the order in which they are asked."""

from collections.abc import Callable

from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.datacite import DataCite
from citeloom.papers.services.europe_pmc import EuropePmc
from citeloom.papers.services.hal import Hal
from citeloom.papers.services.inspire import Inspire
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.services.port import Service
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.web import Web

_IN_ORDER: tuple[Callable[[Web], Service], ...] = (
    *(SemanticScholar, Arxiv, Crossref, EuropePmc, Inspire, DataCite, Hal, OpenAlex),
)


def services_of(web: Web) -> tuple[Service, ...]:
    """Return the services that are asked for papers; first those that know most in one request.

    Those that the user has switched off are left out.
    """
    on = web.settings.services.is_on
    services = (kind(web) for kind in _IN_ORDER)
    return tuple(service for service in services if on(service.name))
