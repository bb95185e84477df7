"""Amounts as people type them: one parser, by the page's language, and ambiguous input is refused."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import given, strategies as st

from pages import amounts
from pages.amounts import AmountField

THIN, NARROW, NBSP = "\N{THIN SPACE}", "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"


def read(language: str, text: str, decimals: int = 4, *, fine: bool = False) -> str:
    with override(language):
        return format(amounts.parse_number(text, decimals=decimals, fine=fine), "f")


def refusal(language: str, text: str, decimals: int = 4, *, fine: bool = False) -> str:
    with override(language), pytest.raises(ValidationError) as refused:
        amounts.parse_number(text, decimals=decimals, fine=fine)
    return " ".join(refused.value.messages)


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("es", "1.000", "1000.0"),
        ("es", "1.000,50", "1000.50"),
        ("es", "1.234.567,8", "1234567.8"),
        ("es", "25,50", "25.50"),
        ("es", "25.50", "25.50"),
        ("es", "25.5", "25.5"),
        ("es", "0.005", "0.005"),
        ("es", "0,005", "0.005"),
        ("es", "1000,005", "1000.005"),
        ("en", "1,000", "1000.0"),
        ("en", "1,000.50", "1000.50"),
        ("en", "25.50", "25.50"),
        ("en", "25,50", "25.50"),
        ("en", "1 000.50", "1000.50"),
        ("es", f"1{NBSP}234{NBSP}567,89", "1234567.89"),
        ("es", f"1{NARROW}000", "1000.0"),
        ("es", f"1{THIN}000", "1000.0"),
        ("es", f" {NBSP}12,5 {NBSP}", "12.5"),
        ("es", "007", "7"),
        ("es", "-5", "-5"),
        *((language, text, "0.5") for language in ("es", "en") for text in (".5", ",5")),
        *((language, text, "5") for language in ("es", "en") for text in ("5.", "5,")),
        ("en", "-.25", "-0.25"),
        ("en", "9" * 400, "9" * 400),
    ],
)
def test_amounts_are_read_in_the_language_of_the_page(language: str, text: str, value: str) -> None:
    assert read(language, text) == value


@pytest.mark.parametrize(
    ("language", "text", "decimals", "both"),
    [
        ("es", "10,000", 4, ("10000", "10,0000")),
        ("en", "10.000", 4, ("10000", "10.0000")),
        ("en", "10.005", 4, ("10005", "10.0050")),
        ("es", "1,000", 2, ("1000", "1,00")),
        ("en", "1.000", 2, ("1000", "1.00")),
    ],
)
def test_two_readings_are_refused_and_spelled_out(
    language: str, text: str, decimals: int, both: tuple[str, str]
) -> None:
    told = refusal(language, text, decimals)
    assert text in told
    for one in both:
        assert one in told
        assert read(language, one, decimals)


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("es", "1,000.50", "1000,50"),
        ("en", "1.000,50", "1000.50"),
        ("en", "1.000.000", "1000000.00"),
        ("es", "10.0000", "10,00"),
        ("es", "1000.005", "1000,0050"),
    ],
)
def test_the_other_languages_way_is_refused_with_ours(language: str, text: str, meant: str) -> None:
    assert meant in refusal(language, text)


def test_three_decimals_where_two_are_taken_offer_the_thousands() -> None:
    assert "12345" in refusal("es", "12,345", 2)
    assert "12345" in refusal("en", "12.345", 2)


@pytest.mark.parametrize(
    "text",
    [
        "1e5",
        "1E5",
        ".",
        ",",
        "..5",
        "5..",
        "1,000,",
        ".5.",
        "+5",
        "--5",
        "- 5",
        "1_000",
        "1'000",
        "1 00",
        "1 0000",
        "10 00,5",
        "1.00.000",
        "1..000",
        "1 000.000,5",
        "1.000 000",
        "$5",
        "5 USD",
        "0x10",
        "NaN",
        "Infinity",
        "ten",
        "\N{MINUS SIGN}5",
        "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT TWO}",
        "\N{ARABIC-INDIC DIGIT FIVE}",
        "\N{SUPERSCRIPT TWO}",
        "1\n000",
        "1." + "0" * 50,
    ],
)
@pytest.mark.parametrize("fine", [False, True])
def test_malformed_amounts_are_refused_with_an_example(text: str, *, fine: bool) -> None:
    assert "1234.50" in refusal("en", text, fine=fine)
    assert "1234,50" in refusal("es", text, fine=fine)


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "1.165", "1.165"),
        ("es", "1,165", "1.165"),
        ("es", "1.1650", "1.1650"),
        ("es", "4.000,5", "4000.5"),
        ("es", "4.000.000", "4000000.0"),
        ("es", "4 000", "4000.0"),
        ("en", "0.00025", "0.00025"),
        ("es", "0.00025", "0.00025"),
    ],
)
def test_a_rate_has_as_many_decimals_as_it_has(language: str, text: str, value: str) -> None:
    assert read(language, text, 12, fine=True) == value


@pytest.mark.parametrize(("language", "text"), [("es", "1.165"), ("en", "4,000")])
def test_a_rate_with_a_lonely_thousands_separator_is_refused(language: str, text: str) -> None:
    told = refusal(language, text, 12, fine=True)
    assert text.replace(".", "").replace(",", "") in told


@given(units=st.integers(0, 10**17), language=st.sampled_from(["es", "en"]))
def test_written_amounts_are_read_back(units: int, language: str) -> None:
    value = Decimal(units).scaleb(-4)
    with override(language):
        assert amounts.parse_number(amounts.format_number(value), decimals=4) == value
        shown = amounts.format_number(value, fine=True)
        assert amounts.parse_number(shown, decimals=12, fine=True) == value


@given(
    text=st.text(alphabet="0123456789.,- \xa0", max_size=14), language=st.sampled_from(["es", "en"])
)
def test_no_text_has_two_values(text: str, language: str) -> None:
    """Text accepted on pages of both languages has the same value on both."""
    other = "en" if language == "es" else "es"
    try:
        here, there = Decimal(read(language, text)), Decimal(read(other, text))
    except (ValidationError, ValueError, ArithmeticError):
        return
    assert here == there


def test_a_field_takes_text_and_shows_what_it_would_take() -> None:
    field = AmountField(decimal_places=4, max_digits=18)
    with override("es"):
        assert field.clean("1.000") == Decimal(1000)
        assert field.prepare_value(Decimal("10.005")) == "10,0050"
        assert field.prepare_value("1.0x") == "1.0x"
        for wrong in ("9" * 19, "1,00001"):
            with pytest.raises(ValidationError):
                field.clean(wrong)


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("es", "0,96", "0,95"),
        ("en", "0.96", "0.95"),
        ("es", "0", "0,000000000001"),
        ("en", "0", "0.000000000001"),
    ],
)
def test_a_refusal_writes_its_limit_as_the_page_writes_numbers(
    language: str, typed: str, told: str
) -> None:
    field = AmountField(
        fine=True, decimal_places=12, min_value=Decimal("1E-12"), max_value=Decimal("0.95")
    )
    with override(language), pytest.raises(ValidationError) as refused:
        field.clean(typed)
    with override(language):
        (sentence,) = refused.value.messages
    assert told in sentence.rstrip(".").split()


def test_a_refusal_writes_a_large_limit_with_its_thousands() -> None:
    field = AmountField(decimal_places=2, max_value=1_000_000)
    with override("es"), pytest.raises(ValidationError) as refused:
        field.clean("1000001")
    assert "1.000.000,00" in refused.value.messages[0]
