"""Network of an IP address."""

from ipaddress import ip_address, ip_network
from typing import Final

_OF_ONE_LINE: Final = 64  # IPv6 prefix length that providers assign to one customer


def network_address(text: str) -> str:
    """Return an IPv4 address itself, or the /64 network of an IPv6 address. Raises ValueError for an invalid address."""
    address = ip_address(text)
    if address.version == 4:  # noqa: PLR2004  # IPv4
        return str(address)
    return str(ip_network((address, _OF_ONE_LINE), strict=False).network_address)
