"""The bet form under own limits: maximum, chips, repeat bet and the reason shown."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.models import Participant
from casino.table_page.words.page import TablePage
from limits.values import LimitKind, LimitPeriod
from tests.casino import scenes
from tests.casino.test_own_limits import bet, seated
from tests.casino.test_table_page import TABLE
from tests.limits.own_limits import limited
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def client_of(participant: Participant) -> Client:
    client = scenes.signed_in(participant.player)
    client.cookies["django_language"] = "en"
    return client


def shown(participant: Participant, query: str = "") -> TablePage:
    answer = client_of(participant).get(f"/table/{participant.table.slug}/{query}")
    assert answer.status_code == 200
    page: TablePage = answer.context["page"]
    return page


def told(text: str | None) -> str:
    return (text or "").replace("\N{NO-BREAK SPACE}", " ")


def most_of(page: TablePage) -> list[Money | None]:
    assert page.bet_form is not None
    return [box.stake.most for box in page.bet_form.boxes]


def usd(amount: str) -> Money:
    return Money.parse(amount, "USD")


def test_the_form_takes_no_more_than_the_limit_leaves_and_says_why() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 25)
    scenes.play_out(bet(participant, "10"))
    page = shown(participant)

    assert most_of(page) == [usd("15")]
    assert page.bet_form is not None
    assert told(page.bet_form.why) == "Your limit for stakes in 24 hours leaves $15.00."
    assert page.table.limits is not None
    assert page.table.limits.max_bet == usd("50")  # the table's limits are unchanged
    assert page.barred is None
    text = client_of(participant).get(TABLE).text
    assert 'data-max="15.00"' in text
    assert [chip for chip in (1, 5, 25) if f'data-chip="{chip}.00" disabled' in text] == [25]


def test_the_most_is_a_whole_number_of_the_tables_steps() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 15.19)
    assert most_of(shown(participant)) == [usd("15.10")]


def test_a_limit_that_leaves_more_than_the_table_takes_changes_nothing() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 50)
    page = shown(participant)
    assert most_of(page) == [usd("50")]
    assert page.bet_form is not None
    assert (page.bet_form.why, page.bet_form.most) == ("", None)
    limited(participant.player, LimitKind.WAGER, 49.99)
    assert most_of(shown(participant)) == [usd("49.90")]


def test_the_last_bet_is_offered_again_only_where_it_fits() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 20)
    scenes.play_out(bet(participant, "10"))
    fits = shown(participant).bet_form
    assert fits is not None
    assert (fits.can_rebet, fits.boxes[0].stake.value) == (True, usd("10"))
    limited(participant.player, LimitKind.WAGER, 19.99)
    more = shown(participant).bet_form
    assert more is not None
    assert more.can_rebet is False
    assert (more.boxes[0].stake.value, more.boxes[0].stake.rebet) == (usd("0.10"), None)


def test_less_than_the_least_bet_is_no_bet_and_no_maximum_of_nothing() -> None:
    participant = seated()
    limited(participant.player, LimitKind.LOSS, 10.05)
    scenes.play_out(bet(participant, "10"))
    page = shown(participant)
    assert told(page.barred) == (
        "Your limit for losses in 24 hours leaves $0.05; the minimum bet here is $0.10."
    )
    assert most_of(page) == [usd("50")]
    assert page.bet_form is not None
    assert page.bet_form.why == ""
    assert 'aria-describedby="barred"' in client_of(participant).get(TABLE).text


def test_all_boxes_together_respect_the_limit() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.table_of("atlantic_city"))
    limited(participant.player, LimitKind.WAGER, 120, LimitPeriod.WEEK)
    page = shown(participant)
    assert most_of(page) == [usd("120")] * 5
    assert page.bet_form is not None
    assert page.bet_form.together is not None
    assert page.bet_form.together.most == page.bet_form.most == usd("120")


def test_the_remaining_limit_is_in_the_currency_of_the_bet() -> None:
    approved("EUR", "1.1")
    participant = seated()
    credit_deposit(participant.player_id, Money.parse("100", "EUR"), key=uuid4(), provider="demo")
    limited(participant.player, LimitKind.WAGER, 11)
    page = shown(participant, "?currency=EUR")
    assert page.bet_form is not None
    assert page.bet_form.currency == "EUR"
    assert most_of(page) == [Money.parse("10", "EUR")]
    assert told(page.bet_form.why).endswith("leaves €10.00.")


def test_the_remaining_limit_is_shown_in_cents() -> None:
    approved("EUR", "1.1")
    participant = seated()
    credit_deposit(participant.player_id, Money.parse("100", "EUR"), key=uuid4(), provider="demo")
    limited(participant.player, LimitKind.WAGER, 10)
    page = shown(participant, "?currency=EUR")
    assert page.bet_form is not None
    assert told(page.bet_form.why).endswith("leaves €9.09.")


def test_play_money_has_no_own_limits() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.table_of("friendly"))
    limited(participant.player, LimitKind.WAGER, 1)
    page = shown(participant)
    assert page.bet_form is not None
    assert (page.bet_form.why, page.bet_form.most) == ("", None)


@pytest.mark.parametrize(("own", "more"), [(False, 0), (True, 1)])
def test_only_players_with_a_limit_cost_a_query(*, own: bool, more: int) -> None:
    participant = seated()
    client = client_of(participant)
    client.get(TABLE)
    with CaptureQueriesContext(connection) as before:
        client.get(TABLE)
    if own:
        limited(participant.player, LimitKind.WAGER, 25)
    with CaptureQueriesContext(connection) as after:
        client.get(TABLE)
    assert len(after) == len(before) + more
