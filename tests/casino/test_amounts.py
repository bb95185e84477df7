"""Amounts named by the player: double for less, insurance of up to half, and their limits."""

import pytest
from django.test import Client
from django.utils import translation

from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.play.services.offers import ActionOffer, list_offers, load_funds
from casino.refusals import ActionRefused, Conflict
from journal.refusals import Refusal
from limits.refusals import LimitReached
from tests.casino import scenes
from tests.fixtures.reading import read_in
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.money.values import Money

pytestmark = pytest.mark.database

RULES = PRESETS["casino_floor"]
CUT = 208
TABLE = "/table/casino-floor/"


def doubles(deal: Deal) -> bool:
    return "double" in deal.legal_actions and "split" not in deal.legal_actions


def ace_up(deal: Deal) -> bool:
    return deal.legal_actions == ("insure", "decline")


def natural_against_an_ace(deal: Deal) -> bool:
    return "even_money" in deal.legal_actions


def early_surrender(deal: Deal) -> bool:
    return deal.legal_actions == ("surrender", "decline")


def deal(wanted: scenes.Wanted, stake: str = "10", funds: str = "1000", **limits: object) -> Round:
    units = Money.parse(stake, "USD").units
    seed = scenes.seed_for(wanted, RULES, (Bet(1, units),), CUT)
    player, table = scenes.new_player(funds=funds), scenes.table_of("casino_floor", **limits)
    return place_bet(player, table, scenes.bet_request(scenes.sit(player, table, seed), stake))


def refused(round_: Round, action: str) -> Refusal:
    before = scenes.everything(round_.player)
    with pytest.raises(Refusal) as caught:
        scenes.play(round_, action)
    assert scenes.everything(round_.player) == before
    return caught.value


def offer(round_: Round, verb: str) -> ActionOffer:
    found = list_offers(scenes.live_deal(round_), round_, load_funds(round_))
    return next(one for one in found if one.verb == verb)


def test_a_double_for_less_holds_and_settles_what_was_named() -> None:
    round_ = deal(doubles)
    before = balance(round_.player_id)

    round_ = scenes.play(round_, "double:4")

    decision = round_.decisions.get()
    assert (decision.action, decision.amount, round_.staked) == ("double:4", 40_000, 140_000)
    assert round_.status == Round.Status.COMPLETED
    hand = (round_.result or {})["seats"][0]["hands"][0]
    assert (hand["stake"], hand["added"]) == (100_000, 40_000)
    assert balance(round_.player_id) == before + Money((round_.returned or 0) - 40_000, "USD")
    assert load_money_in_play(round_.player_id) == []


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("double:0.50", "bet_below_minimum"),
        ("double:2.50", "amount_step"),
        ("double:11", "amount_outside_rules"),
        ("double:0", "illegal_action"),
        ("double:1e1", "illegal_action"),
        ("hit:3", "illegal_action"),
    ],
)
def test_a_double_that_the_table_does_not_take_is_refused(action: str, code: str) -> None:
    assert refused(deal(doubles), action).code == code


def test_a_double_keeps_to_the_balance_and_says_what_can_be_had() -> None:
    round_ = deal(doubles, funds="16")

    assert isinstance(refused(round_, "double"), InsufficientFunds)
    found = offer(round_, "double")
    assert found.refusal is None
    assert (found.least, found.most) == (Money.parse("1", "USD"), Money.parse("6", "USD"))
    assert scenes.play(round_, "double:6").staked == 160_000


def test_insurance_of_up_to_half_is_held_and_paid() -> None:
    round_ = deal(ace_up, stake="20")

    found = offer(round_, "insure")
    assert (found.least, found.most) == (Money.parse("1", "USD"), Money.parse("10", "USD"))
    round_ = scenes.play(round_, "insure:3.50")

    assert load_money_in_play(round_.player_id) in ([Money.parse("23.50", "USD")], [])
    round_ = scenes.play_out(round_)
    insurance = (round_.result or {})["seats"][0]["insurance"]
    assert insurance["stake"] == 35_000
    assert insurance["payout"] == (105_000 if insurance["outcome"] == "win" else 0)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("insure:0.50", "insurance_below_minimum"),
        ("insure:10.50", "amount_outside_rules"),
        ("insure:1.25", "amount_step"),
        ("insure:9", "insurance_above_maximum"),
        ("insure", "insurance_above_maximum"),
    ],
)
def test_an_insurance_that_the_table_does_not_take_is_refused(action: str, code: str) -> None:
    assert refused(deal(ace_up, stake="20", max_insurance=80_000), action).code == code


def test_an_insurance_below_the_tables_minimum_is_not_offered() -> None:
    round_ = deal(ace_up, stake="1", min_player=10_000)

    found = offer(round_, "insure")
    assert isinstance(found.refusal, LimitReached)
    assert refused(round_, "insure").code == "insurance_below_minimum"


def test_even_money_is_paid_at_once() -> None:
    round_ = scenes.play(deal(natural_against_an_ace), "even_money")

    assert (round_.returned, round_.staked) == (200_000, 100_000)


def test_an_early_surrender_may_be_declined_and_is_not_offered_again() -> None:
    round_ = scenes.play(deal(early_surrender), "decline")

    assert "surrender" not in scenes.live_deal(round_).legal_actions
    before = balance(round_.player_id)
    assert scenes.play_out(round_).status == Round.Status.COMPLETED
    assert balance(round_.player_id) >= before


def test_an_early_surrender_gives_half_back() -> None:
    assert scenes.play(deal(early_surrender), "surrender").returned == 50_000


def test_the_same_amount_however_written_is_the_same_decision() -> None:
    round_ = scenes.play(deal(doubles), "double:4.00")
    before = scenes.everything(round_.player)

    for words in ("double:4", "double:4.0", "double:4.0000"):
        assert make_decision(round_.player, DecisionRequest(round_.public_id, 0, words)) == round_
    for words in ("double:5", "double"):
        with pytest.raises(Conflict):
            make_decision(round_.player, DecisionRequest(round_.public_id, 0, words))
    assert scenes.everything(round_.player) == before


def test_the_page_has_a_field_for_the_amount_and_says_there_what_is_wrong() -> None:
    round_ = deal(doubles)
    client = scenes.signed_in(round_.player)
    read_in(client, "es")
    assert 'name="amount-double"' in client.get(TABLE).text
    form = {"round": round_.public_id, "step": 0, "action": "double", "amount-double": "1,234"}
    before = scenes.everything(round_.player)

    for typed in ("1,234", "0,5", "12", "x", " "):
        answer = client.post(TABLE + "action/", {**form, "amount-double": typed})
        assert answer.status_code == 422
        field = next(one.amount for one in answer.context["page"].actions if one.verb == "double")
        assert (field.wrong, field.typed) == (True, typed)
        assert answer.text.count('id="refusal"') == 1
    assert scenes.everything(round_.player) == before

    assert client.post(TABLE + "action/", {**form, "amount-double": "3,00"}).status_code == 303
    assert Round.objects.get().decisions.get().action == "double:3"


def test_an_action_without_an_amount_ignores_the_field_of_another() -> None:
    round_ = deal(doubles)
    client = scenes.signed_in(round_.player)
    form = {"round": round_.public_id, "step": 0, "action": "stand", "amount-double": "nothing"}

    assert client.post(TABLE + "action/", form).status_code == 303
    assert Round.objects.get().decisions.get().action == "stand"


def test_an_amount_where_the_rules_have_none_is_refused() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert isinstance(refused(round_, "double:5"), ActionRefused)


def test_a_double_for_less_that_fits_into_the_rounds_maximum_is_offered() -> None:
    round_ = deal(doubles, max_bet_usd=120_000, max_player=130_000, max_round_usd=130_000)

    assert refused(round_, "double").code == "round_limit"
    assert refused(round_, "double:4").code == "round_limit"
    found = offer(round_, "double")
    assert found.refusal is None
    assert (found.least, found.most) == (Money.parse("1", "USD"), Money.parse("3", "USD"))
    assert scenes.play(round_, "double:3").staked == 130_000


@pytest.mark.parametrize(("limit", "told", "above"), [(25_000, "2.50", "3"), (17_500, "1.50", "2")])
def test_the_greatest_insurance_is_said_in_the_steps_of_an_insurance(
    limit: int, told: str, above: str
) -> None:
    round_ = deal(ace_up, stake="20", max_insurance=limit)

    assert offer(round_, "insure").most == Money.parse(told, "USD")
    with translation.override("en"):
        assert f"is ${told}" in refused(round_, f"insure:{above}").message.replace("\u00a0", " ")
    assert f"Maximum insurance: ${told}" in page_of_help()
    scenes.play(round_, f"insure:{told}")


def page_of_help() -> str:
    answer = Client(headers={"accept-language": "en"}).get("/help/casino-floor/")
    return answer.text.replace("\u00a0", " ")


@pytest.mark.parametrize(("wanted", "verb"), [(doubles, "double"), (ace_up, "insure")])
def test_a_form_without_the_amount_asks_for_it_instead_of_taking_the_most(
    wanted: scenes.Wanted, verb: str
) -> None:
    round_ = deal(wanted, stake="20")
    client = scenes.signed_in(round_.player)
    before = scenes.everything(round_.player)
    address = f"/table/{round_.place.table.slug}/action/"
    form = {"round": round_.public_id, "step": 0, "action": verb}
    answer = client.post(address, form, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "Enter the amount." in answer.text
    assert scenes.everything(round_.player) == before
