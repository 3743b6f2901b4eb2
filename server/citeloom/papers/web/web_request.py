"""One request, before it is known through which address it goes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import httpx

from citeloom.papers.web.clients import Route
from citeloom.papers.web.receiver import Receiver


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request to a service; see ``Web.ask`` and ``Web.download``.

    With a ``receiver`` the body goes there; ``headers`` go to all hosts that it leads to.
    """

    service: str
    url: httpx.URL
    json: object
    secrets: Mapping[str, str]
    accept: str
    answers: frozenset[int]
    largest: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    receiver: Receiver | None = None

    def requests(self, route: Route) -> list[httpx.Request]:
        """Return the request once for each address that a route offers."""
        return [self._request(route.client, at) for at in route.addresses or ("",)]

    def redirected_to(self, location: str) -> "WebRequest":
        """Return the request to send after a redirect; another host gets no secrets."""
        url = self.url.join(location)
        same = (url.scheme, url.host, url.port) == (self.url.scheme, self.url.host, self.url.port)
        return replace(self, url=url, secrets=self.secrets if same else {})

    def _request(self, client: httpx.AsyncClient, address: str) -> httpx.Request:
        url = self.url.copy_with(host=address) if address else self.url
        return client.build_request(
            "GET" if self.json is None else "POST",
            url,
            json=self.json,
            headers={
                **self.headers,
                **self.secrets,
                "Accept": self.accept,
                "Host": self.url.netloc.decode("ascii"),
            },
            # The certificate is checked against the name, not against the number.
            extensions={"sni_hostname": self.url.host} if address else None,
        )
