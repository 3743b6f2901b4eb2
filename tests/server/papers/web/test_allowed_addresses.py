"""Which addresses are asked, and which are not."""

import asyncio
from collections.abc import Sequence

import pytest
from tabled import tabled

from citeloom.papers.web.addresses import (
    AddressRefused,
    AllowList,
    is_public,
    public_addresses,
)

ALLOWED = AllowList(
    ["http://127.0.0.1:8042", "https://mirror.example.edu/s2"], ["arxiv.org", "api.crossref.org"]
)


@tabled(least=5)
def test_services_and_hosts_of_the_list_may_be_asked(url: str, named: bool) -> None:
    assert ALLOWED.is_named(url) is named


@tabled(least=33)
def test_no_other_address_may_be_asked(url: str) -> None:
    with pytest.raises(AddressRefused):
        ALLOWED.is_named(url)


PRIVATE = """
127.0.0.1 10.1.2.3 192.168.0.1 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
255.255.255.255 :: ::1 fe80::1%eth0 fc00::1 ff02::1 ::ffff:10.0.0.1 2002:0a00:0001::1
64:ff9b::a00:1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a9fe:a9fe::1
2001:0:a00:1::f5ff:fffe 2001:0:808:808::f7f7:f7f7 ::ffff:169.254.169.254 ::ffff:0:10.0.0.1
::10.0.0.1 fec0::1 fec0:0:0:ffff::1 fd00::1 100::1 5f00::1 4000::1 2001:2::1 2001:db8::1
3fff::1 100.127.255.255 192.0.0.1 192.0.0.9 192.88.99.1 192.0.2.1 198.18.0.1 198.19.255.255
203.0.113.1 240.0.0.1 0.1.2.3 0x7f.1 2130706433 localhost
"""


@pytest.mark.parametrize("address", [*PRIVATE.split(), ""])
def test_private_addresses_are_seen_through_their_disguises(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["151.101.3.42", "2a04:4e42::810", "64:ff9b::9765:32a"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


def test_one_private_address_among_public_ones_is_enough_to_refuse_a_host() -> None:
    async def resolve(host: str) -> Sequence[str]:
        return ("151.101.3.42", "10.0.0.1")

    with pytest.raises(AddressRefused, match="not public"):
        asyncio.run(public_addresses("arxiv.org", resolve))
