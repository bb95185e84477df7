"""Country list: ISO 3166-1 codes, names in both languages, sort order."""

import re
from unicodedata import normalize

import pytest
from django.utils.translation import override

from accounts.values.countries import COUNTRIES, country_choices


def test_every_country_has_a_name_in_both_languages() -> None:
    for language in ("es", "en"):
        with override(language):
            found = dict(country_choices())
        assert set(found) == set(COUNTRIES)
        assert len(found) == len(set(found.values())) == 249
        assert all(len(code) == 2 and name.strip() for code, name in found.items())


def test_no_spanish_name_is_english() -> None:
    english = re.compile(
        r"\b(and|of|the|islands?|republic|kingdom|states|saint|north|south)\b", re.IGNORECASE
    )
    with override("en"):
        assert len([name for _, name in country_choices() if english.search(name)]) > 30
    with override("es"):
        assert [name for _, name in country_choices() if english.search(name)] == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("DO", "República Dominicana"),
        ("CW", "Curazao"),
        ("KY", "Islas Caimán"),
        ("SZ", "Esuatini"),
        ("TD", "Chad"),
        ("TT", "Trinidad y Tobago"),
        ("VE", "Venezuela"),
    ],
)
def test_spanish_names_are_those_in_use(code: str, name: str) -> None:
    with override("es"):
        assert dict(country_choices())[code] == str(COUNTRIES[code]) == name


def test_names_are_sorted_without_their_accents() -> None:
    with override("es"):
        names = [
            normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
            for _, name in country_choices()
        ]
    assert names == sorted(names)
    assert names.index("egipto") < names.index("emiratos arabes unidos") < names.index("espana")
    assert names.index("costa de marfil") < names.index("costa rica")
