"""Play money from the house: on the first visit to a table, then once a day while the balance is low."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models.users import State, User
from casino.play.selectors.player_money import load_player_money
from casino.play.services.play_money import refill_play_money
from casino.values.play_money import REFILL_INTERVAL, REFILL_TO
from config.zones import COOKIE
from journal.models import Event, EventKind
from pages.moments import moment_text
from tests.casino import scenes
from tests.casino.test_play_money import bet, seated
from tests.live.scenes import Guest, a_live_table
from tests.threads import at_once
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

TABLE = "/table/friendly/"


def held(player: User) -> str:
    return balance(player.pk, "PLY").text


def given() -> int:
    return Event.objects.filter(kind=EventKind.BONUS_GRANTED).count()


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def refill(player: User) -> bool:
    player.refresh_from_db()
    return refill_play_money(player, load_player_money(player), timezone.now())


def days_ago(player: User, days: float) -> None:
    at = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=player.pk).update(play_money_at=at)


def with_money(amount: str, email: str = "ana@example.test") -> User:
    player = scenes.new_player(email)
    grant_play_money(player.pk, Money.parse(amount, "PLY"), key=uuid4(), reason="tests")
    return player


def test_the_first_visit_of_a_table_grants_play_money() -> None:
    scenes.table_of("friendly")
    player = scenes.new_player()
    client = client_of(player)

    page = client.get(TABLE).text

    assert held(player) == "1000.00"
    assert "data-notice" in page
    assert 'id="play-money"' in page
    assert "data-notice" not in client.get(TABLE).text
    assert (held(player), given()) == ("1000.00", 1)


def test_a_live_table_of_play_money_gives_the_same() -> None:
    guest = Guest(a_live_table("friendly"), "ana", funds="0")
    page = client_of(guest.player).get("/live/friendly/").text
    assert held(guest.player) == "1000.00"
    assert 'id="play-money"' in page


def test_a_table_of_real_money_gives_none() -> None:
    scenes.table_of("ligalo")
    player = scenes.new_player()
    assert 'id="play-money"' not in client_of(player).get("/table/ligalo/").text
    assert (held(player), given()) == ("0.00", 0)


def test_less_than_100_is_refilled_once_a_day() -> None:
    player = with_money("99.99")
    assert refill(player)
    assert held(player) == "1000.00"
    spent = with_money("99.99", "eva@example.test")
    days_ago(spent, 0.9)
    assert not refill(spent)
    assert (held(spent), given()) == ("99.99", 3)
    days_ago(spent, 1)
    assert refill(spent)
    assert held(spent) == "1000.00"


def test_a_balance_of_100_is_not_refilled() -> None:
    player = with_money("100.00")
    assert not refill(player)
    assert (held(player), given()) == ("100.00", 1)


def test_a_balance_below_zero_is_refilled_too() -> None:
    """The balance is negative because the table lends play money."""
    participant = seated()
    bet(participant, "100")
    assert held(participant.player) == "-100.00"
    assert refill(participant.player)
    assert balance(participant.player_id, "PLY") == REFILL_TO


@pytest.mark.parametrize("state", [State.SUSPENDED, State.SELF_EXCLUDED, State.CLOSED])
def test_barred_players_are_not_refilled(state: str) -> None:
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(state=state)
    assert not refill(player)
    assert (held(player), given()) == ("0.00", 0)
    player.refresh_from_db()
    assert player.play_money_at is None


@pytest.mark.committed
def test_concurrent_requests_refill_once() -> None:
    player = scenes.new_player()
    money, now = load_player_money(player), timezone.now()

    def ask() -> bool:
        return refill_play_money(User.objects.get(pk=player.pk), money, now)

    found = at_once(*[ask] * 8)
    assert (found.count(True), held(player), given()) == (1, "1000.00", 1)


def test_the_page_says_when_the_next_refill_is() -> None:
    scenes.table_of("friendly")
    player = with_money("50")
    days_ago(player, 0.5)
    player.refresh_from_db()
    assert player.play_money_at is not None
    client = client_of(player)
    client.cookies[COOKIE] = "America/Caracas"
    page = client.get(TABLE).text
    assert held(player) == "50.00"
    with translation.override("es"), timezone.override("America/Caracas"):
        assert moment_text(player.play_money_at + REFILL_INTERVAL, "j b Y, H:i") in page


def test_a_table_that_lends_shows_the_true_balance_and_that_nothing_is_owed() -> None:
    participant = seated()
    days_ago(participant.player, 0)
    bet(participant, "100")
    page = client_of(participant.player).get(TABLE).text
    assert "strip__note" in page
    assert "strip__note" not in client_of(with_money("50", "eva@example.test")).get(TABLE).text
