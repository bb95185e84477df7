"""The profile in force at a moment, from the versions that the process keeps.

A version is in force a minute after its approval at the earliest (profiles/sql/guards.sql) and the versions are read again
every `KEPT_SECONDS`: each process knows a version before it is in force, and no request needs a query for it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import OperationalError
from django.utils import timezone

from profiles.models import ProfileVersion
from profiles.values.combining import combine_values
from profiles.values.fields import FIELDS, ProfileValues
from profiles.values.first import SINCE
from profiles.values.profile_files import house_values
from profiles.values.stated import StatedValue, StatedValues, load_values, value_on

KEPT_SECONDS: Final = 15
"""Lifetime of the process's list of versions."""


@dataclass(frozen=True)
class KnownVersion:
    """An approved version: its values, and from when on it is in force."""

    pk: int
    country: str
    name: str
    in_force_from: datetime
    digest: str
    values: StatedValues = field(compare=False, repr=False)


class _Kept:
    """The versions of the process, the newest moment first, and until when they are kept."""

    versions: tuple[KnownVersion, ...] = ()
    until: float = 0.0


class NoProfile(Exception):
    """The database has no profile: it was not prepared."""


def profile_in_force(country: str = "", at: datetime | None = None) -> ProfileValues:
    """Return the values in force at a moment (now) for a player who lives in `country`. No query, but one every 15 seconds.

    A country without a profile of its own has the licence's.
    """
    moment = at or timezone.now()
    licence = version_at("", moment)
    if licence is None:
        raise NoProfile
    residence = version_at(country, moment) if country else None
    zone = value_on(licence.values["time_zone"], date.max)
    day = moment.astimezone(ZoneInfo(zone.value if zone else "UTC")).date()
    return _resolve(licence, residence, day)


def house_default() -> ProfileValues:
    """Return the values of the house default, for pages that must be drawn without a database. Nothing is judged by it."""
    return _resolve(KnownVersion(0, "", "house", SINCE, "", house_values()), None, SINCE.date())


def version_at(country: str, at: datetime) -> KnownVersion | None:
    """Return the version of the licence ("") or of a country that is in force at a moment."""
    return next(
        (one for one in known_versions() if one.country == country and one.in_force_from <= at),
        None,
    )


def find_country(version: int | None) -> str:
    """Return the country of residence that a version is for; "" for the licence's, and for None."""
    return next((one.country for one in known_versions() if one.pk == version), "")


def known_versions() -> Sequence[KnownVersion]:
    """Return the approved versions, those that come into force last first.

    While the database does not answer, the ones known last: an error page names the minimum age.
    """
    if time.monotonic() >= _Kept.until:
        try:
            keep_versions(read_versions())
        except OperationalError:
            if not _Kept.versions:
                raise
    return _Kept.versions


def read_versions() -> tuple[KnownVersion, ...]:
    """Return the approved versions of the database. One query; the values of known ones are not read again."""
    rows = (
        ProfileVersion.objects.filter(decision__in_force_from__isnull=False)
        .order_by("-decision__in_force_from", "-pk")
        .values_list("pk", "country", "name", "decision__in_force_from", "digest")
    )
    return tuple(
        KnownVersion(pk, country, name, begin, digest, _values(pk, digest))
        for pk, country, name, begin, digest in rows
        if begin is not None
    )


@lru_cache(maxsize=256)
def _values(pk: int, digest: str) -> StatedValues:  # noqa: ARG001  # of the row as it was: a restore may bring another
    stored: Mapping[str, Any] = ProfileVersion.objects.values_list("values", flat=True).get(pk=pk)
    return complete_values(load_values(stored))


def complete_values(values: StatedValues) -> StatedValues:
    """Return values with the house default's for fields that are newer than them."""
    return {**house_values(), **values}


def keep_versions(versions: tuple[KnownVersion, ...], seconds: float = KEPT_SECONDS) -> None:
    """Keep these versions for `seconds`."""
    if versions != _Kept.versions:
        _resolve.cache_clear()
    _Kept.versions, _Kept.until = versions, time.monotonic() + seconds


def forget_versions() -> None:
    """Read the versions again at their next use."""
    _Kept.until = 0.0


@lru_cache(maxsize=512)
def _resolve(licence: KnownVersion, residence: KnownVersion | None, day: date) -> ProfileValues:
    values = {name: _combined(name, licence, residence, day) for name in FIELDS}
    return ProfileValues(
        version=licence.pk,
        country_version=residence.pk if residence else None,
        name=licence.name,
        **values,
    )


def _combined(name: str, licence: KnownVersion, residence: KnownVersion | None, day: date) -> Any:
    value = stated_on(licence.values, name, day).value
    if residence is None:
        return value
    return combine_values(FIELDS[name], value, stated_on(residence.values, name, day).value)


def stated_on(values: StatedValues, name: str, day: date) -> StatedValue:
    """Return a field's value on a day; before its first day, and after its last, the house default's."""
    found = value_on(values[name], day)
    return found or house_values()[name][-1]


def newest_values(country: str) -> StatedValues | None:
    """Return the values of the version of the licence ("") or of a country in force now, read from the database."""
    versions = read_versions()
    now = timezone.now()
    found = [one for one in versions if one.country == country and one.in_force_from <= now]
    return found[0].values if found else None
