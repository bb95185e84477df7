"""House limits of one player on bets, splits, time and deposits, and the texts that name them."""

from functools import partial
from uuid import uuid4

import pytest
from django.utils.translation import override

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Round
from casino.play.services.offers import list_offers, load_funds
from limits.models import Limit
from limits.refusals import LimitReached
from limits.values import LimitKind, LimitPeriod
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_own_limits import bet, decision_refused, refused, said, seated
from tests.casino.test_own_limits_page import PAGE, seat_at_page, shown
from tests.casino.test_own_time import ago, was_here
from tests.limits.house_limits import held
from tests.limits.own_limits import limited
from wallet.cash.models import Deposit
from wallet.cash.services import deposits
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.money.values import Money

pytestmark = pytest.mark.database

HOUR = 3600


def test_a_bet_at_the_limit_is_accepted_and_a_cent_more_refused() -> None:
    participant = seated()
    held(participant.player, LimitKind.WAGER, 14.99)
    refusal = refused(participant, "15")
    assert (refusal.code, refusal.status) == ("house_wager_limit", 422)
    assert said(refusal) == (
        "The limit that the house set for you for stakes is $14.99 within 24 hours."
        " You have $14.99 of it left."
    )
    assert bet(participant, "14").staked == 140_000


def test_the_refusal_names_the_stricter_limit() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 12)
    held(participant.player, LimitKind.WAGER, 20)
    assert refused(participant, "15").code == "own_wager_limit"
    held(participant.player, LimitKind.LOSS, 11, LimitPeriod.MONTH)
    assert refused(participant, "15").code == "house_loss_limit"
    bet(participant, "11")


def test_new_money_during_a_round_respects_the_limit() -> None:
    participant = seated(scenes.pair)
    round_ = bet(participant, "10")
    held(participant.player, LimitKind.WAGER, 19.99)  # set in mid-hand
    found = {
        one.verb: one for one in list_offers(scenes.live_deal(round_), round_, load_funds(round_))
    }
    split = found["split"].refusal
    assert split is not None
    assert split.code == "house_wager_limit"
    assert decision_refused(round_, "split").code == "house_wager_limit"
    assert decision_refused(round_, "double").code == "house_wager_limit"
    assert found["stand"].refusal is None
    assert scenes.play_out(round_).status == Round.Status.COMPLETED


@pytest.mark.committed
def test_concurrent_bet_and_limit_follow_the_lock_order() -> None:
    """Both take the player's lock, so either order must work."""
    player, clerk = scenes.new_player(), staff(Role.COMPLIANCE_ANALYST)
    first = scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    second = scenes.sit(player, scenes.table_of("live"))
    made, limit = one_before_the_other(
        partial(bet, first, "10"), partial(held, player, LimitKind.WAGER, 10, acting_user=clerk)
    )
    assert (isinstance(made, Round), isinstance(limit, Limit)) == (True, True)
    _, refusal = one_before_the_other(
        partial(held, player, LimitKind.LOSS, 5, acting_user=clerk), partial(bet, second, "10")
    )
    assert isinstance(refusal, LimitReached)
    assert Round.objects.count() == 1


def test_the_time_limit_of_the_house_ends_on_the_second() -> None:
    participant = seated()
    limited_to = LimitKind.TIME
    held(participant.player, limited_to, HOUR)
    was_here(participant.player, ago(hours=2), seconds=HOUR)
    before = balance(participant.player.pk)
    with pytest.raises(LimitReached) as caught, override("en"):
        bet(participant, "10")
    assert caught.value.code == "house_time_limit"
    assert (
        said(caught.value) == "You have played the 1:00:00 that the house allows you in 24 hours."
    )
    assert (balance(participant.player.pk), load_money_in_play(participant.player.pk)) == (
        before,
        [],
    )


def test_a_second_less_takes_the_bet() -> None:
    participant = seated()
    held(participant.player, LimitKind.TIME, HOUR)
    was_here(participant.player, ago(hours=2), seconds=HOUR - 1)
    bet(participant, "10")


def test_a_deposit_respects_the_limit() -> None:
    player = scenes.new_player()
    held(player, LimitKind.DEPOSIT, 49.99)
    before = balance(player.pk)
    with pytest.raises(LimitReached) as caught, override("en"):
        deposits.begin_deposit(player, Money.parse("50", "USD"), key=uuid4(), provider="demo")
    assert caught.value.code == "house_deposit_limit"
    words = str(caught.value.message).replace("\N{NO-BREAK SPACE}", " ")
    assert words.startswith("The limit that the house set for you for deposits is $49.99")
    assert (Deposit.objects.filter(player=player).count(), balance(player.pk)) == (0, before)
    deposits.begin_deposit(player, Money.parse("49.99", "USD"), key=uuid4(), provider="demo")
    assert Deposit.objects.filter(player=player).count() == 1


def test_the_bet_form_says_whose_limit_lowers_it() -> None:
    participant = seated()
    User.objects.filter(pk=participant.player_id).update(language="en")
    held(participant.player, LimitKind.WAGER, 7)
    page = scenes.signed_in(participant.player).get(f"/table/{participant.table.slug}/")
    assert "The limit the house set for you for stakes in 24 hours leaves $7.00" in (
        page.text.replace("\N{NO-BREAK SPACE}", " ")
    )


def test_the_players_page_shows_both() -> None:
    client, player = seat_at_page()
    assert "The house has set limits" not in shown(client)
    limited(player, LimitKind.WAGER, 100)
    held(player, LimitKind.WAGER, 50)
    held(player, LimitKind.TIME, 2 * HOUR, LimitPeriod.WEEK)
    text = shown(client)
    assert "The house has set limits for you too." in text
    assert "$100.00 Set by the house: $50.00" in text
    assert "Set by the house: 2 h 0 min" in text
    bar = client.get(PAGE).text.count("own-limit__bar")
    assert bar == 2  # one per effective limit, including one set by the house alone


def test_the_page_of_deposits_says_whose_limit_it_is() -> None:
    client, player = seat_at_page()
    held(player, LimitKind.DEPOSIT, 50)
    text = client.get("/bank/deposit/", headers={"Accept-Language": "en"}).text
    assert "The limit that the house set for you for 24 hours leaves you" in text
