"""Own limits on stakes and losses: checked for every bet and every decision with new money, from any source."""

from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from accounts.models.users import User
from blackjack.deal import Deal
from casino.absence.services import house_play
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from casino.play.services.offers import list_offers, load_funds
from casino.values.boxes import BoxInput
from limits.refusals import LimitReached
from limits.values import LimitKind, LimitPeriod
from tables.selectors.house_tables import FRIENDLY
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import by_house, charted, later
from tests.casino.test_limits import boxes_of
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision
from tests.limits.own_limits import limited
from tests.tables.house import an_open_table
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit, grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database


OF_A_BET, OF_A_SPLIT = 7, 7  # queries without such limits


def loses(deal: Deal) -> bool:
    return scenes.ordinary(deal) and deal.play("stand").returned(1) == 0


def seated(wanted: scenes.Wanted = loses) -> Participant:
    return scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(wanted))


def bet(participant: Participant, *stakes: str) -> Round:
    request = scenes.bet_request(participant, boxes=boxes_of(*stakes))
    return place_bet(participant.player, participant.table, request)


def refused(participant: Participant, *stakes: str) -> LimitReached:
    before = scenes.everything(participant.player)
    with pytest.raises(LimitReached) as caught, override("en"):
        bet(participant, *stakes)
    assert scenes.everything(participant.player) == before
    return caught.value


def decision_refused(round_: Round, action: str) -> LimitReached:
    before = scenes.everything(round_.player)
    with pytest.raises(LimitReached) as caught, override("en"):
        scenes.play(round_, action)
    assert scenes.everything(round_.player) == before
    return caught.value


def said(refusal: LimitReached) -> str:
    return str(refusal.message).replace("\N{NO-BREAK SPACE}", " ")


def test_a_bet_up_to_the_limit_is_taken_and_a_cent_more_is_not() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 14.99)
    refusal = refused(participant, "15")
    assert (refusal.code, refusal.status) == ("own_wager_limit", 422)
    limited(participant.player, LimitKind.WAGER, 10)
    assert bet(participant, "10").staked == 100_000


def test_the_refusal_names_the_limit_its_period_and_what_is_left() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 25)
    scenes.play_out(bet(participant, "10"))
    assert said(refused(participant, "20")) == (
        "Your own limit for stakes is $25.00 within 24 hours. You have $15.00 of it left."
    )


def test_all_boxes_of_a_bet_count_together() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.table_of("atlantic_city"))
    limited(participant.player, LimitKind.WAGER, 5)
    assert refused(participant, "3", "3").code == "own_wager_limit"
    bet(participant, "3", "2")


@pytest.mark.parametrize("kind", [LimitKind.WAGER, LimitKind.LOSS])
def test_an_open_stake_counts_as_staked_and_as_lost(kind: LimitKind) -> None:
    first = seated()
    limited(first.player, kind, 15)
    bet(first, "10")
    second = scenes.sit(first.player, scenes.table_of("live"))
    assert said(refused(second, "6")).endswith("You have $5.00 of it left.")
    bet(second, "5")


def test_winnings_offset_losses_but_not_stakes() -> None:
    participant = seated(scenes.natural)  # wins 15.00
    limited(participant.player, LimitKind.LOSS, 20)
    bet(participant, "10")
    assert said(refused(participant, "36")).endswith("You have $35.00 of it left.")
    limited(participant.player, LimitKind.WAGER, 20)
    assert said(refused(participant, "11")).endswith("You have $10.00 of it left.")


def test_the_lowest_of_all_limits_applies() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 100)
    limited(participant.player, LimitKind.WAGER, 12, LimitPeriod.MONTH)
    limited(participant.player, LimitKind.LOSS, 50, LimitPeriod.WEEK)
    assert "$12.00 within 30 days" in said(refused(participant, "20"))
    limited(participant.player, LimitKind.LOSS, 11, LimitPeriod.WEEK)
    assert "losses is $11.00 within 7 days" in said(refused(participant, "20"))


def test_a_zero_limit_refuses_every_bet() -> None:
    participant = seated()
    limited(participant.player, LimitKind.LOSS, 0)
    assert said(refused(participant, "1")).endswith("You have $0.00 of it left.")


def test_limits_on_deposits_and_on_time_do_not_stop_a_bet() -> None:
    participant = seated()
    limited(participant.player, LimitKind.DEPOSIT, 0)
    bet(participant, "10")


def test_a_split_is_refused_in_mid_round_and_the_hand_goes_on() -> None:
    participant = seated(scenes.pair)
    limited(participant.player, LimitKind.WAGER, 15)
    round_ = bet(participant, "10")
    found = {
        one.verb: one for one in list_offers(scenes.live_deal(round_), round_, load_funds(round_))
    }
    split = found["split"].refusal
    assert split is not None
    assert split.code == "own_wager_limit"
    assert found["stand"].refusal is None
    assert decision_refused(round_, "split").code == "own_wager_limit"
    assert scenes.play_out(round_).status == Round.Status.COMPLETED


def test_the_page_shows_the_split_disabled_with_its_reason_and_answers_422() -> None:
    participant = seated(scenes.pair)
    limited(participant.player, LimitKind.LOSS, 15)
    client = scenes.signed_in(participant.player)
    client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)
    round_ = Round.objects.get()
    page = client.get(TABLE).context["page"]
    [split] = [one for one in page.actions if one.verb == "split"]
    assert (split.enabled, "15,00" in split.reason) == (False, True)
    answer = client.post(TABLE + "action/", decision(round_, "split"), headers=HTMX)
    assert answer.status_code == 422
    assert Round.objects.get().staked == 100_000


def test_a_bet_that_is_refused_on_the_page_keeps_what_was_typed() -> None:
    participant = seated()
    limited(participant.player, LimitKind.LOSS, 5)
    client = scenes.signed_in(participant.player)
    answer = client.post(TABLE + "bet/", bet_form(participant), headers=HTMX)
    assert answer.status_code == 422
    assert "5,00" in answer.content.decode() or "5.00" in answer.content.decode()
    assert not Round.objects.exists()


@pytest.mark.parametrize("kind", [LimitKind.WAGER, LimitKind.LOSS])
def test_a_double_of_more_than_is_left_is_refused(kind: LimitKind) -> None:
    participant = seated()
    round_ = bet(participant, "10")
    limited(participant.player, kind, 19.9999)
    assert decision_refused(round_, "double").code == f"own_{kind.value}_limit"
    limited(participant.player, kind, 19)
    assert Round.objects.get().staked == 100_000


def test_a_double_of_what_is_left_is_taken() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 20)
    round_ = scenes.play(bet(participant, "10"), "double")
    assert (round_.staked, round_.status) == (200_000, Round.Status.COMPLETED)


def test_an_insurance_of_more_than_is_left_is_refused_and_may_be_declined() -> None:
    participant = seated(scenes.ace_up)
    limited(participant.player, LimitKind.WAGER, 14)
    round_ = bet(participant, "10")
    assert decision_refused(round_, "insure").code == "own_wager_limit"
    assert scenes.play(round_, "decline").staked == 100_000


@pytest.mark.empty
def test_a_double_for_less_is_offered_up_to_what_is_left() -> None:
    player, table = scenes.new_player(), scenes.table_of("ligalo", double_for_less=True)
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary, table.version.rules))
    limited(player, LimitKind.WAGER, 14)
    round_ = bet(participant, "10")
    found = {
        one.verb: one for one in list_offers(scenes.live_deal(round_), round_, load_funds(round_))
    }
    double = found["double"]
    assert (double.refusal, double.most) == (None, Money.parse("4", "USD"))
    assert decision_refused(round_, "double:5").code == "own_wager_limit"
    assert scenes.play(round_, "double:4").staked == 140_000


def test_stakes_of_every_currency_count_at_their_rounds_rate() -> None:
    approved("EUR", "1.16")
    participant = seated()
    player = participant.player
    credit_deposit(player.pk, Money.parse("100", "EUR"), key=uuid4(), provider="demo")
    limited(player, LimitKind.WAGER, 20)
    euros = replace(scenes.bet_request(participant), currency="EUR")  # 11.60 USD
    round_ = place_bet(player, participant.table, euros)
    assert round_.tasa_cambio == Decimal("1.16")
    assert decision_refused(round_, "double").code == "own_wager_limit"
    scenes.play_out(round_)
    assert said(refused(participant, "9")).endswith("You have $8.40 of it left.")


def test_the_refusal_uses_the_display_currency() -> None:
    approved("COP", "0.00025")
    participant = seated()
    User.objects.filter(pk=participant.player_id).update(display_currency="COP")
    limited(participant.player, LimitKind.WAGER, 12.5)
    told = said(refused(participant, "13"))
    assert "≈ 50,000.00 COP within 24 hours" in told


def test_play_money_neither_counts_nor_is_limited() -> None:
    player, table = scenes.new_player(), an_open_table(FRIENDLY)
    grant_play_money(player.pk, Money.parse("1000", "PLY"), key=uuid4(), reason="tests")
    limited(player, LimitKind.LOSS, 5)
    participant = scenes.sit(player, table)
    request = replace(scenes.bet_request(participant, "20"), currency="PLY")
    scenes.play_out(place_bet(player, table, request))
    other = scenes.sit(player, scenes.ligalo())
    bet(other, "5")


def test_rounds_of_others_do_not_count() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 10)
    other = scenes.new_player("other@example.test")
    elsewhere = scenes.sit(other, scenes.table_of("live"))
    place_bet(other, elsewhere.table, scenes.bet_request(elsewhere, boxes={1: BoxInput("10")}))
    bet(participant, "10")


def test_a_cancelled_round_was_never_staked_on() -> None:
    participant = seated()
    limited(participant.player, LimitKind.WAGER, 10)
    limited(participant.player, LimitKind.LOSS, 10)
    round_ = bet(participant, "10")
    cancel_by_two(round_, "it hung")
    participant = scenes.sit(participant.player, scenes.table_of("live"))
    bet(participant, "10")


def test_the_house_plays_on_without_new_money_that_the_limits_forbid() -> None:
    participant = seated()
    charted(participant.table.version.rules, "D")
    limited(participant.player, LimitKind.LOSS, 15)
    round_ = bet(participant, "10")
    assert house_play.play_due_rounds(later()) == 1
    assert "double" not in by_house(round_)
    round_.refresh_from_db()
    assert round_.staked == 100_000


@pytest.mark.parametrize(
    ("kind", "more"), [(None, (0, 0)), (LimitKind.DEPOSIT, (0, 0)), (LimitKind.LOSS, (1, 1))]
)
def test_only_a_player_with_such_limits_costs_further_queries(
    kind: LimitKind | None, more: tuple[int, int]
) -> None:
    participant = seated(scenes.pair)
    if kind is not None:
        limited(participant.player, kind, 500)
    request = scenes.bet_request(participant)
    with CaptureQueriesContext(connection) as placed:
        round_ = place_bet(participant.player, participant.table, request)
    with CaptureQueriesContext(connection) as split:
        scenes.play(round_, "split")
    assert (len(placed), len(split)) == (OF_A_BET + more[0], OF_A_SPLIT + more[1])
