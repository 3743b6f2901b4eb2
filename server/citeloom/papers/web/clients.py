"""HTTP clients that use the proxies, certificates and host names of the system."""

import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx

from citeloom import __version__
from citeloom.papers.web.addresses import (
    AllowList,
    Resolve,
    public_addresses,
    system_proxy,
)
from citeloom.papers.web.certificates import system_certificates
from citeloom.papers.web.request_errors import RequestError
from citeloom.settings import LOOPBACK


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to connect, to wait for the next bytes, and for one request as a whole.

    A body that has sent fewer than ``slowest`` bytes a second after ``grace`` seconds is given up.
    """

    connect: float = 10.0
    read: float = 20.0
    whole: float = 120.0
    grace: float = 10.0
    slowest: float = 1000.0


@dataclass(frozen=True, slots=True)
class Route:
    """A way to a host: the client to use, and the addresses to connect to (none: by name).

    ``proxy`` is the host and port of the proxy that it leads through, empty without one.
    """

    client: httpx.AsyncClient
    addresses: Sequence[str] = ()
    proxy: str = ""


class Clients:
    """One client for each host, as connections to one address may not serve two hosts."""

    def __init__(
        self,
        allowed: AllowList,
        timeouts: Timeouts,
        contact: str,
        resolve: Resolve,
        proxy: Callable[[str], str] = system_proxy,
    ) -> None:
        self._allowed, self._resolve, self._proxy = allowed, resolve, proxy
        self._timeout = httpx.Timeout(timeouts.read, connect=timeouts.connect)
        self._headers = {"User-Agent": user_agent(contact), "Accept-Encoding": "gzip"}
        self._clients: dict[tuple[str, str, str], httpx.AsyncClient] = {}
        self._trusting: ssl.SSLContext | None = None

    async def route(self, url: httpx.URL) -> Route:
        """Return the way to an address.

        Where there is no proxy the host's addresses are looked up once, and the connection goes
        to one that was found public: nobody can name another one in between.

        Raises
        ------
        AddressRefused
            If it must not be asked.
        OSError
            If the host is not known.
        RequestError
            If the system's proxy cannot be used.
        """
        named = self._allowed.is_named(str(url))
        proxy = "" if url.host in LOOPBACK else self._proxy(url.host)
        client = self._client(url, proxy)
        if named or proxy:
            return Route(client, proxy=httpx.URL(proxy).netloc.decode() if proxy else "")
        return Route(client, await public_addresses(url.host, self._resolve))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.aclose()

    def _client(self, url: httpx.URL, proxy: str) -> httpx.AsyncClient:
        name = url.scheme, url.host, proxy
        if name not in self._clients:
            try:
                self._clients[name] = httpx.AsyncClient(
                    verify=self._certificates(url.scheme),
                    proxy=proxy or None,
                    trust_env=False,
                    timeout=self._timeout,
                    headers=self._headers,
                )
            except (ValueError, ImportError):
                raise RequestError("this system's proxy is of an unsupported kind") from None
        return self._clients[name]

    def _certificates(self, scheme: str) -> ssl.SSLContext:
        """Return the trusted certificates; they load slowly, so they load once, when needed."""
        if scheme == "http":
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._trusting is None:
            self._trusting = system_certificates()
        return self._trusting


def user_agent(contact: str) -> str:
    """Return the User-Agent header, with the contact's address."""
    return f"citeloom/{__version__}" + (f" (mailto:{contact})" if contact else "")
