"""Spreadsheet cells: none is run as a formula; numbers and words stay as they are."""

import csv
import io

import pytest

from pages.spreadsheets import CsvFormat, escape_formula


@pytest.mark.parametrize(
    "cell", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", " =1", "\r=1", "|x", "-1+cmd", "-2 USDA"]
)
def test_no_cell_is_run_as_a_formula(cell: str) -> None:
    for style in (CsvFormat(".", ",", sheet=False), CsvFormat(",", ";", sheet=True)):
        row = style.line([cell])
        written = next(csv.reader([row], delimiter=style.between))
        assert written[0].startswith("'")


@pytest.mark.parametrize("mark", [",", ";", "\t", "\n"])
@pytest.mark.parametrize("part", ["=1+1", " =1", '"=1"', "@SUM(A1)", "-1+cmd"])
def test_no_part_of_a_cell_is_run_where_cells_are_parted_at_another_mark(
    mark: str, part: str
) -> None:
    for style in (CsvFormat(".", ",", sheet=False), CsvFormat(",", ";", sheet=True)):
        row = style.line([f"Ana{mark}{part}", "next"])
        (cell, after) = next(csv.reader(io.StringIO(row, newline=""), delimiter=style.between))
        assert cell == f"Ana{mark}'{part}"
        assert after == "next"
        for other in ("\t", ";", ","):
            for found in csv.reader(io.StringIO(row, newline=""), delimiter=other):
                assert not any(one.lstrip(' "').startswith(("=", "@", "-")) for one in found)


@pytest.mark.parametrize(
    "cell",
    [
        "hit; stand",
        "1: 10,00 lose -5",
        "5,00; -10,00 USD",
        "Rosario, Ana",
        "-2.505",
        "12.00",
        "0",
        "",
        "refund of hand 7",
        "-1,215.00 USD",
        "-1.20\u00a0%",
        "-12.000,5 DOP",
    ],
)
def test_numbers_and_words_stay_as_they_are(cell: str) -> None:
    assert escape_formula(cell) == cell
