"""Table of networks and their countries, as the operator's file has it: `203.0.113.0/24,MX` a line."""

import csv
from collections.abc import Iterable
from ipaddress import ip_network
from typing import Final

from accounts.values.countries import COUNTRIES

HEADER: Final = ["network", "country"]
SHOWN_ERRORS: Final = 10


class NetworkTableError(ValueError):
    """The table cannot be used; the message names the first lines at fault and why."""


def read_network_table(lines: Iterable[str]) -> dict[str, str]:
    """Return the country of each network, in CIDR notation. Blank lines and a header are skipped.

    Raises NetworkTableError with up to `SHOWN_ERRORS` faults; a table without a network is one.
    """
    found: dict[str, str] = {}
    faults: list[str] = []
    for number, row in enumerate(csv.reader(lines), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (not found and [cell.lower() for cell in cells] == HEADER):
            continue
        try:
            network, country = _read_row(cells)
        except ValueError as error:
            faults.append(f"line {number}: {error}")
        else:
            if found.setdefault(network, country) != country:
                faults.append(f"line {number}: {network} has the country {found[network]} already")
    if faults:
        raise NetworkTableError(_list_faults(faults))
    if not found:
        raise NetworkTableError("the file has no network")
    return found


def _read_row(cells: list[str]) -> tuple[str, str]:
    """Return network and country. Raises ValueError."""
    if len(cells) != len(HEADER):
        raise ValueError(f"{len(cells)} values instead of 2: network and country")
    text, country = cells[0], cells[1].upper()
    try:
        network = ip_network(text)
    except ValueError as error:
        raise ValueError(f"{text:.50} is no network: {error}") from error
    if country not in COUNTRIES:
        raise ValueError(f"{country:.20} is no country: two letters of ISO 3166-1")
    return str(network), country


def _list_faults(faults: list[str]) -> str:
    more = len(faults) - SHOWN_ERRORS
    shown = faults[:SHOWN_ERRORS] + ([f"and {more} more"] if more > 0 else [])
    return "; ".join(shown)
