"""Addresses that webhooks may be sent to: public ones, and those of listed networks."""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""The only part of IPv6 that is given to networks."""
WIDEST: Final = {4: 8, 6: 32}
"""Shortest prefix of a network that can be listed, by IP version."""
# Not public, whatever Python's release of the registries says: tunnelled IPv4, documentation.
_REFUSED: Final[tuple[Network, ...]] = tuple(
    ip_network(text)
    for text in (
        *("2002::/16", "2001::/32", "3fff::/20"),
        *("192.88.99.0/24", "100.64.0.0/10", "0.0.0.0/8", "240.0.0.0/4"),
    )
)


def parse_address(text: str) -> Address:
    """Return an address of the resolver; an IPv4-mapped IPv6 address as the IPv4 address that it is."""
    address = ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def parse_network(text: str) -> Network | None:
    """Return a network that can be listed; None for any other text."""
    try:
        network = ip_network(text.strip())
    except ValueError:
        return None
    return network if network.prefixlen >= WIDEST[network.version] else None


def is_public(address: Address) -> bool:
    """Return whether the address is one of the public internet."""
    if address.version == 6 and address not in _GLOBAL_UNICAST:  # noqa: PLR2004  # IPv6
        return False
    refused = any(address in network for network in _REFUSED)
    return address.is_global and not address.is_multicast and not refused


def is_listed(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)
