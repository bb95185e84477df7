"""The page of own limits: display, input, refusals and access."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from accounts.protection.services.exclusion import start_time_out
from accounts.roles.values import Role
from limits.models import Limit
from limits.refusals import LimitDuringBreak
from limits.selectors.in_force import load_scope_limits, pending_limits
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod, LimitScope
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.test_own_limits import bet, seated
from tests.casino.test_own_time import was_here
from tests.exhaustive import slow_but_every
from tests.limits.own_limits import USD, asked_earlier, limited
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database

PAGE = "/responsible/limits/"
ENGLISH = {"Accept-Language": "en"}


def seat_at_page(currency: str = "USD") -> tuple[Client, User]:
    player = scenes.new_player()
    player.display_currency, player.language = currency, "en"
    player.save(update_fields=["display_currency", "language"])
    return scenes.signed_in(player), player


def sent(client: Client, do: str, **fields: Any) -> Any:
    form = {
        "do": do,
        "kind": "wager",
        "period": "24h",
        "key": str(uuid4()),
        "currency": "USD",
        **fields,
    }
    return client.post(PAGE, form, headers=ENGLISH)


def text_of(answer: Any) -> str:
    plain = re.sub(r"<[^>]*>", " ", answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")
    return re.sub(r"\s+", " ", plain)


def shown(client: Client) -> str:
    return text_of(client.get(PAGE, headers=ENGLISH))


def amounts(player: User) -> dict[tuple[str, str], int]:
    return {
        which: one.amount for which, one in load_scope_limits(player.pk, LimitScope.OWN).items()
    }


def test_the_page_explains_what_each_kind_of_limit_counts() -> None:
    client, _ = seat_at_page()
    assert "Everything you deposit." in shown(client)


def test_a_typed_limit_applies_and_is_shown() -> None:
    client, player = seat_at_page()
    answer = sent(client, "set", amount="100.50")
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    assert amounts(player) == {("wager", "24h"): 1_005_000}
    page = shown(client)
    assert "From now on your limit for stakes in 24 hours is $100.50." in page
    assert "24 hours $100.50 0% Staked so far $0.00" in page


def test_another_currency_is_converted_downwards_and_shown_in_both() -> None:
    approved("COP", "0.000251")
    client, player = seat_at_page("COP")
    sent(client, "set", amount="399999.99", currency="COP")
    assert amounts(player) == {("wager", "24h"): 1_003_900}  # 100.39999749, rounded down to cents
    page = shown(client)
    assert "$100.39 ≈ 399,960.15 COP" in page
    assert "New limit in COP" in page


def test_a_limit_of_less_than_a_cent_is_refused_and_not_a_limit_of_nothing() -> None:
    approved("COP", "0.000251")
    client, player = seat_at_page("COP")
    answer = sent(client, "set", amount="39.00", currency="COP")  # 0.0098 USD
    assert answer.status_code == 422
    assert "Enter an amount that is worth at least one US cent." in text_of(answer)
    assert amounts(player) == {}
    sent(client, "set", amount="40.00", currency="COP")
    assert amounts(player) == {("wager", "24h"): 100}


def test_without_a_rate_limits_are_entered_in_dollars() -> None:
    client, _ = seat_at_page("VES")
    assert "New limit in USD" in shown(client)


def test_a_rate_that_is_gone_since_refuses_nothing_that_would_be_larger() -> None:
    """An amount entered in bolívares must never count as that many dollars."""
    client, player = seat_at_page("VES")
    answer = sent(client, "set", amount="500", currency="VES")
    assert answer.status_code == 422
    page = text_of(answer)
    assert "VES has no exchange rate now. Enter the limit in USD." in page
    assert "New limit in VES" not in page
    assert amounts(player) == {}


def test_hours_and_minutes_make_a_limit_of_time() -> None:
    client, player = seat_at_page()
    assert sent(client, "set", kind="time", hours="2", minutes="30").status_code == 303
    assert amounts(player) == {("time", "24h"): 9000}
    assert "2 h 30 min" in shown(client)


@pytest.mark.parametrize(
    "fields",
    slow_but_every(
        4,
        [
            {"amount": ""},
            {"amount": "-1"},
            {"amount": "many"},
            {"amount": "1.005"},
            {"amount": "100000000000.01"},
            {"amount": "9" * 60},
            {"amount": "10", "currency": "PLY"},
            {"kind": "time", "hours": "", "minutes": ""},
            {"kind": "time", "hours": "24"},
            {"kind": "time", "period": "7d", "hours": "168"},
            {"kind": "time", "period": "30d", "hours": "720"},
            {"kind": "time", "hours": "99999999999999"},
            {"kind": "time", "hours": "9" * 5000},
            {"kind": "time", "hours": "1", "minutes": "60"},
        ],
    ),
)
def test_invalid_limits_are_refused_at_their_field(
    fields: dict[str, str],
) -> None:
    client, _ = seat_at_page()
    answer = sent(client, "set", **fields)
    assert answer.status_code == 422
    [entry] = [one for part in answer.context["sections"] for one in part["lines"] if one["sent"]]
    assert entry["form"].errors
    for typed in fields.values():
        assert f'value="{typed}"' in answer.content.decode() or not typed
    assert not Limit.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"kind": "bets"}, {"period": "1y"}, {"key": "mine"}, {"do": "raise"}]
)
def test_limits_missing_in_the_form_stay_unchanged(fields: dict[str, str]) -> None:
    client, _ = seat_at_page()
    do = fields.pop("do", "set")
    assert sent(client, do, amount="10", **fields).status_code == 409
    assert not Limit.objects.exists()


def test_a_looser_limit_waits_and_the_old_one_applies() -> None:
    client, player = seat_at_page()
    limited(player, LimitKind.WAGER, 100)
    sent(client, "set", amount="200")
    page = shown(client)
    assert "Your limit for stakes in 24 hours stays as it is. From" in page
    at = Limit.objects.latest("id").in_force_from.strftime("%H:%M UTC on.")
    assert "You asked for $200.00. You can confirm it from" in page
    assert at in page
    assert "Keep the present limit" in page
    assert "Confirm $200.00" not in page
    assert amounts(player) == {("wager", "24h"): 100 * USD}


def test_a_limit_is_removed_the_same_way_and_keeping_it_forgets_that() -> None:
    client, player = seat_at_page()
    limited(player, LimitKind.WAGER, 100)
    sent(client, "remove")
    assert "You asked for no limit." in shown(client)
    assert sent(client, "keep").status_code == 303
    assert pending_limits(player.pk) == []
    assert amounts(player) == {("wager", "24h"): 100 * USD}


def test_after_its_time_it_is_confirmed_here(owner_connection: Connection[Any]) -> None:
    client, player = seat_at_page()
    first, looser = limited(player, LimitKind.WAGER, 100), limited(player, LimitKind.WAGER, 200)
    assert sent(client, "confirm", limit=str(looser.pk)).status_code == 422
    asked_earlier(owner_connection, first, 100_000)
    asked_earlier(owner_connection, looser, 86_400)
    assert "Keep the present limit Confirm $200.00" in shown(client)
    looser.refresh_from_db()
    until = (looser.in_force_from + timedelta(days=7)).strftime("%Y, %H:%M UTC")
    assert f"{until}; after it your present limit stays" in shown(client)
    assert sent(client, "confirm", limit=str(looser.pk)).status_code == 303
    assert amounts(player) == {("wager", "24h"): 200 * USD}
    assert "From now on your limit for stakes in 24 hours is $200.00" in shown(client)


def test_a_player_on_a_break_cannot_loosen_limits(
    owner_connection: Connection[Any],
) -> None:
    client, player = seat_at_page()
    first, looser = limited(player, LimitKind.WAGER, 100), limited(player, LimitKind.WAGER, 200)
    for row in (first, looser):
        asked_earlier(owner_connection, row, 100_000)
    assert {"confirm", "keep", "remove", "set"} == offered(client)
    assert str(LimitDuringBreak.message) not in shown(client)
    start_time_out(player, 1, key=uuid4())
    assert {"keep", "set"} == offered(client)
    assert str(LimitDuringBreak.message) in shown(client)
    answer = sent(client, "confirm", limit=str(looser.pk))
    assert answer.status_code == 422
    assert text_of(answer).count(str(LimitDuringBreak.message)) == 1


def offered(client: Client) -> set[str]:
    """Return the actions that the page's buttons send."""
    return set(re.findall(r'name="do"\s+value="(\w+)"', client.get(PAGE).content.decode()))


def test_an_unconfirmed_limit_expires_after_a_week(owner_connection: Connection[Any]) -> None:
    client, player = seat_at_page()
    first, looser = limited(player, LimitKind.WAGER, 100), limited(player, LimitKind.WAGER, 200)
    asked_earlier(owner_connection, first, 9 * 86_400)
    asked_earlier(owner_connection, looser, 8 * 86_400)
    assert "You asked for" not in shown(client)
    assert sent(client, "confirm", limit=str(looser.pk)).status_code == 409
    assert amounts(player) == {("wager", "24h"): 100 * USD}


@pytest.mark.parametrize("number", ["0", "", "x", "9" * 30])
def test_an_unknown_limit_cannot_be_confirmed(number: str) -> None:
    client, _ = seat_at_page()
    assert sent(client, "confirm", limit=number).status_code == 409


def test_limits_of_others_are_hidden_and_cannot_be_confirmed() -> None:
    client, _ = seat_at_page()
    other = scenes.new_player("other@example.test")
    limited(other, LimitKind.WAGER, 123)
    looser = limited(other, LimitKind.WAGER, 456)
    assert sent(client, "confirm", limit=str(looser.pk)).status_code == 409
    page = shown(client)
    assert "123.00" not in page
    assert "456.00" not in page


def test_the_same_form_twice_is_one_limit() -> None:
    client, _ = seat_at_page()
    key = str(uuid4())
    for _again in range(2):
        assert sent(client, "set", amount="10", key=key).status_code == 303
    assert Limit.objects.count() == 1


def test_an_existing_limit_is_explained() -> None:
    client, player = seat_at_page()
    limited(player, LimitKind.WAGER, 100)
    answer = sent(client, "set", amount="100")
    assert answer.status_code == 422
    assert "Nothing has changed" in text_of(answer)


def test_the_page_shows_what_is_used_in_each_window() -> None:
    place = seated()
    player = place.player
    player.language = "en"
    player.save(update_fields=["language"])
    limited(player, LimitKind.LOSS, 40)
    limited(player, LimitKind.DEPOSIT, 50, LimitPeriod.WEEK)
    # Not requested by the player, so it does not count as paid in.
    credit_deposit(player.pk, Money.parse("1", "USD"), key=uuid4(), provider="demo")
    scenes.play(bet(place, "10"), "stand")
    page = shown(scenes.signed_in(player))
    assert "$40.00 25% Lost so far $10.00" in page
    assert "$50.00 0% Paid in so far $0.00" in page
    assert page.count("Staked so far $10.00") == 3


def test_the_page_shows_the_time_that_was_spent_here() -> None:
    player, now = seated().player, timezone.now()
    for hours in (50, 30):
        was_here(player, now - timedelta(hours=hours), hours=1, minutes=30)
    set_limit(player, LimitRequest(LimitKind.TIME, LimitPeriod.WEEK, 6 * 3600), key=uuid4())
    page = text_of(scenes.signed_in(player).get(PAGE, headers=ENGLISH))
    assert "6 h 0 min" in page
    assert page.count("Time so far 3 h 0 min") == 2
    assert page.count("Time so far 0 h 0 min") == 1


def test_winnings_are_labelled_as_winnings() -> None:
    place = seated(scenes.natural)
    limited(place.player, LimitKind.LOSS, 40)
    bet(place, "10")
    page = text_of(scenes.signed_in(place.player).get(PAGE, headers=ENGLISH))
    assert "15.00" in page or "15,00" in page


def test_staff_have_no_such_page_and_nobody_signs_in_first() -> None:
    assert inside(staff(Role.AUDITOR)).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
    assert Client().post(PAGE, {"do": "set"}).status_code == 401


def test_the_page_asks_as_often_whatever_is_limited() -> None:
    client, player = seat_at_page()
    counts = []
    for kind in (None, LimitKind.WAGER, LimitKind.TIME):
        if kind is not None:
            limited(player, kind, 1)
            limited(player, kind, 2)
        client.get(PAGE)
        with CaptureQueriesContext(connection) as captured:
            client.get(PAGE)
        counts.append(len(captured))
    assert len(set(counts)) == 1


def test_a_player_may_limit_deposits_before_the_first_one() -> None:
    client, player = seat_at_page()
    page = text_of(client.get("/bank/deposit/", headers=ENGLISH))
    assert "Before your first deposit" in page
    limited(player, LimitKind.DEPOSIT, 50)
    page = text_of(client.get("/bank/deposit/", headers=ENGLISH))
    assert "Before your first deposit" not in page
    assert "Your own limit for 24 hours leaves you $50.00 to deposit." in page
