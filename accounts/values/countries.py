"""Countries by their ISO 3166-1 code, named in the reader's language by django-countries."""

import unicodedata
from collections.abc import Mapping
from typing import Final, cast

from django.utils.functional import Promise
from django_countries import countries

COUNTRIES: Final = cast("Mapping[str, Promise]", countries.countries)


def country_choices() -> list[tuple[str, str]]:
    """Return pairs of code and name in the active language, in alphabetical order."""
    return sorted(((code, name) for code, name in countries), key=lambda one: _letters(one[1]))


def _letters(name: str) -> str:
    """Return the sort key of a name: without accents and case."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
