"""One player on several boxes with side bets: stakes held at once, dealt and paid as the library says."""

from dataclasses import replace

import pytest

import blackjack
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.presets import PRESETS
from blackjack.verification import verify
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.models import Bet, Participant, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import Conflict, TooFast
from casino.values.boxes import BoxInput
from journal.refusals import Refusal
from limits.refusals import LimitReached
from tests.casino import scenes
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database

SIDE_BETS = {"player_pair": "1", "dealer_pair": "2", "21+3": "3", "top_3": "4"}


def seated(preset: str, **changes: object) -> Participant:
    return scenes.sit(scenes.new_player(), scenes.table_of(preset, **changes))


def bet_on(participant: Participant, boxes: dict[int, BoxInput]) -> Round:
    request = scenes.bet_request(participant, boxes=boxes)
    return place_bet(participant.player, participant.table, request)


def stakes(**of_box: str) -> dict[int, BoxInput]:
    return {int(name.removeprefix("box")): BoxInput(stake) for name, stake in of_box.items()}


def refused(error: type[Refusal], participant: Participant, request: BetRequest) -> Refusal:
    before = scenes.everything(participant.player)
    with pytest.raises(error) as caught:
        place_bet(participant.player, participant.table, request)
    assert scenes.everything(participant.player) == before
    return caught.value


def test_several_boxes_are_held_in_one_transfer_and_dealt_in_ascending_order() -> None:
    participant = seated("atlantic_city")
    moved = Transfer.objects.count()

    round_ = bet_on(participant, stakes(box4="3", box1="10", box2="5"))

    assert Transfer.objects.filter(kind="bet").count() == 1
    assert Transfer.objects.count() - moved in (1, 2)  # two if the round ends at the deal
    assert (round_.boxes, round_.amount) == ([1, 2, 4], 180_000)
    bets = Bet.objects.order_by("box").values_list("box", "stake", "amount_usd")
    assert list(bets) == [(1, 100_000, 100_000), (2, 50_000, 50_000), (4, 30_000, 30_000)]
    assert round_.balance_before - round_.amount == 10_000_000 - 180_000


def test_the_seed_of_several_boxes_is_mixed_as_it_is_published() -> None:
    server_seed = "5" * 64
    participant = scenes.sit(scenes.new_player(), scenes.table_of("atlantic_city"), server_seed)

    round_ = scenes.play_out(bet_on(participant, stakes(box2="10", box5="10")))

    own = seat_seed(scenes.CLIENT_SEED, scenes.SALT)
    mixed = entropy({2: own, 5: own})
    dealt = blackjack.Shoe(server_seed, 6).begin(mixed, 1).first(round_.deal.cards_drawn or 0)
    assert round_.deal.cards == [str(card) for card in dealt]


def test_a_round_of_five_boxes_is_settled_as_the_library_settles_it() -> None:
    participant = seated("atlantic_city")
    before = balance(participant.player_id)
    round_ = bet_on(participant, {seat: BoxInput(str(seat)) for seat in range(1, 6)})

    round_ = scenes.play_out(round_)

    own = seat_seed(scenes.CLIENT_SEED, scenes.SALT)
    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    assert shoe.status == Shoe.Status.CLOSED  # this table reshuffles after every round
    draw = (
        blackjack.Shoe(shoe.server_seed or "", 6)
        .begin(entropy(dict.fromkeys(range(1, 6), own)), 1)
        .draw
    )
    deal = Deal.start(
        PRESETS["atlantic_city"], [blackjack.Bet(n, n * 10_000) for n in range(1, 6)], draw
    )
    for decision in round_.decisions.order_by("step"):
        deal = deal.play(decision.action)
    assert round_.result == deal.public()
    back = sum(deal.returned(seat) or 0 for seat in range(1, 6))
    assert balance(participant.player_id) == before + Money(back - 150_000, "USD")
    chain_log()
    checks = list(verify(transcript_text(shoe)))
    assert checks
    assert all(check.passed for check in checks), checks


def test_side_bets_are_held_with_the_stake_and_paid_by_their_table() -> None:
    rules = PRESETS["live"]
    placed = (blackjack.Bet(1, 100_000, {name: int(n) * 10_000 for name, n in SIDE_BETS.items()}),)
    seed = scenes.seed_for(side_bet_won, rules, placed)
    player, table = scenes.new_player(), scenes.table_of("live")
    participant = scenes.sit(player, table, seed)

    round_ = bet_on(participant, scenes.on_box("10", SIDE_BETS))

    assert round_.amount == 200_000
    assert Bet.objects.get().side_bets == {name: int(n) * 10_000 for name, n in SIDE_BETS.items()}
    assert Bet.objects.get().amount_usd == 200_000
    round_ = scenes.play_out(round_)
    facts = (round_.result or {})["seats"][0]
    won = facts["side_bets"]["player_pair"]
    odds = rules.side_bets["player_pair"][won["outcome"]]
    assert won["payout"] == 10_000 + 10_000 * odds
    assert balance(player.pk) == Money.parse("1000", "USD") + Money(facts["net"], "USD")


def side_bet_won(deal: Deal) -> bool:
    """True if the player's pair wins at the deal and the round goes on."""
    won = deal.public()["seats"][0]["side_bets"]["player_pair"]["payout"]
    return bool(won) and not deal.complete


def test_the_same_boxes_again_give_the_round_they_made_and_others_conflict() -> None:
    participant = seated("live")
    request = scenes.bet_request(participant, boxes=scenes.on_box("10", {"player_pair": "1"}))
    first = place_bet(participant.player, participant.table, request)
    before = scenes.everything(participant.player)

    assert place_bet(participant.player, participant.table, request) == first
    assert scenes.everything(participant.player) == before
    refused(Conflict, participant, replace(request, boxes=scenes.on_box("10")))
    refused(
        Conflict, participant, replace(request, boxes=scenes.on_box("10", {"player_pair": "2"}))
    )
    refused(
        Conflict, participant, replace(request, boxes=scenes.on_box("10", {"dealer_pair": "1"}))
    )


def test_a_box_more_or_less_is_another_bet() -> None:
    participant = seated("atlantic_city")
    request = scenes.bet_request(participant, boxes=stakes(box1="10", box2="10"))
    place_bet(participant.player, participant.table, request)

    refused(Conflict, participant, replace(request, boxes=stakes(box1="10")))
    refused(Conflict, participant, replace(request, boxes=stakes(box1="10", box3="10")))
    refused(Conflict, participant, replace(request, boxes=stakes(box1="10", box2="10", box3="1")))


@pytest.mark.parametrize(
    ("preset", "boxes", "code", "field"),
    [
        ("atlantic_city", {}, "no_bet", ""),
        ("atlantic_city", stakes(box1="", box2=""), "no_bet", ""),
        ("atlantic_city", stakes(box1="10", box6="10"), "no_such_box", ""),
        ("live", stakes(box1="10", box2="10"), "no_such_box", ""),
        ("atlantic_city", stakes(box1="10", box3="0.50"), "bet_below_minimum", "stake-3"),
        ("atlantic_city", stakes(box1="10", box3="201"), "bet_above_maximum", "stake-3"),
        ("atlantic_city", stakes(box2="10.50"), "bet_step", "stake-2"),
        ("atlantic_city", stakes(box1="10", box2="0"), "bet_below_minimum", "stake-2"),
        ("atlantic_city", stakes(box1="10", box2="x"), "invalid_amount", "stake-2"),
        ("atlantic_city", scenes.on_box("10", {"player_pair": "1"}), "no_such_side_bet", ""),
        ("live", scenes.on_box("10", {"player_pair": "1.25"}), "bet_step", "side-1-player_pair"),
        ("live", scenes.on_box("10", {"21+3": "101"}), "bet_above_maximum", "side-1-21+3"),
        ("live", scenes.on_box("10", {"top_3": "0.10"}), "bet_below_minimum", "side-1-top_3"),
        ("live", scenes.on_box("10", {"top_3": "0"}), "bet_below_minimum", "side-1-top_3"),
        ("live", scenes.on_box("", {"top_3": "1"}), "no_stake", "stake-1"),
    ],
)
def test_a_bet_that_a_box_does_not_take_is_refused_at_its_field(
    preset: str, boxes: dict[int, BoxInput], code: str, field: str
) -> None:
    participant = seated(preset)
    request = replace(scenes.bet_request(participant), boxes=boxes)

    refusal = refused(Refusal, participant, request)

    assert (refusal.code, refusal.field) == (code, field)


def test_all_boxes_together_stay_within_the_rounds_maximum() -> None:
    participant = seated("atlantic_city", max_round_usd=2_500_000)

    request = scenes.bet_request(participant, boxes=stakes(box1="200", box2="51"))
    assert refused(LimitReached, participant, request).code == "round_limit"
    bet_on(participant, stakes(box1="200", box2="50"))


def test_boxes_together_stay_within_the_balance() -> None:
    table = scenes.table_of("atlantic_city")
    participant = scenes.sit(scenes.new_player(funds="25"), table)

    request = scenes.bet_request(participant, boxes=stakes(box1="10", box2="10", box3="10"))
    refused(InsufficientFunds, participant, request)


def test_a_box_dealt_is_a_hand_of_the_tables_pace() -> None:
    participant = seated("atlantic_city", hands_per_minute=4)
    scenes.play_out(bet_on(participant, stakes(box1="10", box2="10", box3="10")))

    request = scenes.bet_request(participant, boxes=stakes(box1="10", box2="10"))
    assert refused(TooFast, participant, request).code == "hands_per_minute"
    bet_on(participant, stakes(box5="10"))


def test_a_place_remembers_its_bets() -> None:
    participant = seated("live")
    bet_on(participant, scenes.on_box("10", {"player_pair": "1"}))

    last = Participant.objects.get(pk=participant.pk).last_bets
    assert last == {"1": {"stake": 100_000, "side_bets": {"player_pair": 10_000}}}


def test_tables_play_on_after_a_round_on_other_boxes() -> None:
    participant = seated("casino_floor", player_cut=False)
    for boxes in (stakes(box1="10", box7="10"), stakes(box2="5"), stakes(box2="5", box3="5")):
        scenes.play_out(bet_on(participant, boxes))
        participant.refresh_from_db()
    shoe = Shoe.objects.get(status=Shoe.Status.DEALING)
    assert shoe.rounds_dealt == 3
