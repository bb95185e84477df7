"""Play-money tables: a limit that follows the balance, even stakes, no USD value, and the friendly options."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

import blackjack
from accounts.models.users import User
from blackjack.deal import Deal
from blackjack.presets import rules_from
from casino.limits.values.bet_limits import compute_bet_limits
from casino.models import Bet, Participant, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import BetRefused
from casino.values.boxes import BoxInput
from casino.values.play_money import formula_limit
from journal.refusals import NotAllowed, Refusal
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tests.casino import scenes
from tests.tables.test_bounds import limits
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

TABLE = "/table/friendly/"


def held(player: User) -> str:
    return balance(player.pk, "PLY").text


def a_player(play_money: str = "0") -> User:
    player = scenes.new_player()
    if play_money != "0":
        money = Money.parse(play_money, "PLY")
        grant_play_money(player.pk, money, key=uuid4(), reason="tests")
    return player


def seated(play_money: str = "0", seed: str = "3" * 64, **changes: object) -> Participant:
    """Seat a player at a table that lends, unless `changes` say otherwise."""
    table = scenes.table_of("friendly", **{"bet_formula": "friendly", **changes})
    return scenes.sit(a_player(play_money), table, seed)


def request(participant: Participant, stake: str) -> BetRequest:
    plain = scenes.bet_request(participant, stake)
    return BetRequest(plain.shoe, plain.nonce, plain.boxes, plain.salt, currency="PLY")


def bet(participant: Participant, stake: str) -> Round:
    participant.refresh_from_db()
    return place_bet(participant.player, participant.table, request(participant, stake))


def refused(error: type[Refusal], participant: Participant, stake: str) -> Refusal:
    before = scenes.everything(participant.player), held(participant.player)
    with pytest.raises(error) as caught:
        bet(participant, stake)
    assert (scenes.everything(participant.player), held(participant.player)) == before
    return caught.value


@pytest.mark.parametrize(
    ("play_money", "most", "above"),
    [("0", "200", "202"), ("500", "700", "702"), ("1", "200", "202")],
)
def test_a_round_is_at_most_the_balance_and_two_hundred(
    play_money: str, most: str, above: str
) -> None:
    participant = seated(play_money)

    assert refused(BetRefused, participant, above).code == "bet_formula"
    round_ = bet(participant, most)
    assert (round_.currency, round_.tasa_cambio) == ("PLY", Decimal(0))
    assert (round_.amount_usd, round_.staked_usd, Bet.objects.get().amount_usd) == (0, 0, 0)


def test_a_hundred_may_be_staked_however_deep_the_balance() -> None:
    participant = seated(seed=scenes.seed_for(lost, FRIENDLY.rules, (blackjack.Bet(1, 2_000_000),)))
    bet(participant, "200")
    scenes.play_out(Round.objects.get())
    assert held(participant.player) == "-200.00"

    assert refused(BetRefused, participant, "102").code == "bet_formula"
    bet(participant, "100")


def lost(deal: Deal) -> bool:
    """True if standing loses everything."""
    while not deal.complete:
        deal = deal.play("decline" if "decline" in deal.legal_actions else "stand")
    return deal.returned(1) == 0


@pytest.mark.parametrize("stake", ["3", "2.50", "1"])
def test_stakes_are_even_whole_numbers(stake: str) -> None:
    assert refused(Refusal, seated("100"), stake).code in ("bet_step", "bet_below_minimum")


@pytest.mark.parametrize("currency", ["USD", "EUR"])
def test_no_table_takes_both_kinds_of_money(currency: str) -> None:
    participant = seated("100")
    plain = request(participant, "10")
    before = scenes.everything(participant.player)

    with pytest.raises(BetRefused) as caught:
        place_bet(
            participant.player,
            participant.table,
            BetRequest(plain.shoe, plain.nonce, plain.boxes, plain.salt, currency=currency),
        )
    assert caught.value.code == "currency_not_taken"
    assert scenes.everything(participant.player) == before


def test_a_double_beyond_the_balance_is_lent_and_settled() -> None:
    participant = seated(
        seed=scenes.seed_for(scenes.ordinary, FRIENDLY.rules, (blackjack.Bet(1, 1_000_000),))
    )
    round_ = scenes.play(bet(participant, "100"), "double")

    assert round_.status == Round.Status.COMPLETED
    assert round_.staked == 2_000_000
    assert balance(round_.player_id, "PLY").units == (round_.returned or 0) - 2_000_000
    assert balance(round_.player_id) == Money.parse("1000", "USD")
    assert (round_.returned_usd, round_.doubled_amount_usd) == (0, 0)
    assert load_money_in_play(round_.player_id) == []


def test_without_the_formula_the_balance_is_the_limit() -> None:
    participant = seated("100", bet_formula="")

    refused(InsufficientFunds, participant, "102")
    bet(participant, "100")


def test_limits_of_house_and_player_do_not_limit_play_money() -> None:
    participant = seated("100")
    limits(max_bet=10_000)
    limits(participant.player, max_bet=10_000, max_round=0)

    assert bet(participant, "50").amount == 500_000


def test_unverified_players_may_play_with_play_money_and_excluded_ones_may_not() -> None:
    participant = seated("100")
    User.objects.filter(pk=participant.player_id).update(verified_at=None, verification_method="")
    participant.player.refresh_from_db()
    scenes.play_out(bet(participant, "10"))
    User.objects.filter(pk=participant.player_id).update(state="self_excluded")

    participant = Participant.objects.select_related("player").get()
    assert refused(NotAllowed, participant, "10").code == "self_excluded"


@pytest.mark.parametrize("wins", [True, False])
def test_inverted_rules_take_at_settlement_what_the_hand_won(wins: bool) -> None:  # noqa: FBT001  a case
    rules = rules_from({"preset": "friendly", "inverted": True})
    wanted = hand_wins if wins else hand_loses
    seed = scenes.seed_for(wanted, rules, (blackjack.Bet(1, 100_000),))
    participant = seated("50", seed, inverted=True)

    round_ = scenes.play_out(bet(participant, "10"))

    hand = (round_.result or {})["seats"][0]["hands"][0]
    net = hand["payout"] - 100_000
    assert (net > 0) is wins
    assert round_.returned == 100_000 - net
    assert balance(round_.player_id, "PLY").units == 500_000 - net


def stood(deal: Deal) -> int:
    while not deal.complete:
        deal = deal.play("decline" if "decline" in deal.legal_actions else "stand")
    return int(deal.public()["seats"][0]["hands"][0]["payout"])


def hand_wins(deal: Deal) -> bool:
    """True for a natural. It pays 3 to 2, so inverted rules take more than the stake."""
    return deal.complete and stood(deal) == 250_000


def hand_loses(deal: Deal) -> bool:
    return not deal.complete and stood(deal) == 0


def test_simple_rules_offer_hit_and_stand_alone() -> None:
    simple: dict[str, Any] = {
        "naturals": False,
        "double_on": "never",
        "surrender": "none",
        "insurance": "none",
        "max_splits": 0,
        "max_ace_splits": 0,
    }
    participant = seated("100", **simple)
    round_ = bet(participant, "10")

    assert scenes.live_deal(round_).legal_actions == ("hit", "stand")
    assert scenes.play_out(round_).status == Round.Status.COMPLETED


def test_infinite_decks_deal_round_after_round_from_a_full_shoe() -> None:
    participant = seated("500", decks="infinite")
    for _ in range(6):
        scenes.play_out(bet(participant, "2"))

    shoe = Shoe.objects.get(status=Shoe.Status.DEALING)
    assert shoe.rounds_dealt == 6
    assert scenes.signed_in(participant.player).get(TABLE).status_code == 200


def test_a_single_deck_is_refilled_in_mid_round_and_never_closes_by_itself() -> None:
    participant = seated("5000")
    for _ in range(14):
        scenes.play_out(bet(participant, "2"))

    shoe = Shoe.objects.get(status=Shoe.Status.DEALING)
    assert shoe.cards_out > 52
    assert shoe.rounds_dealt == 14


@pytest.mark.committed
@pytest.mark.empty
def test_the_page_is_in_play_money() -> None:
    participant = seated("300")
    client = scenes.signed_in(participant.player)

    page = client.get(TABLE).context["page"]
    assert page.balance == Money.parse("300", "PLY")
    assert page.bet_form.currency == "PLY"
    assert page.currencies == []
    assert page.table.limits.step == Money.parse("2", "PLY")
    form = {"shoe": page.bet_form.shoe, "nonce": 1, "salt": scenes.SALT, "currency": "PLY"}
    assert client.post(TABLE + "bet/", {**form, "stake-1": "20"}).status_code == 303
    for path in (TABLE, "/rounds/", "/statistics/", "/"):
        assert client.get(path).status_code == 200
    assert Transfer.objects.filter(kind="bet").get().currency_id == "PLY"
    assert Table.objects.get().is_play_money


@pytest.mark.parametrize(("play_money", "most"), [("0", "200"), ("300", "500")])
def test_the_page_shows_the_maximum_that_the_balance_allows(play_money: str, most: str) -> None:
    participant = seated(play_money)
    participant.player.play_money_at = timezone.now()  # prevents today's refill
    participant.player.save(update_fields=["play_money_at"])
    page = scenes.signed_in(participant.player).get(TABLE).context["page"]
    assert page.bet_form.limits.max_bet == Money.parse(most, "PLY")
    refused(BetRefused, participant, str(int(most) + 2))
    bet(participant, most)


def test_a_debt_of_play_money_leaves_a_maximum_of_100() -> None:
    table = seated().table
    most = formula_limit(table, Money.parse("-500", "PLY"))
    assert most == Money.parse("100", "PLY")
    assert compute_bet_limits(table).within(most).max_bet == most


def test_several_boxes_of_play_money_keep_to_the_formula_together() -> None:
    participant = seated(seats_per_player=3)
    plain = request(participant, "2")
    boxes = {1: BoxInput("100"), 3: BoxInput("102")}
    before = scenes.everything(participant.player)

    with pytest.raises(BetRefused):
        place_bet(
            participant.player,
            participant.table,
            BetRequest(plain.shoe, plain.nonce, boxes, plain.salt, currency="PLY"),
        )
    assert scenes.everything(participant.player) == before
