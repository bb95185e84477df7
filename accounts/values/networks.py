"""Whose network an IP address is of."""

from ipaddress import ip_address, ip_network
from typing import Final

_OF_ONE_LINE: Final = (
    64  # bits by which a provider gives one customer addresses of the sixth version
)


def network_of(text: str) -> str:
    """IPv4 itself, IPv6 by its /64 network. Raises ValueError for what is no address."""
    address = ip_address(text)
    if address.version == 4:  # noqa: PLR2004  # the version that it is
        return str(address)
    return str(ip_network((address, _OF_ONE_LINE), strict=False).network_address)
