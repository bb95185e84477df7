"""Name comparison: accents, ligatures and look-alike letters make no difference; mixed alphabets are refused."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate
from accounts.values.name_similarity import are_alike
from accounts.values.names import MixedAlphabets, NameRefused, tidy_name
from tests.accounts.people import ana_opens, ana_signs_up, details, details_form

BORN = date(1990, 5, 17)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana O'Neil", "Ana ONeil"),
        ("María de los Ángeles", "Maria Delosangeles"),
        ("Joan Gal\u00b7la", "Joan Galla"),
        ("Ana Smith", "A n a Smith"),
        ("Ana Smith", "Ana Smith Smith"),
        ("Ana Strauß", "Ana Strauss"),
        ("Bo Ødegård", "Bo Odegard"),
        ("Łukasz Đorđević", "Lukasz Dordevic"),
        ("Æsa Þórsdóttir", "Aesa Thorsdottir"),
        ("I\u015f\u0131l Kaya", "Isil Kaya"),
        ("Ana Smith", "\u1d00na \ua731mith"),  # small capitals
        ("Ana Smith", "\u2c6dna Smith"),  # Latin alpha
        ("Ana Smith", "Ana\u02c8 Smith"),  # modifier letter
        ("Ana Smith", "A\ua78cna Smith"),  # saltillo, a letter that looks like an apostrophe
        ("Ana Smith", "A\u1dd3na Smith"),  # combining letter above
        ("Opo Kocap", "\u041e\u0440\u043e \u041a\u043e\u0441\u0430\u0440"),  # all Cyrillic
        ("ANA TOPE", "\u0391\u039d\u0391 \u03a4\u039f\u03a1\u0395"),  # all Greek
        ("Мария Петрова", "ПЕТРОВА, Мария"),
    ],
)
def test_names_that_look_alike_are_equal(one: str, other: str) -> None:
    assert are_alike(one, other)
    assert are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Rojas", "Ana Roja"),
        ("Ana Rojas", "Ana María Rojas"),
        ("Ana Rojas", "Luis Mora"),
        ("Мария Петрова", "Мария Иванова"),
        ("अनीता शर्मा", "सुनीता शर्मा"),
    ],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert not are_alike(one, other)


MIXED = [
    "\u0410na Rojas",  # Cyrillic A
    "Ana R\u03bfjas",  # Greek omicron
    "\ua4eena Rojas",  # Lisu A
    "Ana Rojas\u4e00",
]


@pytest.mark.parametrize("name", MIXED)
def test_a_name_of_two_alphabets_is_refused(name: str) -> None:
    with pytest.raises(MixedAlphabets):
        tidy_name(name)


def test_a_letter_in_a_circle_is_in_no_name() -> None:
    with pytest.raises(NameRefused):
        tidy_name("A\u20ddna Rojas")


@pytest.mark.parametrize(
    "name",
    [
        "Мария Петрова",
        "山田 はなこ",
        "Ana Rojas",
        "\u00c7a\u011fr\u0131 K\u0131l\u0131\u00e7",
        "Mª Rojas",
    ],
)
def test_a_name_of_one_alphabet_is_not(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.database
def test_the_form_explains_the_refusal_and_stores_nothing(client: Client) -> None:
    player = ana_opens()
    client.force_login(player)
    form = details_form(details(full_name=MIXED[0]))

    answer = client.post(reverse("accounts:give_details"), form)

    assert answer.status_code == 422
    assert set(answer.context["details_form"].errors) == {"full_name"}
    assert str(MixedAlphabets.message) in answer.context["details_form"].errors["full_name"]
    player.refresh_from_db()
    assert (player.full_name, load_document_number(player)) == ("", None)


@pytest.mark.database
@pytest.mark.parametrize("name", ["Ana Mariarojas", "\u1d00na María Rojas"])
def test_a_player_with_such_a_name_waits_for_staff(name: str) -> None:
    ana_signs_up()
    again = ana_signs_up(email="two@example.com", full_name=name, birth_date=BORN)
    assert is_possible_duplicate(again.pk)
