from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
import time_machine

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from casino.models import LogLine, Participant, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import BetRefused, Conflict, SeedRefused, TooFast
from journal.refusals import NotAllowed, Refusal
from tables.models import Table
from tests.casino import scenes
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.money.values import Money

pytestmark = pytest.mark.database


def seated(funds: str = "1000") -> tuple[User, Table, Participant]:
    player, table = scenes.new_player(funds=funds), scenes.ligalo()
    return player, table, scenes.sit(player, table, scenes.seed_for(scenes.ordinary))


def refused(error: type[Refusal], participant: Participant, request: BetRequest) -> Refusal:
    before = scenes.everything(participant.player)
    with pytest.raises(error) as caught:
        place_bet(participant.player, participant.table, request)
    assert scenes.everything(participant.player) == before
    return caught.value


def test_a_bet_moves_the_stake_into_play_and_opens_the_shoe() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert balance(round_.player_id) == Money.parse("990", "USD")
    assert load_money_in_play(round_.player_id) == [Money.parse("10", "USD")]
    assert Shoe.objects.get(pk=round_.deal.shoe_id).status == Shoe.Status.DEALING
    assert LogLine.objects.filter(shoe=round_.deal.shoe.public_id).count() == 2
    assert (round_.deal.nonce, round_.amount, round_.amount_usd) == (1, 100_000, 100_000)
    assert round_.tasa_cambio == Decimal(1)
    assert round_.deal.shoe.commitment == round_.deal.shoe.commitment
    assert round_.deal.shoe.server_seed is None


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        ("0.05", "bet_below_minimum"),
        ("0", "bet_below_minimum"),
        ("-10", "bet_below_minimum"),
        ("50.10", "bet_above_maximum"),
        ("10.05", "bet_step"),
        ("10.00001", "too_many_decimals"),
        ("ten", "invalid_amount"),
        ("", "invalid_amount"),
        ("1e1", "invalid_amount"),
        ("\u0661\u0660", "invalid_amount"),
        ("9" * 40, "invalid_amount"),
    ],
)
def test_a_stake_outside_the_limits_is_refused(stake: str, code: str) -> None:
    _, _, participant = seated()

    assert refused(Refusal, participant, scenes.bet_request(participant, stake)).code == code


def test_the_limits_themselves_are_accepted() -> None:
    player, table, participant = seated()

    assert place_bet(player, table, scenes.bet_request(participant, "0.1")).amount == 1_000
    other = scenes.new_player("luis@example.test")
    assert (
        place_bet(other, table, scenes.bet_request(scenes.sit(other, table), "50")).amount
        == 500_000
    )


def test_a_stake_over_the_balance_is_refused() -> None:
    _, _, participant = seated(funds="9.90")

    refused(InsufficientFunds, participant, scenes.bet_request(participant))


def test_an_account_that_may_not_play_is_refused() -> None:
    player, _, participant = seated()
    change_state(player, State.SUSPENDED, "a matter for staff", acting_user=None)
    participant.refresh_from_db()

    assert refused(NotAllowed, participant, scenes.bet_request(participant)).code == "suspended"


def test_a_closed_table_takes_no_bet() -> None:
    _, table, participant = seated()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)

    assert refused(BetRefused, participant, scenes.bet_request(participant)).code == "table_closed"


def test_a_table_whose_return_is_not_computed_yet_says_that_it_opens_soon() -> None:
    _, table, participant = seated()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OPENING)

    refusal = refused(BetRefused, participant, scenes.bet_request(participant))
    assert refusal.code == "table_closed"
    assert "abre en un momento" in str(refusal.message)


def test_a_bet_for_another_shoe_or_nonce_is_stale() -> None:
    _, _, participant = seated()
    request = scenes.bet_request(participant)

    refused(Conflict, participant, replace(request, shoe=uuid4()))
    refused(Conflict, participant, replace(request, nonce=2))
    refused(Conflict, participant, replace(request, nonce=0))


def test_a_second_bet_while_a_round_runs_is_stale() -> None:
    player, table, participant = seated()
    place_bet(player, table, scenes.bet_request(participant))

    refused(Conflict, participant, scenes.bet_request(participant))


def test_the_same_bet_again_gives_the_round_it_made() -> None:
    player, table, participant = seated()
    request = scenes.bet_request(participant)
    first = place_bet(player, table, request)
    before = scenes.everything(player)

    assert place_bet(player, table, request) == first
    assert scenes.everything(player) == before


def test_the_same_form_with_another_stake_conflicts() -> None:
    player, table, participant = seated()
    request = scenes.bet_request(participant)
    place_bet(player, table, request)

    refused(Conflict, participant, replace(request, boxes=scenes.on_box("20")))


@pytest.mark.parametrize("salt", ["", "too short", "00112233445566778899AABBCCDDEEFF", "0" * 33])
def test_a_new_shoe_without_a_salt_is_refused(salt: str) -> None:
    _, _, participant = seated()

    refused(SeedRefused, participant, replace(scenes.bet_request(participant), salt=salt))


def test_words_typed_without_javascript_become_the_salt() -> None:
    player, table, participant = seated()
    request = replace(scenes.bet_request(participant), salt="", salt_text=" my words ")

    round_ = place_bet(player, table, request)

    # SHA-256 of "my words"
    assert round_.seat_seed == "ana-0e18c187f8f984b6a8a664a690ff7d2a"


def test_the_salt_of_a_shoe_stays_for_all_its_rounds() -> None:
    player, table, participant = seated()
    first = scenes.play(place_bet(player, table, scenes.bet_request(participant)), "stand")
    request = replace(scenes.bet_request(participant), salt="f" * 32)

    assert place_bet(player, table, request).seat_seed == first.seat_seed


@pytest.mark.committed
def test_a_shoe_announced_in_the_same_transaction_does_not_deal() -> None:
    from django.db import transaction  # noqa: PLC0415 - only this test opens one

    player, table = scenes.new_player(), scenes.ligalo()
    with transaction.atomic():
        participant = scenes.sit(player, table)
        with pytest.raises(Conflict):
            place_bet(player, table, scenes.bet_request(participant))
    assert not Round.objects.filter(player=player).exists()


def test_the_table_deals_its_hands_a_minute_and_no_more() -> None:
    player, table, participant = seated()
    Table.objects.filter(pk=table.pk).update(hands_per_minute=2)
    with time_machine.travel(datetime(2026, 3, 1, 12, 0, tzinfo=UTC), tick=False) as clock:
        for _ in range(2):
            scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
            clock.shift(timedelta(seconds=5))
        refusal = refused(TooFast, participant, scenes.bet_request(participant))
        assert (refusal.code, refusal.retry_after) == ("hands_per_minute", 50)
        clock.shift(timedelta(seconds=50))
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))


def test_the_table_deals_its_hands_a_day_and_no_more() -> None:
    player, table, participant = seated()
    Table.objects.filter(pk=table.pk).update(hands_per_day=1)
    with time_machine.travel(datetime(2026, 3, 1, 12, 0, tzinfo=UTC), tick=False) as clock:
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
        clock.shift(timedelta(hours=23, minutes=59))
        refusal = refused(TooFast, participant, scenes.bet_request(participant))
        assert (refusal.code, refusal.retry_after) == ("hands_per_day", 60)
        clock.shift(timedelta(minutes=1))
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
