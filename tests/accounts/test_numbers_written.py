"""Normalisation, validation and masking of document numbers."""

import pytest

from accounts.identity.values.document_numbers import DocumentNumber
from accounts.identity.values.number_formats import MalformedNumber, mask, normalise


@pytest.mark.parametrize(
    ("country", "typed", "kept"),
    [
        ("CO", " 1.020.456.789 ", "1020456789"),
        ("CO", "C.C. 0079-123-456", "79123456"),
        ("CO", "ce 123456", "CE123456"),
        ("VE", "v-08.123.456", "V8123456"),
        ("VE", "8123456", "V8123456"),
        ("VE", "E-81234567", "E81234567"),
        ("DO", "001-1391820-5", "00113918205"),
        ("DO", "rd1234567", "RD1234567"),
        ("DO", "031-2198247-9", "03121982479"),  # issued with an invalid check digit
        ("VE", "RIF V-11470283-4", "V11470283"),
        ("ES", "12345678z", "12345678Z"),
        ("ES", "x-1234567-l", "X1234567L"),
        ("ES", "1234567l", "01234567L"),
        ("US", "C0 1234 567", "C01234567"),
        ("US", "\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18", "12345678"),
    ],
)
def test_number_formats_are_normalised(country: str, typed: str, kept: str) -> None:
    assert normalise(country, typed) == kept
    assert normalise(country, kept) == kept


@pytest.mark.parametrize(
    ("country", "typed"),
    [
        ("CO", "12"),
        ("CO", "12345678901"),
        ("CO", "1111111"),
        ("VE", "V-1234"),
        ("VE", "RIF V-11470283-5"),
        ("DO", "001-1391820-6"),
        ("DO", "1391820"),
        ("DO", "0094662667"),  # ten digits, on stdnum's list of exceptions
        ("ES", "12345678A"),
        ("ES", "12345678"),
        ("US", "ABCDEFG"),
        ("US", "12345678; DROP"),
        ("FR", "٣٤٥٦٧٨٩"),
        ("FR", "1" * 10 + "2" * 11),
    ],
)
def test_malformed_numbers_are_refused(country: str, typed: str) -> None:
    with pytest.raises(MalformedNumber):
        normalise(country, typed)


def test_staff_see_a_masked_number() -> None:
    assert mask("1020456789") == "•••••••789"
    assert "1020456789" not in repr(DocumentNumber("CO", "1020456789"))
