"""Networks of IP addresses."""

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

_OF_ONE_LINE: Final = 64  # IPv6 prefix length that providers assign to one customer


def network_address(text: str) -> str:
    """Return an IPv4 address itself, or the /64 network of an IPv6 address. Raises ValueError for an invalid address."""
    address = ip_address(text)
    if address.version == 4:  # noqa: PLR2004  # IPv4
        return str(address)
    return str(ip_network((address, _OF_ONE_LINE), strict=False).network_address)


def parse_network(text: str) -> str:
    """Return the network of "192.0.2.7", "192.0.2.0/24" or an IPv6 one as CIDR. Raises ValueError."""
    return str(ip_network(text.strip(), strict=False))


def is_in_networks(address: str, networks: Iterable[str]) -> bool:
    """Return whether one of these networks (CIDR) has the address."""
    found = ip_address(address)
    return any(found in ip_network(one) for one in networks)
