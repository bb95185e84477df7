from collections.abc import Callable
from dataclasses import FrozenInstanceError
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given, strategies as st

from wallet.money.refusals import InvalidAmount, UnknownCurrency
from wallet.money.values import MINOR_DIGITS, Money
from wallet.money.words import format_with_code
from wallet.rates.refusals import NoRate
from wallet.rates.values import convert_to_usd

units = st.integers(min_value=-(2**63), max_value=2**63 - 1)
money = st.builds(Money, units, st.just("USD"))


@given(units, st.sampled_from(sorted(MINOR_DIGITS)))
def test_text_is_read_back_to_the_same_money(number: int, currency: str) -> None:
    value = Money(number, currency)
    assert Money.parse(value.text, currency) == value


@given(money)
def test_text_shows_the_minor_unit_or_all_four_decimals_and_never_three(value: Money) -> None:
    decimals = value.text.partition(".")[2]
    assert len(decimals) == 2 or (len(decimals) == 4 and decimals[2:] != "00")
    assert value.decimal * 10_000 == value.units


@given(money)
def test_money_splits_into_coins_and_finer_units(value: Money) -> None:
    assert value.whole + value.dust == value
    assert value.whole.units % 100 == 0
    assert 0 <= value.dust.units < 100


@given(money, money)
def test_sums_and_order_are_those_of_the_units(one: Money, other: Money) -> None:
    assert (one + other).units == one.units + other.units
    assert one - other == -(other - one)
    assert (one < other) == (one.units < other.units)
    assert (one <= other) == (not one > other)
    assert (one >= other) == (not one < other)


@given(money, st.integers(min_value=-100, max_value=100))
def test_a_multiple_is_a_repeated_sum(value: Money, factor: int) -> None:
    assert value * factor == factor * value == Money(value.units * factor, "USD")


@given(units)
def test_equal_money_is_one_member_of_a_set(number: int) -> None:
    assert len({Money(number, "USD"), Money(number, "USD"), Money(number, "EUR")}) == 2


@pytest.mark.parametrize("other", [5, 5.0, Decimal(5), "5", None, Money(5, "EUR")])
def test_money_goes_with_money_of_its_currency_only(other: Any) -> None:
    value = Money(5, "USD")
    comparisons: list[Callable[[], object]] = [
        lambda: value + other,
        lambda: value - other,
        lambda: value == other,
        lambda: value != other,
        lambda: value < other,
        lambda: value >= other,
    ]
    for mixed in comparisons:
        with pytest.raises(TypeError):
            mixed()


@pytest.mark.parametrize("factor", [1.5, Decimal("1.5"), True, Money(2, "USD")])
def test_money_is_multiplied_with_whole_numbers_only(factor: Any) -> None:
    with pytest.raises(TypeError):
        Money(5, "USD") * factor


@pytest.mark.parametrize("number", [1.0, Decimal(1), True, "1", None])
def test_units_are_whole_numbers(number: Any) -> None:
    with pytest.raises(TypeError):
        Money(number, "USD")


def test_a_currency_must_be_one_of_the_house() -> None:
    with pytest.raises(UnknownCurrency):
        Money(1, "XYZ")


def test_money_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Money(1, "USD").units = 2  # type: ignore[misc]  # deliberately wrong


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1 ",
        "1,5",
        "1.",
        ".5",
        "1.00001",
        "1e3",
        "+1",
        "--1",
        "NaN",
        "Infinity",
        "0x1",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "1_000",
        "1\n",
        "9" * 16,
    ],
)
def test_inexact_decimals_are_refused(text: str) -> None:
    with pytest.raises(InvalidAmount):
        Money.parse(text, "USD")


def test_only_text_is_parsed() -> None:
    with pytest.raises(TypeError):
        Money.parse(0.1, "USD")  # type: ignore[arg-type]  # deliberately wrong


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("10", "10.00"),
        ("10.0050", "10.0050"),
        ("0.0001", "0.0001"),
        ("-0.5", "-0.50"),
        ("-0.0100", "-0.01"),
    ],
)
def test_every_digit_that_it_has_is_shown(text: str, shown: str) -> None:
    assert Money.parse(text, "USD").text == shown
    assert str(Money.parse(text, "USD")) == f"{shown} USD"


@pytest.mark.parametrize(
    ("language", "currency", "pattern", "figures"),
    [
        ("en", "USD", "${}", "1,234,567.0050"),
        ("en", "EUR", "€{}", "1,234,567.0050"),
        ("en", "DOP", "{}\xa0DOP", "1,234,567.0050"),
        ("en", "PLY", "{}\xa0play\xa0money", "1,234,567.0050"),
        ("es", "USD", "US$\xa0{}", "1.234.567,0050"),
        ("es", "EUR", "{}\xa0€", "1.234.567,0050"),
        ("es", "COP", "COL$\xa0{}", "1.234.567,0050"),
        ("es", "DOP", "RD$\xa0{}", "1.234.567,0050"),
        ("es", "VES", "Bs.\xa0{}", "1.234.567,0050"),
        ("es", "PLY", "{}\xa0de\xa0juego", "1.234.567,0050"),
    ],
)
def test_templates_write_amounts_as_the_language_does(
    language: str, currency: str, pattern: str, figures: str
) -> None:
    page = Template(
        "{% load money %}{% money m signed=True %}|{% money m %}|{{ m|amount }}|{{ m.currency|pattern }}"
    )
    with translation.override(language):
        text = page.render(Context({"m": Money.parse("1234567.0050", currency)}))
    shown = pattern.format(figures)
    assert text == f"+{shown}|{shown}|{figures}|{pattern}"


@pytest.mark.parametrize("language", ["en", "es"])
def test_files_write_the_code_of_the_currency(language: str) -> None:
    with translation.override(language):
        assert format_with_code(Money.parse("-5", "USD")).endswith("\xa0USD")


def test_templates_write_a_negative_amount_without_a_second_sign() -> None:
    page = Template("{% load money %}{% money m signed=True %}")
    with translation.override("en"):
        assert page.render(Context({"m": Money.parse("-1.5", "EUR")})) == "\N{MINUS SIGN}€1.50"


@given(
    st.integers(min_value=-(10**14), max_value=10**14),
    st.decimals(min_value=Decimal("1e-12"), max_value=10**6, places=12),
)
def test_usd_amounts_are_rounded_half_even(number: int, rate: Decimal) -> None:
    with localcontext(prec=100):
        exact = (Decimal(number) * rate).quantize(Decimal(1), rounding=ROUND_HALF_EVEN)
    assert convert_to_usd(Money(number, "COP"), rate) == Money(int(exact), "USD")


@pytest.mark.parametrize(("number", "half_even"), [(1, 0), (3, 2), (5, 2), (-1, 0), (-3, -2)])
def test_a_half_goes_to_the_even_unit(number: int, half_even: int) -> None:
    assert convert_to_usd(Money(number, "EUR"), Decimal("0.5")).units == half_even


def test_play_money_has_no_worth() -> None:
    with pytest.raises(NoRate):
        convert_to_usd(Money(1, "PLY"), Decimal(1))


def test_a_rate_is_no_float() -> None:
    with pytest.raises(TypeError):
        convert_to_usd(Money(1, "EUR"), 1.1)  # type: ignore[arg-type]  # deliberately wrong
