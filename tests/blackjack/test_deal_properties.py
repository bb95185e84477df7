"""Properties of any rules, any cards and any legal play."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from blackjack.actions import VERBS, IllegalAction
from blackjack.amounts import MONEY_PLACES
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.replay import replay
from blackjack.rules import Rules
from blackjack.transcript import bets_document, build_transcript, format_transcript
from blackjack.verification import verify
from blackjack.view import with_decimals
from tests.blackjack.strategies import Played, all_rules, played_rounds
from tests.exhaustive import examples
from tests.verify.documents import dealt_shoe

often = settings(
    deadline=None,
    max_examples=examples(250),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def staked(deal: Deal) -> int:
    return sum(part.staked for box in deal.boxes for part in box.parts)


@often
@given(played_rounds())
def test_money_put_in_is_the_bets_and_the_costs(played: Played) -> None:
    _, bets, _, actions, states = played
    assert staked(states[0]) == sum(sum(bet.stakes) for bet in bets)
    for action, before, after in zip(actions, states[:-1], states[1:], strict=True):
        new = before.cost(action) + sum(before.costs_behind(action).values())
        assert staked(after) == staked(before) + new


@often
@given(played_rounds())
def test_a_finished_round_accounts_for_every_stake(played: Played) -> None:
    rules, _, _, _, states = played
    seats = states[-1].public()["seats"]
    for seat in [*seats, *(part for one in seats for part in one.get("behind", []))]:
        parts = [*seat["hands"], *seat.get("side_bets", {}).values()]
        parts += [seat["insurance"]] if seat["insurance"] else []
        back = sum(part["payout"] for part in parts)
        put_in = sum(part["stake"] + part.get("added", 0) for part in parts)
        assert all(part["payout"] >= 0 for part in parts)
        assert put_in == seat["staked"]
        sign = -1 if rules.inverted else 1
        assert seat["net"] == sign * (back - put_in)
        assert seat["returned"] == seat["staked"] + seat["net"]


@often
@given(played_rounds())
def test_a_turn_always_has_legal_actions_in_their_order(played: Played) -> None:
    for deal in played[4]:
        assert bool(deal.legal_actions) == (not deal.complete)
        assert list(deal.legal_actions) == [verb for verb in VERBS if verb in deal.legal_actions]


@often
@given(played_rounds())
def test_every_other_action_is_refused_and_changes_nothing(played: Played) -> None:
    for deal in played[4]:
        before = deal.public()
        for verb in set(VERBS) - set(deal.legal_actions):
            with pytest.raises(IllegalAction) as refusal:
                deal.play(verb)
            assert refusal.value.legal == deal.legal_actions
        assert deal.public() == before


@often
@given(played_rounds())
def test_the_same_actions_give_the_same_round(played: Played) -> None:
    rules, bets, cards, actions, states = played
    deal = Deal.start(rules, reversed(bets), cards)
    for action, before in zip(actions, states[:-1], strict=True):
        assert (deal, deal.state_hash) == (before, before.state_hash)
        deal = deal.play(action.text())
    assert (deal.public(), deal.state_hash) == (states[-1].public(), states[-1].state_hash)


@often
@given(played_rounds())
def test_the_round_as_a_file_is_the_same_round(played: Played) -> None:
    rules, bets, cards, actions, states = played
    for count in (len(actions), len(actions) // 2):
        case = {
            "rules": rules.to_dict(),
            "bets": bets_document(bets),
            "cards": " ".join(str(cards(k)) for k in range(states[count].cards_drawn)),
            "actions": [action.text(MONEY_PLACES) for action in actions[:count]],
        }
        assert replay(json.dumps(case)) == with_decimals(states[count].public())


@often
@given(all_rules(), st.integers(0, 10**6), st.sets(st.integers(1, 4)))
def test_any_shoe_of_any_rules_is_verified(rules: Rules, number: int, cancelled: set[int]) -> None:
    facts = dealt_shoe(str(number), rules, 4, cancel=sorted(cancelled))
    checks = list(verify(format_transcript(build_transcript(facts))))
    assert [str(check) for check in checks if not check.passed] == []
    assert len(checks) > 4 * len(facts.deals)


@often
@given(played_rounds())
def test_the_dealer_ends_where_the_rules_say(played: Played) -> None:
    rules, _, _, _, states = played
    deal = states[-1]
    total = deal.dealer_total
    if len(deal.dealer) > 2:
        assert total.value >= 17 or len(deal.dealer) == rules.max_cards
        assert not (total == (17, True) and rules.soft_17 == "hit") or rules.max_cards
    assert deal.cards_drawn == len(deal.cards) + (deal.face_down is not None)


def certain(seat: dict[str, Any]) -> dict[tuple[object, ...], object]:
    """Return what an unfinished state already decides about a seat's hands and other bets, under stable keys."""
    found: dict[tuple[object, ...], object] = {}
    for name, bet in seat["side_bets"].items():
        if bet["payout"] is not None:
            found["side", name] = (bet["outcome"], bet["payout"])
    if seat["insurance"] and seat["insurance"]["payout"] is not None:
        found["insurance",] = seat["insurance"]
    for hand in seat["hands"]:
        if hand["payout"] is not None:
            found["hand", tuple(hand["cards"]), hand["added"]] = (hand["outcome"], hand["payout"])
        elif hand["outcome"] is not None:
            found["outcome", tuple(hand["cards"]), hand["added"]] = hand["outcome"]
    return found


@often
@given(played_rounds())
def test_certain_results_do_not_change(played: Played) -> None:
    states = played[4]
    final = {seat["seat"]: seat for seat in states[-1].public()["seats"]}
    for deal in states[:-1]:
        for seat in deal.public()["seats"]:
            last = final[seat["seat"]]
            assert (seat["returned"], seat["net"]) == (None, None)
            ends = certain(last)
            for key, value in certain(seat).items():
                if key[0] == "outcome":
                    outcomes = [end[0] for name, end in ends.items() if name[1:] == key[1:]]  # type: ignore[index]  # hands are pairs
                    assert value in outcomes
                else:
                    assert ends[key] == value


@often
@given(played_rounds(all_rules([("dealt", "never")])), st.sampled_from(CARDS))
def test_a_card_face_down_changes_nothing_that_is_seen(played: Played, other: Card) -> None:
    rules, bets, cards, actions, states = played
    hidden = states[0].cards_drawn - 1
    deal = Deal.start(rules, bets, lambda k: other if k == hidden else cards(k))
    for action, before in zip(actions, states[:-1], strict=True):
        assert deal.public() == before.public()
        assert deal == before
        deal = deal.play(action)
