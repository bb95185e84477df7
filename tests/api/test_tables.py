"""Tables by the API: the same limits, figures and switches as the pages."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.limits.values.bet_limits import compute_bet_limits
from tables.models import RuleSet, Table
from tables.selectors.house_tables import CASINO_FLOOR, FRIENDLY, LIGALO, LIVE_TABLES
from tables.selectors.tables import open_tables
from tests.api.calls import assert_problem, get, read
from tests.casino import scenes
from tests.tables.house import an_open_table, with_mathematics
from tests.wallet.rates import approved
from wallet.rates.selectors.rates import latest_rates

pytestmark = pytest.mark.database


def by_id() -> dict[str, Any]:
    return {one["id"]: one for one in read(get("/tables"))["data"]}


def test_every_open_table_is_listed_and_no_other() -> None:
    an_open_table()
    an_open_table(CASINO_FLOOR)
    an_open_table(FRIENDLY)
    closed = an_open_table(LIGALO, slug="closed-one")
    Table.objects.filter(pk=closed.pk).update(status=Table.Status.CLOSED)

    assert list(by_id()) == [table.slug for table in open_tables()]
    assert "closed-one" not in by_id()


def test_limits_are_those_of_the_pages_in_every_currency() -> None:
    table = an_open_table()
    approved("DOP", "0.0169")
    approved("EUR", "1.16")
    quotes = latest_rates(table.currencies)
    assert set(quotes) == {"USD", "DOP", "EUR"}
    shown = {one["currency"]: one for one in by_id()["ligalo"]["limits"]}
    assert list(shown) == [code for code in table.currencies if code in quotes]
    for code, limits in shown.items():
        own = compute_bet_limits(table, code, quotes[code].rate)
        assert limits["min_bet"] == {"amount": own.min_bet.text, "currency": code}
        assert limits["max_bet"] == {"amount": own.max_bet.text, "currency": code}
        assert limits["max_round"] == {"amount": own.max_round.text, "currency": code}
        assert limits["step"] == {"amount": own.step.text, "currency": code}
        assert limits["chips"] == [{"amount": chip.text, "currency": code} for chip in own.chips]
        assert limits["max_player"] is None


def test_play_money_has_its_own_limits_only() -> None:
    an_open_table(FRIENDLY)
    friendly = by_id()["friendly"]
    assert friendly["money"] == "play"
    assert [one["currency"] for one in friendly["limits"]] == ["PLY"]
    assert friendly["limits"][0]["min_bet"] == {"amount": "2.00", "currency": "PLY"}


def test_the_return_is_shown_once_it_is_computed() -> None:
    table = an_open_table()
    assert by_id()["ligalo"]["rtp"] is None
    with_mathematics(table.version.rules, rtp=0.9931)
    assert by_id()["ligalo"]["rtp"] == 0.9931


def test_a_table_says_whether_it_takes_bets() -> None:
    table = an_open_table()
    assert by_id()["ligalo"]["takes_bets"] is True
    RuleSet.objects.filter(pk=table.rule_set.pk).update(stopped=True)
    assert by_id()["ligalo"]["takes_bets"] is False


def test_a_closed_table_is_found_and_a_refused_one_is_not() -> None:
    table = an_open_table(LIGALO, slug="another")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    found = read(get("/tables/another"))
    assert (found["status"], found["takes_bets"]) == ("closed", False)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.REFUSED)
    assert_problem(get("/tables/another"), 404, "not_found")
    assert_problem(get("/tables/nothing"), 404, "not_found")


def test_a_live_table_counts_its_free_boxes() -> None:
    live = an_open_table(LIVE_TABLES["amigos"])
    assert by_id()["amigos"]["free_boxes"] == live.version.rules.seats
    assert by_id()["amigos"]["players"] == 0


def test_players_with_a_recent_round_count() -> None:
    assert read(get("/tables/ligalo"))["players"] == 0
    scenes.deal(scenes.ordinary)
    found = read(get("/tables/ligalo"))
    assert (found["players"], found["free_boxes"]) == (1, None)


def queries() -> int:
    with CaptureQueriesContext(
        connection,
    ) as made:
        get("/tables")
    return len(made)


def test_more_tables_need_no_more_queries() -> None:
    an_open_table()
    an_open_table(FRIENDLY)
    get("/tables")  # fills the caches of currencies
    few = queries()
    for number in range(4):
        an_open_table(LIGALO, slug=f"more-{number}")
    assert queries() == few


def test_an_unchanged_answer_is_not_sent_again() -> None:
    an_open_table()
    first = get("/tables")
    again = get("/tables", **{"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Table.objects.filter(slug="ligalo").update(min_bet_usd=20_000, chips=[20_000] * 5)
    changed = get("/tables", **{"if-none-match": first["ETag"]})
    assert changed.status_code == 200


def test_an_unknown_parameter_is_refused() -> None:
    assert_problem(get("/tables", {"sort": "name"}), 422, "invalid", "sort")
