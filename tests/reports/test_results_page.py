"""A player's statistics page: chosen period and currency, neutral wording, constant number of queries."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from casino.history.selectors.past_rounds import history_start
from casino.models import Round
from casino.play.services.betting import place_bet
from reports.results import words
from reports.results.forms import ResultsForm
from reports.services.summing import sum_hands
from reports.values.period import DAY, start_of
from tests.casino import scenes
from tests.casino.test_currencies import RATES
from tests.reports.days import all_earlier, close_all
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def page(player: User, **asked: str) -> Any:
    player.language = "en"
    player.save(update_fields=["language"])
    return scenes.signed_in(player).get("/statistics/", asked, headers={"Accept-Language": "en"})


def figures(answer: Any) -> dict[str, object]:
    assert answer.status_code == 200
    return dict(answer.context["figures"])


def test_the_page_sums_rounds_by_day_table_and_hand() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    net = round_.money((round_.returned or 0) - round_.staked)

    answer = page(round_.player)

    told = figures(answer)
    assert told["Rounds played"] == 1
    assert told["Staked"] == Money.parse("10", "USD")
    assert told["Net result"] == net
    chart = answer.context["chart"]
    assert len(chart.places) == 30
    assert chart.series[0].values[-1] == net.decimal
    ((_name, sums, _staked, at_table),) = answer.context["tables"]
    assert (sums.rounds, at_table) == (1, net)
    cells = [cell for sheet in answer.context["sheets"] for row in sheet.rows for cell in row.cells]
    (dealt,) = [cell for cell in cells if cell.boxes]
    assert dealt.way == ("up" if net.units > 0 else "down" if net.units < 0 else "even")
    assert dealt.words in answer.text
    assert "dealt once, net" in dealt.words


def test_days_without_a_round_have_no_row_and_amounts_no_currency_in_each_cell() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    answer = page(round_.player)

    chart = answer.context["chart"]
    assert len(chart.places) == 30
    assert [name for name, _values in chart.non_empty_rows] == [chart.places[-1]]
    assert answer.text.count('<th scope="row">' + chart.places[-1]) == 1
    assert chart.places[0] not in answer.text.partition("The chart in words and figures")[2]
    assert "First bet in USD" in answer.text
    assert '<td class="num">10.00</td>' in answer.text


@pytest.mark.committed
def test_a_long_time_is_drawn_by_months(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_DAYS", 20)
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    all_earlier(40 * DAY)

    assert figures(page(round_.player))["Rounds played"] == 0
    assert "You have no finished rounds in this period." in page(round_.player).text
    answer = page(round_.player, period="365")
    assert figures(answer)["Rounds played"] == 1
    assert len(answer.context["chart"].places) in (2, 3)
    assert figures(page(round_.player, period="all"))["Rounds played"] == 1


def test_one_currency_is_shown_the_most_played_first_and_the_others_named() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    approved("EUR", RATES["EUR"])
    credit_deposit(player.pk, Money.parse("1000", "EUR"), key=uuid4(), provider="demo")
    participant = scenes.sit(player, table)
    for currency in ("EUR", "EUR", "USD"):
        request = replace(scenes.bet_request(participant), currency=currency)
        scenes.play_out(place_bet(player, table, request))

    answer = page(player)

    assert answer.context["currency"] == "EUR"
    link = '<a href="?period=30&amp;currency=USD">USD</a>'
    assert f"You have also played in {link}." in answer.text
    assert figures(page(player, currency="USD"))["Rounds played"] == 1


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2026, 11, 23), date(2025, 11, 23)),
        (date(2028, 3, 1), date(2027, 3, 1)),
        (date(2028, 2, 29), date(2027, 2, 28)),
    ],
)
def test_twelve_months_are_those_of_the_history(today: date, first: date) -> None:
    form = ResultsForm({"period": "365"}, [])
    assert form.is_valid()
    period = form.period_until(today)
    assert (period.first, period.last) == (first, today)
    assert period.since == history_start(start_of(today))


@pytest.mark.parametrize(("name", "text"), [("period", "31"), ("currency", "XYZ")])
def test_invalid_filters_are_refused_at_their_field(name: str, text: str) -> None:
    answer = page(scenes.new_player(), **{name: text})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [name]


def test_players_without_rounds_get_a_message() -> None:
    answer = page(scenes.new_player())

    assert figures(answer)["Rounds played"] == 0
    assert "You have no finished rounds in this period." in answer.text


def test_anonymous_users_are_sent_to_sign_in() -> None:
    from django.test import Client  # noqa: PLC0415  one test asks without a player

    assert Client().get("/statistics/").status_code == 302


@pytest.mark.committed
def test_the_query_count_does_not_grow_with_the_rounds() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    counts = []
    page(player)
    for rounds in (1, 6):
        for _ in range(rounds):
            scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
        if rounds == 1:
            all_earlier(2 * DAY)
            close_all()
            while sum_hands(7):
                pass
        client = scenes.signed_in(player)
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/statistics/").status_code == 200
        counts.append(len(captured))

    assert Round.objects.count() == 7
    assert counts[0] == counts[1]
