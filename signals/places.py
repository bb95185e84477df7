"""Countries on the globe: where each lies, and how far its farthest part is from its centre, at low precision.

The table is `data/countries.csv`; `read_places` reads another one of the same form.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Final

EARTH_RADIUS_KM: Final = 6371.0
DEGREES_PER_HOUR: Final = 15
TABLE: Final = Path(__file__).parent / "data" / "countries.csv"


@dataclass(frozen=True, slots=True)
class CountryPoint:
    """A country: its centre in degrees, and the distance from there to its farthest part."""

    latitude: float
    longitude: float
    radius_km: float


@cache
def read_places(path: Path = TABLE) -> Mapping[str, CountryPoint]:
    """Return places by ISO 3166-1 code. Raises ValueError for a number that is none."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["code"]: CountryPoint(
                float(row["latitude"]), float(row["longitude"]), float(row["radius_km"])
            )
            for row in csv.DictReader(file)
        }


def find_place(code: str) -> CountryPoint | None:
    """Return the place of a country; None for an unknown code."""
    return read_places().get(code.strip().upper())


def measure_gap_km(one: CountryPoint, other: CountryPoint) -> float:
    """Return the shortest distance that parts of two countries can have: 0.0 if they may touch."""
    return max(0.0, _distance_km(one, other) - one.radius_km - other.radius_km)


def estimate_utc_offset(code: str) -> float | None:
    """Return hours of solar time ahead of UTC at a country's centre; None for an unknown code."""
    place = find_place(code)
    return None if place is None else place.longitude / DEGREES_PER_HOUR


def _distance_km(one: CountryPoint, other: CountryPoint) -> float:
    """Great-circle distance (haversine)."""
    north = radians(other.latitude - one.latitude) / 2
    east = radians(other.longitude - one.longitude) / 2
    across = cos(radians(one.latitude)) * cos(radians(other.latitude))
    half = sin(north) ** 2 + across * sin(east) ** 2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(half)))
