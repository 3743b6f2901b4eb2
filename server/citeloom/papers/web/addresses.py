"""The network addresses that the program may ask."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

PDF_HOSTS = frozenset(
    {
        "aclanthology.org",
        "ar5iv.labs.arxiv.org",
        "arxiv.org",
        "biorxiv.org",
        "dl.acm.org",
        "downloads.hindawi.com",
        "ecp.ep.liu.se",
        "ejournals.eu",
        "elifesciences.org",
        "escholarship.org",
        "europepmc.org",
        "export.arxiv.org",
        "hal.archives-ouvertes.fr",
        "hal.inria.fr",
        "hal.science",
        "jmlr.org",
        "journals.plos.org",
        "link.springer.com",
        "ojs.aaai.org",
        "openaccess.thecvf.com",
        "openreview.net",
        "papers.neurips.cc",
        "papers.nips.cc",
        "peerj.com",
        "pmc.ncbi.nlm.nih.gov",
        "proceedings.mlr.press",
        "proceedings.neurips.cc",
        "static.arxiv.org",
        "www.aclweb.org",
        "www.biorxiv.org",
        "www.frontiersin.org",
        "www.ijcai.org",
        "www.isca-archive.org",
        "www.jmlr.org",
        "www.mdpi.com",
        "www.medrxiv.org",
        "www.nature.com",
        "www.ncbi.nlm.nih.gov",
        "www.pnas.org",
        "zenodo.org",
    }
)
"""Repositories and publishers that PDFs are fetched from; users can name more."""

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""From the name of a host to its addresses."""


class AddressRefused(Exception):  # noqa: N818 (the name says it)
    """An address must not be asked; the text says why, without the address's own path."""


class AllowList:
    """The addresses that may be asked.

    Parameters
    ----------
    bases
        Base addresses that the user's settings name. They are asked as they are: a mirror in the
        user's own network has a private address.
    hosts
        Further hosts, by https alone and only where they have public addresses.
    """

    def __init__(self, bases: Iterable[str], hosts: Iterable[str]) -> None:
        self._named = frozenset(_origin(base) for base in bases)
        self._hosts = frozenset(hosts)

    def is_named(self, url: str) -> bool:
        """Tell whether an address is under one that the user's settings name.

        Raises
        ------
        AddressRefused
            If it must not be asked at all.
        """
        try:
            parts, origin = urlsplit(url), _origin(url)
        except ValueError:
            raise AddressRefused("it returned an invalid address") from None
        if "@" in parts.netloc:
            raise AddressRefused("it returned an address with a user name")
        if origin in self._named:
            return True
        scheme, host, port = origin
        if scheme != "https":
            raise AddressRefused(f"{host or 'an address'} cannot be asked without encryption")
        if host not in self._hosts or port != 443:
            raise AddressRefused(
                f"{host} is not a host that Citeloom may download from; to allow it, add it to "
                "pdf_hosts in config.toml"
            )
        return False


def _origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    default = {"https": 443, "http": 80}.get(parts.scheme, 0)
    return parts.scheme, (parts.hostname or "").rstrip("."), parts.port or default


async def system_resolve(host: str) -> Sequence[str]:
    """Return the addresses of a host as the system knows them, without repetition."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(answer[4][0]) for answer in found))


async def public_addresses(host: str, resolve: Resolve) -> Sequence[str]:
    """Return the addresses of a host, all of them public.

    Raises
    ------
    AddressRefused
        If any of them is not: names that lead into the user's own network are an old trick.
    OSError
        If the name is not known.
    """
    addresses = await resolve(host)
    if not all(is_public(address) for address in addresses):
        raise AddressRefused(f"{host} has an address that is not public")
    return addresses


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public internet, seen through its disguises."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is None and ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip not in _GIVEN_OUT:
            return False
    if any(ip in network for network in _SPECIAL):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_GIVEN_OUT = ipaddress.ip_network("2000::/3")
"""All that IPv6 has given out for the internet; ``fec0::/10`` is a site's own, and so on."""

_SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        (
            *("100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15"),
            *("2001::/23", "2001:db8::/32", "3fff::/20"),
        ),
    )
)
"""Ranges for special use, which not every version of Python knows for such."""


def system_proxy(host: str) -> str:
    """Return the proxy through which the system asks a host by https; empty without one."""
    if proxy_bypass(host):
        return ""
    proxies = getproxies()
    return proxies.get("https") or proxies.get("all") or ""
