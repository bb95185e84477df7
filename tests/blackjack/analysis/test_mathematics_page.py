"""`docs/mathematics.md`: its figures are the library's, and its pictures show the figures of its tables."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from blackjack.analysis.result import Analysis
from blackjack.analysis.side import analyse_insurance, analyse_side_bet
from blackjack.presets import PRESETS, rules_from
from tests.blackjack.analysis.known import analysis
from tests.exhaustive import slow_but, slow_but_every
from tools.benchmarks.mathematics import PARTS, RULE_SETS
from tools.benchmarks.plots import CHANGES, DECKS, format_signed, rtp

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "mathematics.md").read_text()
LAST_DIGIT = 1.01e-6
NONE = "\N{EN DASH}"


def tables(title: str) -> list[list[list[str]]]:
    """Return the tables of a section as rows of cells, without their heads."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    found = re.findall(r"(?:^\|.*\|\n)+", section, re.MULTILINE)
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
        for table in found
    ]


def found(**fields: Any) -> Analysis:
    return analysis(rules_from(fields))


def points(shown: str) -> float:
    return float(shown.replace("\N{MINUS SIGN}", "-"))


@pytest.mark.slow
def test_the_documented_house_rule_sets_are_computed() -> None:
    (rows,) = tables("The house rule sets")
    assert rows == [house_row(name) for name in PRESETS]


def house_row(name: str) -> list[str]:
    result = found(preset=name)
    percents = [
        f"{100 * share:.6f}"
        for share in (result.rtp, result.rtp_total_dependent, result.rtp_of_total_staked)
    ]
    return [
        f"`{name}`", *percents[:2], f"{result.average_wager:.6f}", percents[2],
        f"{result.standard_deviation:.6f}", str(result.max_payout),
        f"{100 * result.spread_error:.6f}",
    ]  # fmt: skip


def test_ours_are_within_a_last_digit_of_what_was_published() -> None:
    rows, bets = tables("Published figures")
    assert len(rows) == 10
    for _, *figures in [*rows, *bets]:
        for published, ours in zip(figures[::2], figures[1::2], strict=True):
            assert published == NONE or points(ours) == pytest.approx(points(published), abs=LAST_DIGIT)  # fmt: skip
    house = {name: (rtp_, chart) for name, rtp_, chart, *_ in tables("The house rule sets")[0]}
    own = {name: (by_cards, by_chart) for name, _, by_cards, _, by_chart in rows if name in house}
    assert own == {name: house[name] for name in own}
    assert len(own) == 4


def test_the_documented_bets_are_computed() -> None:
    expected = [analyse_insurance(rules_from({"decks": decks})) for decks in (6, 8)]
    expected += [
        analyse_side_bet(PRESETS["live"], name) for name in ("player_pair", "21+3", "top_3")
    ]
    assert [ours for _, _, ours in tables("Published figures")[1]] == [
        f"{float(100 * bet.returns):.6f}" for bet in expected
    ]


@pytest.mark.parametrize("decks", slow_but(["1", "6", "infinite"], "6".__eq__))
def test_the_documented_decks_are_computed(decks: str) -> None:
    (rows,) = tables("Decks")
    (row,) = [figures for shown, *figures in rows if shown == decks]
    given: dict[str, Any] = {"preset": "ligalo"} if decks == "6" else {"decks": DECKS[0] if decks == "1" else decks}  # fmt: skip
    result = found(**given)
    by_cards, by_chart = 100 * result.rtp, 100 * result.rtp_total_dependent
    assert row == [f"{by_cards:.6f}", f"{by_chart:.6f}", f"{by_cards - by_chart:.6f}"]
    assert [shown for shown, *_ in rows] == [str(one) for one in DECKS]


@pytest.mark.parametrize(
    "name", slow_but_every(4, [*list(CHANGES)[3::9], "European, original bet lost"])
)
def test_the_documented_value_of_each_rule_is_computed(name: str) -> None:
    (rows,) = tables("What each rule is worth")
    (shown,) = [shown for row, _, shown in rows if row == name]
    assert shown == format_signed(rtp(CHANGES[name]) - 100 * found(preset="ligalo").rtp, 6)


def test_every_change_is_in_the_table_with_its_fields_the_kindest_first() -> None:
    (rows,) = tables("What each rule is worth")
    assert {name: re.findall(r"`(\w+)=", fields) for name, fields, _ in rows} == {
        name: list(fields) for name, fields in CHANGES.items()
    }
    assert all(points(one[2]) >= points(other[2]) for one, other in pairwise(rows))


def test_the_pictures_say_the_figures_of_the_tables() -> None:
    worth = described("worth-of-each-rule")
    for name, _, shown in tables("What each rule is worth")[0]:
        assert f"{name}: {format_signed(points(shown))}" in worth
    decks = described("return-by-decks")
    for shown, by_cards, by_chart, _ in tables("Decks")[0]:
        assert f"{shown} decks: {points(by_cards):.4f} by cards, {points(by_chart):.4f} by the chart" in decks  # fmt: skip


def described(picture: str) -> list[str]:
    root = ET.parse(DOCS / "plots" / f"{picture}.svg").getroot()  # noqa: S314 - file of this repository
    title, described = (root.findtext(f"{{*}}{part}") for part in ("title", "desc"))
    assert title
    assert described
    assert root.get("role") == "img"
    return re.split(r"; |\. ", described.removesuffix("."))


@pytest.mark.slow
def test_the_documented_round_limit_is_computed() -> None:
    rows = tables("What is exact")[1]
    assert [units for units, _ in rows] == [str(units) for units in range(1, 9)]
    for units, shown in rows[1:5]:
        cost = analysis(PRESETS["ligalo"], Fraction(units)).round_limit_cost
        assert cost is not None
        assert shown == f"{100 * cost:.6f}"


@pytest.mark.slow
def test_the_documented_spread_error_bound_holds() -> None:
    for _, computed, counted, difference, _ in tables("What is exact")[0]:
        assert abs(points(computed) - points(counted) - points(difference)) < LAST_DIGIT
    rows = {row[0]: row for row in tables("What is exact")[0]}
    for name, fields in (
        ("1 deck", {}),
        ("1 deck, inverted", {"inverted": True, "surrender": "none"}),
    ):
        one = found(decks=1, max_splits=1, max_ace_splits=1, **fields)
        note = next(note for note in one.notes if note.startswith("standard_deviation"))
        deviation, likely = (float(one) for one in re.findall(r"(0\.\d+)(?= at most|;)", note))
        assert f"{one.standard_deviation:.7f}" == rows[name][1]
        assert deviation > 2 * points(rows[name][3])
        assert likely > 2 * points(rows[name][4])


def test_every_key_of_an_answer_is_defined() -> None:
    keys = {key.strip("`") for key, _ in tables("What is computed")[0]}
    assert keys == found(preset="ligalo").to_dict().keys() - {"digest"}


def test_the_table_of_times_has_the_rule_sets_and_parts_of_the_benchmark() -> None:
    (rows,) = tables("Time and memory")
    assert [name for name, *_ in rows] == list(RULE_SETS)
    assert all(len(row) == 4 + len(PARTS) for row in rows)


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {title.lower().replace(" ", "-") for title in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors
    for file in re.findall(r"\]\(([^#)]+)\)", PAGE):
        assert (DOCS / file).exists(), file
