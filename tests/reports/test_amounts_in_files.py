"""Amounts and figures in files: never broken, exact, with currency and sign."""

from dataclasses import replace
from functools import partial

import pytest
from django.utils import translation

from pages.lists import Column
from reports.files import Format
from reports.values.sheet import Figure, SheetSection
from reports.words.cells import brief_text, cell_text, file_text
from tests.reports.test_files import EVIL, NBSP, NUNEZ, Row, lines, paper, sheet
from wallet.money.values import Money


@pytest.mark.parametrize(
    ("units", "shown"),
    [
        (897_751, "$89.78"),
        (-897_751, "\N{MINUS SIGN}$89.78"),
        (50, "$0.00"),
        (150, "$0.02"),
        (10_000, "$1.00"),
    ],
)
def test_at_a_glance_money_is_said_to_the_smallest_coin(units: int, shown: str) -> None:
    with translation.override("en"):
        assert brief_text(Money(units, "USD")) == shown


def test_a_figure_below_zero_has_a_hyphen_for_programs_and_a_minus_on_paper() -> None:
    below = replace(sheet(), figures=[Figure("Net", Money(-15_000, "EUR"), "")])
    for form, label in ((Format.CSV, "Net"), (Format.DATA, "# Net")):
        head = next(line for line in lines(form, made_of=below) if line[0] == label)
        assert head[1].endswith("-1.50\N{NO-BREAK SPACE}EUR")
    assert "\N{MINUS SIGN}1.50" in paper(made_of=below)


def _always(amount: Money, _row: Row) -> Money:
    return amount


@pytest.mark.slow
def test_no_amount_is_broken_however_many_columns_a_table_has() -> None:
    far = Money(-98_765_432_109_900, "COP")
    amounts = [Money(n * 1_234_567_890_000, "COP") for n in range(1, 6)]
    texts: list[Column[Row]] = [
        Column(f"text{n}", f"Operation {n}", lambda row: f"{row.name} {'x' * 36}") for n in range(9)
    ]
    sums: list[Column[Row]] = [
        Column(f"sum{n}", "Effect for the house", partial(_always, one), money=True)
        for n, one in enumerate(amounts)
    ]
    # the widest amount is below the rows that text columns are measured by
    last: Column[Row] = Column(
        "far", "Owed", lambda row: far if row is EVIL else Money(100, "COP"), money=True
    )
    rows = [*[NUNEZ] * 250, EVIL]
    section = SheetSection("Voids", (*texts, *sums, last), rows)
    with translation.override("en"):
        found = paper(made_of=replace(sheet(), sections=[section])).splitlines()
        for one in (*amounts, far):
            assert any(cell_text(one) in line for line in found), cell_text(one)


def test_no_amount_of_a_cell_with_several_is_broken() -> None:
    both = (Money(-87_654_319_900, "COP"), Money(43_210_980_100, "VES"), Money(98_765_432, "USD"))
    texts: list[Column[Row]] = [
        Column(f"text{n}", f"Operation {n}", lambda row: f"{row.name} {'x' * 30}")
        for n in range(11)
    ]
    sums: list[Column[Row]] = [Column(f"sum{n}", "Staked in", lambda _row: both) for n in range(2)]
    section = SheetSection("Players", (*texts, *sums), [NUNEZ, EVIL])
    with translation.override("en"):
        found = paper(made_of=replace(sheet(), sections=[section])).replace(NBSP, " ").splitlines()
        for one in both:
            whole = file_text(one).replace(NBSP, " ")
            assert any(whole in line for line in found), whole


def test_a_zero_has_its_currency_and_nothing_has_none() -> None:
    nothing = replace(NUNEZ, name="zero", staked=Money(0, "EUR"))
    for form in (Format.CSV, Format.DATA):
        found = lines(form, made_of=sheet(lambda: iter([nothing, EVIL])))
        assert next(one for one in found if one[:1] == ["zero"])[2:4] == ["0.00", "EUR"]
        assert next(one for one in found if "HYPERLINK" in "".join(one[:1]))[2:4] == ["", ""]


def test_several_amounts_of_a_cell_are_text_for_people_and_parts_for_programs() -> None:
    both = (Money(12_345_600, "EUR"), Money(-50_000, "USD"))
    column: Column[Row] = Column("staked_in", "Staked, own currency", lambda _row: both)
    made_of = replace(sheet(), sections=[SheetSection("Players", (column,), [NUNEZ])])
    assert ["1234.56 EUR;-5.00 USD"] in lines(Format.DATA, "es", made_of)
    assert ["1234,56 EUR · -5,00 USD"] in lines(Format.CSV, "es", made_of)
    assert "1.234,56\N{NO-BREAK SPACE}EUR · " in paper("es", made_of)
