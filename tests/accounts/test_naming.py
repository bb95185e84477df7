"""Normalisation of names (invisible characters) and of document numbers (prefixes)."""

from datetime import date

import pytest

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate
from accounts.identity.services.details import enter_details
from accounts.identity.values.number_formats import normalise
from accounts.models.identity import IdentityNumber
from accounts.users.selectors.search import all_players, build_name_filter
from accounts.values.names import NameRefused, tidy_name
from tests.accounts.people import ana_opens, ana_signs_up, details, details_form, send_details

DO, VE, CO, ES = "00113918205", "V12345678", "1020456789", "12345678Z"


@pytest.mark.parametrize(
    ("country", "typed", "kept"),
    [
        ("VE", "C.I. V-12.345.678", VE),
        ("VE", "CI 12.345.678", VE),
        ("VE", "Cédula: V\u201312.345.678", VE),
        ("VE", "C.I. E-81.234.567", "E81234567"),
        ("VE", "RIF V-12345678-1", VE),
        ("CO", "NUIP 1020456789", CO),
        ("CO", "CC No 1020456789", CO),
        ("CO", "C.C. N\u00b0 1.020.456.789", CO),
        ("CO", "Cédula de ciudadanía Nº 1020456789", CO),
        ("CO", "T.I. 1020456789", CO),
        ("CO", "C.E. No 123456", "CE123456"),
        ("CO", "AN123456", "AN123456"),
        ("DO", "CED 001-1391820-5", DO),
        ("DO", "Cédula de identidad y electoral 001-1391820-5", DO),
        ("DO", "RNC 00113918205", DO),
        ("ES", "DNI 12345678-Z", ES),
        ("ES", "N.I.F.: 12345678Z", ES),
        ("ES", "NIE X1234567L", "X1234567L"),
        ("ES", "PAA123456", "PAA123456"),
        ("AR", "DNI 12.345.678", "12345678"),
        ("CL", "RUT 12.345.678-K", "12345678K"),
        ("AR", "AAB123456", "AAB123456"),
        ("US", "N1234567", "N1234567"),
        ("US", "C0\u200b1234\u00ad567", "C01234567"),
    ],
)
def test_labels_before_a_number_are_ignored(country: str, typed: str, kept: str) -> None:
    assert normalise(country, typed) == kept
    assert normalise(country, kept) == kept


@pytest.mark.database
def test_a_number_is_the_same_with_and_without_its_label() -> None:
    answers = []
    for email, name, typed in (
        ("one@example.com", "Luis Mora", "V-12.345.678"),
        ("two@example.com", "Luis Moras", "C.I. V-12.345.678"),
    ):
        player = ana_opens(email=email, country="VE")
        form = details_form(details(full_name=name))
        form |= {"document_number": typed, "document_country": "VE"}
        answers.append(send_details(player, form).status_code)
    assert (answers, IdentityNumber.objects.filter(country="VE").count()) == ([303, 422], 1)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   María\tRojas ", "Ana María Rojas"),
        ("An\u200ba María Rojas", "Ana María Rojas"),
        ("Ana María Rojas\u00ad", "Ana María Rojas"),
        ("Ana\ufe0f María \u202eRojas", "Ana María Rojas"),
        ("Ana \u3164María Rojas", "Ana María Rojas"),
        ("Ana O\u2019Neil", "Ana O'Neil"),
        ("Ana Pérez\u2010Gómez", "Ana Pérez-Gómez"),
        ("Gil i Gal\u00b7la, Joan J.", "Gil i Gal\u00b7la, Joan J."),
        ("Мария Петрова", "Мария Петрова"),
        ("अनीता शर्मा", "अनीता शर्मा"),
    ],
)
def test_names_are_stored_as_displayed(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept
    assert tidy_name(kept) == kept


NO_NAMES = [
    "Ana@ Rojas",
    "Ana R0jas",
    "Ana_Rojas",
    "Ana <b>",
    "Ana\x07 Rojas",
    "\u200b",
    "- .",
    "Ana 🙂",
]


@pytest.mark.database
@pytest.mark.parametrize("name", NO_NAMES)
def test_characters_not_used_in_names_are_refused(name: str) -> None:
    player = ana_opens()
    answer = send_details(player, details_form(details(full_name=name)))
    assert answer.status_code == 422
    assert set(answer.context["details_form"].errors) == {"full_name"}
    with pytest.raises(NameRefused):
        enter_details(player, details(full_name=name))
    player.refresh_from_db()
    assert (player.full_name, load_document_number(player)) == ("", None)


@pytest.mark.database
@pytest.mark.parametrize(
    "name",
    [
        "An\u200ba María Rojas",
        "Ana María Rojas\u00ad",
        "ANA\u2010MARÍA Rojas",
        "Ana María Ro\ufe0fjas",
    ],
)
def test_invisible_characters_in_a_name_are_ignored(name: str) -> None:
    ana_signs_up()
    player = ana_opens(email="two@example.com", birth_date=date(1990, 5, 17))
    answer = send_details(player, details_form(details(player.email, full_name=name)))
    assert answer.status_code == 303
    assert is_possible_duplicate(player.pk)


@pytest.mark.database
@pytest.mark.parametrize("asked", ["O'Neil", "o\u2019neil", "Pérez\u2011Gómez"])
def test_staff_search_ignores_accents(asked: str) -> None:
    user = ana_signs_up(full_name="Ana O\u2019Neil Pérez\u2010Gómez")
    assert list(all_players().filter(build_name_filter(asked))) == [user]
